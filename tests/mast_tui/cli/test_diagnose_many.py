"""`mast-tui diagnose PATH... -o DIR`: a document for each run, the same as one by one, within one budget, resumable."""

import json
import os
import signal
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.agent.model.judge import replies
from tests.agent.model.server import Step, serve
from tests.conftest import RunCli
from tests.forked import ForkServer

TALK = [
    {"role": "user", "content": "Add 2 and 2."},
    {"role": "assistant", "content": "4"},
    {"role": "user", "content": "Thanks."},
    {"role": "assistant", "content": "Done."},
]

_say = replies()


def answer(body: dict[str, Any], _: int = 0) -> Step:
    """What the model answers: nothing is wrong."""
    return Step(_say(body))


def write_run(path: Path, id: str, *lines: str) -> None:
    """A run of a few messages, with a task of its own."""
    path.parent.mkdir(parents=True, exist_ok=True)
    said = [{"role": "user", "content": f"Do the work of {id}."}]
    said += [{"role": "assistant", "content": line} for line in lines or ("Done.",)]
    path.write_text("".join(json.dumps(one) + "\n" for one in said))


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    """Runs as they lie about: the same words under one name in two folders, a file of several, one that is none."""
    folder = tmp_path / "runs"
    write_run(folder / "a" / "run.jsonl", "the same")
    write_run(folder / "b" / "run.jsonl", "the same")
    several = [json.dumps({"id": f"case-{at}", "messages": TALK[: 2 + at]}) for at in range(3)]
    (folder / "several.jsonl").write_text("\n".join(several) + "\n")
    (folder / "torn.json.gz").write_bytes(b"\x1f\x8b\x08 torn")
    return folder


def test_each_run_has_the_document_that_it_has_alone(runs: Path, run_cli: RunCli, tmp_path: Path) -> None:
    code, out, err = run_cli("diagnose", runs, "-o", tmp_path / "out", "--offline", "--jobs", "2", "--json")
    rows = json.loads(out)
    assert code == 3
    assert [(Path(row["path"]).name, row["run"], row["state"]) for row in rows] == [
        ("run.jsonl", [1, 1], "diagnosed"),
        ("run.jsonl", [1, 1], "diagnosed"),
        ("several.jsonl", [1, 3], "diagnosed"),
        ("several.jsonl", [2, 3], "diagnosed"),
        ("several.jsonl", [3, 3], "diagnosed"),
        ("torn.json.gz", [1, 1], "unreadable"),
    ]
    assert "torn.json.gz: " in err
    assert "1 unreadable" in err
    named = [row["document"] for row in rows if row["document"]]
    assert len(set(named)) == 5 == len(list((tmp_path / "out").iterdir()))
    for row in rows[:-1]:
        only = ("--run", row["id"]) if row["id"] else ()
        run_cli("diagnose", row["path"], *only, "--offline", "-o", tmp_path / "one.json")
        assert (tmp_path / "out" / row["document"]).read_bytes() == (tmp_path / "one.json").read_bytes()


def test_what_is_there_is_not_made_again_and_nothing_is_overwritten(
    runs: Path, run_cli: RunCli, tmp_path: Path
) -> None:
    (runs / "torn.json.gz").unlink()
    words = ("diagnose", runs, "-o", tmp_path / "out", "--offline", "--json")
    first = {row["document"] for row in json.loads(run_cli(*words)[1])}
    made = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "out").iterdir()}
    code, out, _ = run_cli(*words)
    assert code == 0
    assert {row["state"] for row in json.loads(out)} == {"there"}
    assert {path.name: path.stat().st_mtime_ns for path in (tmp_path / "out").iterdir()} == made
    code, out, _ = run_cli(*words, "--chunk-tokens", "900")  # another question: other documents beside the first
    assert {row["state"] for row in json.loads(out)} == {"diagnosed"}
    assert not {row["document"] for row in json.loads(out)} & first
    assert {path.name for path in (tmp_path / "out").iterdir()} > first


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((".",), "No folder for their documents"),
        ((".", "-o", "all.json"), "-o names a file"),
        (("a/run.jsonl", "b/run.jsonl", "-o", "out", "--run", "1"), "Several were named"),
        (("a/run.jsonl", "nowhere.jsonl", "-o", "out"), "does not exist"),
    ],
)
def test_a_line_that_makes_no_sense_is_refused(words: tuple[str, ...], says: str, runs: Path, run_cli: RunCli) -> None:
    code, _, err = run_cli("diagnose", *words, "--offline", cwd=runs)
    assert code in (2, 66)
    assert says in err
    assert not (runs / "out").exists()


