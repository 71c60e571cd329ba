"""Commands end by themselves, and never with a fault of ours, on pipes, devices and names that are no text."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from mast_tui.state.store import open_store
from tests.homes import share_patterns

Cli = Callable[..., tuple[int, str, str]]
Run = Callable[[list[str], str, Path], tuple[int, str]]
ROOT = Path(__file__).parents[2]
COMMANDS = [
    ["report", "ODD", "-o", "out.md"],
    ["verify", "ODD", "TRACE"],
    ["compare", "ODD", "--with", "ODD"],
    ["agreement", "ODD"],
    ["diagnose", "TRACE", "--offline", "--task", "ODD"],
    ["events", "ODD", "--meta"],
    ["lines", "ODD", "1-2"],
    ["search", "ODD", "x"],
    ["diff", "TRACE", "ODD"],
    ["try", "ODD"],
    ["summary", "diagnoses", "--labels", "ODD"],
    ["evaluate", "ODD", "."],
]


@pytest.fixture
def run(run_cli: Cli) -> Run:
    """Run a command in a folder, on something odd that it holds; the exit code and what is told of it."""

    def run(words: list[str], odd: str, folder: Path) -> tuple[int, str]:
        trace = str(ROOT / "sample_traces/invoices.jsonl")
        named = [{"ODD": odd, "TRACE": trace}.get(word, word) for word in words]
        home = share_patterns(folder / "home")
        code, _, err = run_cli(*named, cwd=folder, env={"MAST_TUI_HOME": str(home)})
        return code, err

    return run


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
@pytest.mark.parametrize("odd", ["fifo", "/dev/zero", "folder"])
def test_what_is_no_file_is_refused_soon(words: list[str], odd: str, run: Run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "folder").mkdir()
    (tmp_path / "diagnoses").mkdir()
    saved = ROOT / "tests/mast_tui/snapshots/diagnoses/invoices.json"
    (tmp_path / "diagnoses" / "one.json").write_bytes(saved.read_bytes())
    code, told = run(words, odd, tmp_path)
    assert code in (2, 66), told


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
@pytest.mark.parametrize("odd", ["a\udcff.json", "missing\udcff.json"])
def test_a_name_that_is_no_text_is_no_fault_of_ours(words: list[str], odd: str, run: Run, tmp_path: Path) -> None:
    (tmp_path / "a\udcff.json").write_text('{"role": "user", "content": "x"}\n')
    code, told = run(words, odd, tmp_path)
    assert code in (0, 1, 2, 3, 66), told


def test_a_trace_whose_name_is_no_text_is_remembered_and_forgotten(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a\udcff.log").write_bytes((ROOT / "sample_traces/hyperagent-calendar.log").read_bytes())
    for words in (
        ["diagnose", "ODD", "--offline", "-o", "a.json"],
        ["brief", "ODD", "F1"],
        ["verify", "a.json", "ODD"],
    ):
        code, told = run(words, "a\udcff.log", tmp_path)
        assert code == 0, (words, told)
    store = open_store(tmp_path / "home")
    assert [Path(each.path).name for each in store.recent()] == ["a\udcff.log"]
    store.close()
    assert run(["forget", "ODD"], "a\udcff.log", tmp_path)[0] == 0
    store = open_store(tmp_path / "home")
    assert store.recent() == []
    store.close()


@pytest.mark.parametrize("id", ["\ud800", "a\udcff", "\x00", "\x1b[31m"])
def test_a_run_whose_id_is_no_text_can_be_listed_and_read(id: str, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    messages = [{"role": "user", "content": "do it"}, {"role": "assistant", "content": "done"}]
    path.write_text("".join(json.dumps({"id": name, "messages": messages}) + "\n" for name in (id, "two")))
    for words in (["events", "ODD", "--runs"], ["events", "ODD", "--meta"], ["events", "ODD", "--jsonl", "--run", "1"]):
        code, told = run(words, "runs.jsonl", tmp_path)
        assert code in (0, 66), (words, told)
    code, told = run(["events", "ODD", "--run", "\udcff"], "runs.jsonl", tmp_path)
    assert code == 2, told


NAMING = [
    *COMMANDS,
    ["diagnose", "ODD", "--offline"],
    ["diagnose", "ODD", "TRACE", "--offline", "-o", "out"],
    ["diagnose", "TRACE", "--offline", "-o", "ODD.html"],
    ["report", "ODD"],
    ["brief", "ODD", "F1"],
    ["stats", "ODD"],
    ["runs", "ODD"],
    ["plan", "ODD"],
    ["ask", "ODD", "why?", "--offline"],
    ["ODD"],
    ["TRACE", "--diagnosis", "ODD"],
    ["selfcheck", "--offline", "--runs", "ODD"],
]


@pytest.mark.parametrize("words", NAMING, ids=" ".join)
def test_a_name_that_no_file_can_have_is_no_fault_of_ours(
    words: list[str], run_cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    trace = tmp_path / "run.log"
    trace.write_text("a line\n")
    for odd in ("a\0b", "x" * 5000, "[" + "a/" * 3000, "a\udcff" * 2000):
        code, _, err = run_cli(*[word.replace("ODD", odd).replace("TRACE", str(trace)) for word in words])
        assert code in (2, 66), err


def test_a_list_of_paths_without_an_end_is_refused(tmp_path: Path) -> None:
    for words in (["runs", "-0"], ["-0"], ["diagnose", "-0", "-o", "out", "--offline"]):
        with Path("/dev/zero").open("rb") as endless:
            ran = subprocess.run(
                [sys.executable, "-m", "mast_tui", *words],
                cwd=tmp_path,
                stdin=endless,
                capture_output=True,
                timeout=60,
                env={**os.environ, "MAST_TUI_HOME": str(tmp_path / "home"), "PYTHONPATH": str(ROOT)},
            )
        assert ran.returncode == 2, ran.stderr


def test_a_question_without_measure_is_refused(run_cli: Cli, tmp_path: Path) -> None:
    trace = tmp_path / "run.log"
    trace.write_text("a line\n")
    code, _, err = run_cli("ask", trace, "why " * 10_000, "--offline")
    assert code == 2
    assert "too long" in err
