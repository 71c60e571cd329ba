"""What is remembered between two runs, also when two programs remember at the same time."""

import multiprocessing
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from mast_tui.state.known_hashes import KnownHash
from mast_tui.state.paths import state_folder
from mast_tui.state.store import NAME, UNWRITABLE, Recent, Store, open_store
from tests.full_disk import full_disk


def recent(path: str, opened: float = 1.0) -> Recent:
    return Recent(path, "a" * 64, "plain_log", 10, 2, opened, "failure", 1)


def test_everything_comes_back(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    store.keep_trace(recent("/one", 1.0))
    store.keep_trace(recent("/two", 2.0))
    store.keep_diagnosis("a", "offline", {"x": 1})
    store.keep_decision("a", "F1", "accepted", "because")
    store.keep("a", "bookmark", "m", 12)
    store.close()
    again = open_store(tmp_path)
    assert [each.path for each in again.recent()] == ["/two", "/one"]
    assert again.diagnosis("a") == {"x": 1}
    assert again.decisions("a") == {"F1": ("accepted", "because")}
    assert again.kept("a", "bookmark") == {"m": 12}
    again.close()


def test_a_store_of_before_learns_by_which_hashes_its_traces_are_known(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    store.keep_trace(recent("/one"))
    store.keep_trace(recent("/odd\udcff")._replace(run="b"))
    store.close()
    with closing(sqlite3.connect(tmp_path / NAME)) as old, old:
        old.execute("DROP TABLE hashes")
    again = open_store(tmp_path)
    assert again.trouble == ""
    assert again.hashes("/one") == [("a" * 64, None)]
    assert again.hashes("/odd\udcff") == [("a" * 64, "b")]
    again.keep_hash("/one", KnownHash("c" * 64, None))
    assert [each.sha256[0] for each in again.hashes("/one")] == ["c", "a"]
    again.close()


@pytest.mark.parametrize("kept", ["run.log", "link.log", "folder/../run.log"])
@pytest.mark.parametrize("asked", ["run.log", "link.log", "folder/../run.log"])
def test_a_trace_is_known_however_its_path_is_written(tmp_path: Path, kept: str, asked: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "run.log").write_text("words")
    (tmp_path / "link.log").symlink_to(tmp_path / "run.log")
    store = open_store(tmp_path / "home")
    store.keep_hash(str(tmp_path / "link.log"), KnownHash("a" * 64, None))
    store.keep_hash(str(tmp_path / kept), KnownHash("b" * 64, None))
    assert [each.sha256[0] for each in store.hashes(str(tmp_path / asked))] == ["b", "a"]
    store.forget(["a" * 64, "b" * 64], str(tmp_path / asked))
    assert store.hashes(str(tmp_path / kept)) == []
    store.close()


def test_forgetting_one_trace_leaves_the_others(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    for name in "ab":
        store.keep_diagnosis(name, "offline", {"name": name})
        store.keep_decision(name, "F1", "rejected", None)
    assert store.forget(["a"]) == 2
    assert store.diagnosis("a") is None
    assert store.diagnosis("b") == {"name": "b"}
    assert store.forget(None) == 2
    assert store.decisions("b") == {}
    store.close()


def test_nothing_of_what_is_forgotten_stays_in_the_folder(tmp_path: Path) -> None:
    store, another = open_store(tmp_path), open_store(tmp_path)
    store.keep_trace(recent("/one"))
    store.keep_diagnosis("a" * 64, "offline", {"quote": "words of the trace" * 500})
    assert another.diagnosis("a" * 64) is not None
    store.forget(["a" * 64], "/one")
    assert another.recent() == []
    store.close()
    assert [each.name for each in tmp_path.iterdir() if b"words of the trace" in each.read_bytes()] == []
    another.close()


def test_a_bookmark_is_taken_back(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    store.keep("a", "bookmark", "m", 12)
    store.keep("a", "bookmark", "n", 13)
    store.keep("a", "bookmark", "m", None)
    assert store.kept("a", "bookmark") == {"n": 13}
    store.close()


def test_a_home_that_is_not_there_yet_is_made_and_there_is_no_trouble_to_tell(tmp_path: Path) -> None:
    store = open_store(tmp_path / "not" / "there")
    assert (store.trouble, store.news(), store.place) == ("", "", tmp_path / "not" / "there")
    store.close()


def test_without_a_home_the_trouble_is_told_once() -> None:
    store = open_store(None)
    assert (store.news(), store.news(), store.place) == (UNWRITABLE, "", None)
    store.close()


def test_the_home_follows_the_customs_of_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MAST_TUI_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    assert state_folder() == tmp_path / ".local" / "state" / "mast-tui"
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert state_folder() == tmp_path / "state" / "mast-tui"


def test_the_file_and_its_folder_are_private(tmp_path: Path) -> None:
    home = tmp_path / "home"
    store = open_store(home)
    store.keep("a", "place", "trace", 1)
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    for each in home.iterdir():
        assert stat.S_IMODE(each.stat().st_mode) == 0o600, each.name
    store.close()


@pytest.mark.parametrize("broken", ["a file", "no database"])
def test_a_home_that_cannot_be_used_falls_back_to_memory_and_says_so(tmp_path: Path, broken: str) -> None:
    home = tmp_path / "home"
    if broken == "a file":
        home.write_text("")
    else:
        home.mkdir()
        (home / NAME).write_bytes(b"this is no database" * 100)
    store = open_store(home)
    assert "only until you quit" in store.trouble
    store.keep_decision("a", "F1", "accepted", None)
    assert store.decisions("a") == {"F1": ("accepted", None)}
    store.close()


def _write(folder: Path, who: int) -> None:
    store = open_store(folder)
    assert store.trouble == ""
    for number in range(100):
        store.keep_decision("a", f"F{who}-{number}", "accepted", None)
    store.close()


def test_two_programs_neither_lose_nor_lock(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=_write, args=(tmp_path, who)) for who in range(2)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
        assert writer.exitcode == 0
    store = open_store(tmp_path)
    assert len(store.decisions("a")) == 200
    store.close()


def _come_and_go(folder: Path) -> None:
    """What another program does: it remembers something, and ends."""
    store = open_store(folder)
    store.keep_decision("a", "F2", "accepted", None)
    store.close()


def test_a_second_store_of_one_program_gives_back_no_lock_of_the_first(tmp_path: Path) -> None:
    """Without the lock, whoever leaves next takes the journal away that the first one writes to."""
    store = open_store(tmp_path)
    store.keep_decision("a", "F1", "accepted", None)
    open_store(tmp_path).close()
    other = multiprocessing.get_context("spawn").Process(target=_come_and_go, args=(tmp_path,))
    other.start()
    other.join()
    assert (tmp_path / f"{NAME}-wal").exists()
    store.keep_decision("a", "F3", "accepted", None)
    store.close()
    again = open_store(tmp_path)
    assert set(again.decisions("a")) == {"F1", "F2", "F3"}
    again.close()


@contextmanager
def locked(home: Path) -> Iterator[None]:
    """Another program writes, and does not come to an end."""
    other = sqlite3.connect(home / NAME, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.close()


@contextmanager
def full(home: Path) -> Iterator[None]:
    """No file takes another byte, as on a disk that is full."""
    with full_disk():
        yield


@contextmanager
def damaged(home: Path) -> Iterator[None]:
    """The file is overwritten by something else."""
    for each in home.iterdir():
        each.write_bytes(b"this is no database" * 4000)
    yield


WRITES: dict[str, Callable[[Store], None]] = {
    "a trace": lambda store: store.keep_trace(recent("/two", 2.0)),
    "a diagnosis": lambda store: store.keep_diagnosis("b", "offline", {"x": 2}),
    "a decision": lambda store: store.keep_decision("a", "F2", "rejected", None),
    "a bookmark": lambda store: store.keep("a", "bookmark", "n", 3),
    "a trace that goes": lambda store: store.drop_trace("/one"),
}


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("fault", [locked, full])
def test_a_write_that_fails_goes_on_in_memory_with_what_is_known_and_says_so_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Callable[[Path], Iterator[None]], write: str
) -> None:
    monkeypatch.setattr("mast_tui.state.database._PATIENCE", 0.05)
    store, heard = open_store(tmp_path), []
    store.hears = lambda: heard.append(store.news())
    store.keep_trace(recent("/one"))
    store.keep_decision("a", "F1", "accepted", "because")
    with fault(tmp_path):  # type: ignore[attr-defined]
        WRITES[write](store)
        store.keep("a", "place", "trace", 7)
        assert store.decisions("a")["F1"] == ("accepted", "because")
        assert store.kept("a", "place") == {"trace": 7}
        assert [each.path for each in store.recent()] == {"a trace": ["/two", "/one"], "a trace that goes": []}.get(
            write, ["/one"]
        )
    assert len(heard) == 1
    assert "only until you quit" in heard[0]
    assert store.news() == ""
    store.close()
    again = open_store(tmp_path)
    assert again.trouble == ""
    assert again.decisions("a") == {"F1": ("accepted", "because")}
    again.close()


def test_a_file_that_is_damaged_meanwhile_ends_nothing(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    store.keep_diagnosis("a", "offline", {"text": "x" * 50_000})
    with damaged(tmp_path):
        store.keep_decision("a", "F1", "accepted", None)
        store.keep_diagnosis("b", "offline", {"text": "y" * 50_000})
        assert store.diagnosis("b") == {"text": "y" * 50_000}
    store.close()


def test_what_cannot_be_deleted_is_not_called_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mast_tui.state.database._PATIENCE", 0.05)
    store = open_store(tmp_path)
    store.keep_decision("a", "F1", "accepted", None)
    with locked(tmp_path), pytest.raises(sqlite3.OperationalError):
        store.forget(["a"])
    assert store.decisions("a") == {"F1": ("accepted", None)}
    store.close()