def test_a_document_that_answers_another_question_is_not_taken_for_this_one(run_cli: RunCli, tmp_path: Path) -> None:
    path, secret = tmp_path / "runs" / "run.jsonl", "ghp_" + "a1B2c3D4e5F6" * 3
    write_run(path, "one", f"token: {secret}")
    write_run(path.with_name("other.jsonl"), "two")
    words = ("diagnose", path.parent, "-o", tmp_path / "out", "--offline", "--json")

    def made(*more: str) -> list[dict[str, Any]]:
        rows = json.loads(run_cli(*words, *more)[1])
        assert {row["state"] for row in rows} == {"diagnosed"}
        assert {row["state"] for row in json.loads(run_cli(*words, *more)[1])} == {"there"}
        return [json.loads((tmp_path / "out" / row["document"]).read_text()) for row in rows]

    for task in ("AAA", "BBB"):
        (tmp_path / task).write_text(task)
    first, second = (made("--task", str(tmp_path / task)) for task in ("AAA", "BBB"))
    plain, open_ones = made(), made("--no-redact")
    assert [one["trace"]["task"] for one in (*first, *second)] == ["AAA"] * 2 + ["BBB"] * 2
    assert secret not in json.dumps([plain, first, second])
    assert {one["made_by"]["settings"].get("redact") for one in open_ones} == {False}
    assert len(list((tmp_path / "out").iterdir())) == 8


def test_a_path_that_holds_a_secret_is_known_again(run_cli: RunCli, tmp_path: Path) -> None:
    folder = tmp_path / "bob@example.com"
    for name in ("a", "b"):
        write_run(folder / f"{name}.jsonl", name)
    words = ("diagnose", folder, "-o", tmp_path / "out", "--offline", "--json")
    for state in ("diagnosed", "there"):
        assert {row["state"] for row in json.loads(run_cli(*words)[1])} == {state}
    assert len(list((tmp_path / "out").iterdir())) == 2


def test_the_first_of_several_is_never_judged_in_silence(runs: Path, run_cli: RunCli, tmp_path: Path) -> None:
    _, _, err = run_cli("diagnose", runs / "several.jsonl", "--offline")
    assert "run 3 of 3 in several.jsonl" in err
    code, _, err = run_cli("diagnose", runs / "several.jsonl", "--offline", "-o", tmp_path / "out")
    assert code == 0
    assert len(list((tmp_path / "out").iterdir())) == 3


def test_nothing_that_can_be_read_is_66_and_thresholds_hold_over_all(run_cli: RunCli, tmp_path: Path) -> None:
    (tmp_path / "torn.json.gz").write_bytes(b"\x1f\x8b\x08 torn")
    (tmp_path / "torn2.json.gz").write_bytes(b"\x1f\x8b\x08 torn")
    assert run_cli("diagnose", tmp_path, "--offline", "-o", tmp_path / "out")[0] == 66
    write_run(tmp_path / "quiet.jsonl", "a quiet run")
    source = Path(__file__).parents[3] / "sample_traces" / "invoices.jsonl"
    (tmp_path / "invoices.jsonl").write_bytes(source.read_bytes())
    words = ("diagnose", tmp_path, "--offline", "-o", tmp_path / "out")
    assert run_cli(*words)[0] == 3
    assert run_cli(*words, "--fail-on", "present")[0] == 1


def _many(folder: Path, number: int) -> Path:
    for at in range(number):
        write_run(folder / f"run-{at:02}.jsonl", f"run {at}")
    return folder


