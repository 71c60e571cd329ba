"""The commands that list samples and forget traces."""

import hashlib
import json
from pathlib import Path

import pytest

from mast_tui.state.store import NAME, Recent, open_store
from tests.agent.model.server import Step, serve
from tests.conftest import RunCli
from tests.mast_tui.desk import FAILED, PLAIN


def test_the_samples_are_listed_with_where_they_are(run_cli: RunCli) -> None:
    code, out, err = run_cli("samples", "--json")
    assert (code, err) == (0, "")
    samples = json.loads(out)
    assert samples
    assert all(Path(each["path"]).exists() and each["title"] for each in samples)
    code, out, _ = run_cli("samples")
    assert code == 0
    assert all(each["name"] in out for each in samples)


def test_forget_deletes_what_is_kept_about_a_trace_and_nothing_else(run_cli: RunCli, own_home: Path) -> None:
    from agent.trace.source import Source

    sha256 = Source.open(FAILED).sha256()
    store = open_store(own_home)
    store.keep_decision(sha256, "F1", "accepted", None)
    store.keep_decision("other", "F1", "accepted", None)
    store.close()
    assert run_cli("forget", FAILED)[0] == 0
    store = open_store(own_home)
    assert store.decisions(sha256) == {}
    assert store.decisions("other") != {}
    store.close()
    assert run_cli("forget", "--all")[0] == 0
    store = open_store(own_home)
    assert store.decisions("other") == {}
    store.close()
    assert (own_home / NAME).exists()


def test_forget_deletes_checkpoints_replies_and_conversations_of_that_trace_alone(
    run_cli: RunCli, own_home: Path
) -> None:
    assert run_cli("diagnose", FAILED, "--offline")[0] in (0, 1)
    assert run_cli("diagnose", PLAIN, "--offline")[0] in (0, 1)
    names = [hashlib.sha256(Path(trace).read_bytes()).hexdigest() for trace in (FAILED, PLAIN)]
    for name in names:
        (own_home / "replies" / name[:32]).mkdir(parents=True)
        (own_home / "replies" / name[:32] / "reply.json").write_text("{}")
        (own_home / "turns").mkdir(exist_ok=True)
        (own_home / "turns" / f"{name}-asked.sqlite").write_bytes(b"")

    def kept(name: str) -> set[str]:
        return {each.parent.name for each in own_home.glob("*/*") if each.name.startswith(name[:32])}

    assert [kept(name) for name in names] == [{"checkpoints", "replies", "turns"}] * 2
    assert run_cli("forget", FAILED)[0] == 0
    assert [kept(name) for name in names] == [set(), {"checkpoints", "replies", "turns"}]
    assert run_cli("forget", "--all")[0] == 0
    assert kept(names[1]) == set()


@pytest.mark.parametrize("how", ["one", "many", "asked"])
@pytest.mark.parametrize("gone", [False, True])
def test_forget_also_deletes_what_was_kept_before_the_trace_changed(
    run_cli: RunCli, own_home: Path, tmp_path: Path, how: str, gone: bool
) -> None:
    folder = tmp_path / "traces"
    folder.mkdir()
    trace, other = folder / "run.log", folder / "other.log"
    other.write_bytes(PLAIN.read_bytes())
    words = {
        "one": ("diagnose", trace, "--offline"),
        "many": ("diagnose", trace, other, "--offline", "-o", tmp_path / "out"),
        "asked": ("ask", trace, "why did it fail?", "--offline"),
    }[how]
    for more in ("", "a line more\n", "and another\n"):
        trace.write_text(FAILED.read_text() + more)
        assert run_cli(*words)[0] in (0, 1)
    trace.write_text("changed at last\n")
    store = open_store(own_home)
    hashes = [each.sha256 for each in store.hashes(str(trace))]
    assert len(hashes) == 3 and all(store.diagnosis(each) for each in hashes)
    for number in range(30):
        store.keep_trace(Recent(f"/other{number}", f"{number:064}", "plain_log", 1, 1, 9e9 + number, None, None))
    store.close()
    if gone:
        trace.unlink()
    assert run_cli("forget", trace)[0] == 0
    store = open_store(own_home)
    assert [store.diagnosis(each) for each in hashes] == [None] * 3
    assert store.hashes(str(trace)) == []
    assert len(store.recent()) == 12
    store.close()
    assert [each for each in own_home.glob("*/*") if each.name.startswith(tuple(one[:32] for one in hashes))] == []


@pytest.mark.parametrize(("where", "is_stopped"), [("checkpoints", True), ("turns", False)])
def test_forget_also_deletes_what_was_kept_without_a_diagnosis_before_the_trace_changed(
    run_cli: RunCli, own_home: Path, tmp_path: Path, where: str, is_stopped: bool
) -> None:
    trace = tmp_path / "run.log"
    trace.write_bytes(PLAIN.read_bytes())
    with serve(lambda body, number: Step(status=401, raw=b"{}")) as server:
        words = "--yes", "--model", "stub", "--base-url", server.url
        made = ("diagnose", trace, *words) if is_stopped else ("ask", trace, "how many events are there?", "--offline")
        assert (run_cli(*made)[0] == 0) is not is_stopped
    kept = list((own_home / where).iterdir())
    assert kept
    trace.write_text("changed at last\n")
    assert run_cli("forget", trace)[0] == 0
    assert [each for each in kept if each.exists()] == []


def test_forget_wants_to_know_what(run_cli: RunCli) -> None:
    assert run_cli("forget")[0] == 2
    assert run_cli("forget", FAILED, "--all")[0] == 2