def test_one_budget_holds_over_all_runs_and_what_is_left_is_done_later(run_cli: RunCli, tmp_path: Path) -> None:
    runs = _many(tmp_path / "runs", 6)
    with serve(answer) as server:
        words = ("diagnose", runs, "-o", tmp_path / "out", "--base-url", server.url, "--yes", "--jobs", "3", "--json")
        code, out, err = run_cli(*words, "--max-calls", "11")
        assert code == 3
        assert server.calls == 11
        rows = json.loads(out)
        assert {row["state"] for row in rows} <= {"diagnosed", "not_begun"}
        assert not all(row["complete"] for row in rows)
        assert "budget" in err
        code, out, _ = run_cli(*words)
        assert code == 0
        assert all(row["complete"] for row in json.loads(out))
        asked = Counter(json.dumps(body["messages"]) for body in server.requests)
        assert max(asked.values()) == 1


def test_each_run_of_a_file_that_is_not_begun_is_a_row(run_cli: RunCli, tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    for name in ("a", "b"):
        several = [json.dumps({"id": f"{name}-{at}", "messages": TALK}) for at in range(6)]
        (tmp_path / "runs" / f"{name}.jsonl").write_text("\n".join(several) + "\n")
    with serve(answer) as server:
        words = ("diagnose", tmp_path / "runs", "-o", tmp_path / "out", "--base-url", server.url, "--yes", "--json")
        code, out, _ = run_cli(*words, "--jobs", "2", "--max-calls", "5")
    assert code == 3
    rows = [(Path(row["path"]).name, row["run"][0]) for row in json.loads(out)]
    assert sorted(rows) == [(name, number) for name in ("a.jsonl", "b.jsonl") for number in range(1, 7)]


def test_runs_of_the_same_words_are_paid_for_once(run_cli: RunCli, tmp_path: Path) -> None:
    for name in ("one", "two", "three"):
        write_run(tmp_path / "runs" / f"{name}.jsonl", "the same")
    with serve(answer) as server:
        words = ("--base-url", server.url, "--yes", "--json")
        code, out, _ = run_cli("diagnose", tmp_path / "runs", "-o", tmp_path / "out", *words)
        assert (code, len(json.loads(out))) == (0, 3)
        asked = Counter(json.dumps(body["messages"]) for body in server.requests)
        assert max(asked.values()) == 1


def test_killed_again_and_again_it_pays_for_nothing_twice(fork_server: ForkServer, tmp_path: Path) -> None:
    # Slow, since the program is started anew after each kill.
    runs, answered = _many(tmp_path / "runs", 8), Counter[str]()
    reached, lock = threading.Event(), threading.Lock()
    stop_at = [5]

    def script(body: Any, number: int) -> Step:
        with lock:
            if number >= stop_at[0]:
                reached.set()
                return Step(status=500, raw=b"{}", pause=30)  # on its way when the process is killed: not answered
            answered[json.dumps(body["messages"])] += 1
        return answer(body)

    with serve(script) as server:
        words = ("diagnose", runs, "-o", tmp_path / "out", "--base-url", server.url, "--yes", "--jobs", "1")
        for _ in range(3):
            reached.clear()
            program = fork_server.start(*map(str, words))
            assert reached.wait(120)
            os.kill(program.pid, signal.SIGKILL)
            program.communicate(60)
            stop_at[0] = server.calls + 6
        stop_at[0] = 10_000
        program = fork_server.start(*map(str, words))
        program.communicate(120)
        assert program.returncode == 0
    assert max(answered.values()) == 1
    assert len(list((tmp_path / "out").glob("run-*.json"))) == 8


def test_a_key_that_is_refused_ends_all_at_once(run_cli: RunCli, tmp_path: Path) -> None:
    runs = _many(tmp_path / "runs", 4)
    with serve(lambda *_: Step(status=401, raw=b'{"error": {"message": "no"}}')) as server:
        code, _, err = run_cli("diagnose", runs, "-o", tmp_path / "out", "--base-url", server.url, "--yes")
        assert code == 2
        assert "key" in err
        assert server.calls <= 8
