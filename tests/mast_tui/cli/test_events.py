"""`mast-tui events`: the shapes a script relies on, and a table that a hostile trace cannot break."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.mast_tui.desk import SAMPLES

RunCli = Callable[..., tuple[int, str, str]]

KEYS = [
    "event",
    "record",
    "kind",
    "actor",
    "to",
    "title",
    "lines",
    "source_lines",
    "bytes",
    "time",
    "tool",
    "call",
    "status",
    "parent",
    "depth",
    "repeats",
    "copies",
    "salience",
]
META = [
    "format",
    "because",
    "bytes",
    "source_lines",
    "lines",
    "records",
    "events",
    "acts",
    "actors",
    "task",
    "answer",
    "records_tool_results",
    "companions",
    "hidden",
    "warnings",
]


def trace_file(folder: Path, *texts: str) -> Path:
    """A small AG2 run with these messages."""
    path = folder / "run.json"
    turns = [{"content": text.split("\n"), "role": "user", "name": f"agent {n}"} for n, text in enumerate(texts)]
    path.write_text(json.dumps({"instance_id": "x", "problem_statement": ["Do it."], "trajectory": turns}, indent=4))
    return path


def test_one_object_per_event_in_the_order_of_the_contract(run_cli: RunCli, tmp_path: Path) -> None:
    code, out, err = run_cli("events", trace_file(tmp_path, "Do it.", "Dóne.\nReally."), "--jsonl")
    assert (code, err) == (0, "")
    events = [json.loads(line) for line in out.rstrip("\n").split("\n")]
    assert [list(event) for event in events] == [KEYS, KEYS]
    assert [event["event"] for event in events] == [1, 2]
    assert events[1]["lines"] == [2, 3]
    assert events[1]["to"] == []
    assert events[1]["title"] == "Dóne."
    assert "Dóne." in out


def test_text_is_added_on_request(run_cli: RunCli, tmp_path: Path) -> None:
    path = trace_file(tmp_path, "Do it.", "Dóne.\nReally.")
    _, out, _ = run_cli("events", path, "--jsonl", "--text")
    assert [json.loads(line)["text"] for line in out.rstrip("\n").split("\n")] == ["Do it.", "Dóne.\nReally."]
    _, out, _ = run_cli("events", path, "--text")
    assert "\n    Really.\n" in out


def test_json_is_the_same_as_jsonl(run_cli: RunCli, tmp_path: Path) -> None:
    path = trace_file(tmp_path, "Do it.", "Done.")
    assert run_cli("events", path, "--json") == run_cli("events", path, "--jsonl")


def test_one_object_about_the_trace(run_cli: RunCli, tmp_path: Path) -> None:
    path = trace_file(tmp_path, "Do it.", "Done.")
    code, out, _ = run_cli("events", path, "--meta")
    meta = json.loads(out)
    assert code == 0
    assert list(meta) == META
    assert meta["bytes"] == path.stat().st_size
    assert meta["source_lines"] == len(path.read_bytes().split(b"\n"))
    assert meta["actors"] == ["agent 0", "agent 1"]
    assert meta["task"] == {"text": "Do it.", "source_lines": [4, 4], "complete": True}
    assert meta["answer"] is None


def test_a_title_is_never_empty(run_cli: RunCli, tmp_path: Path) -> None:
    _, out, _ = run_cli("events", trace_file(tmp_path, "", "\n \n"), "--jsonl")
    assert all(json.loads(line)["title"] for line in out.rstrip("\n").split("\n"))


def test_the_table_is_one_line_per_event_whatever_the_trace_says(run_cli: RunCli, tmp_path: Path) -> None:
    path = trace_file(tmp_path, "Do it.", "\x1b]0;owned\x07\x1b[2J\u202eleft\x85", "漢字" * 60)
    code, out, _ = run_cli("events", path)
    rows = out.rstrip("\n").split("\n")
    assert code == 0
    assert len(rows) == 4
    assert not any(character in out for character in "\x1b\x07\u202e\x85")
    assert [row.split()[0] for row in rows] == ["event", "1", "2", "3"]
    assert len({row.find(word) for row, word in zip(rows, ("kind", "task", "say", "say"), strict=True)}) == 1


def test_a_task_of_the_user_is_taken(run_cli: RunCli, tmp_path: Path) -> None:
    task = tmp_path / "task.txt"
    task.write_text("Something else.")
    _, out, _ = run_cli("events", trace_file(tmp_path, "Do it."), "--meta", "--task", task)
    assert json.loads(out)["task"] == {"text": "Something else.", "source_lines": None, "complete": True}
    code, _, err = run_cli("events", trace_file(tmp_path, "Do it."), "--meta", "--task", tmp_path / "none.txt")
    assert code == 66
    assert "none.txt" in err


def test_the_format_can_be_told(run_cli: RunCli, tmp_path: Path) -> None:
    _, out, _ = run_cli("events", trace_file(tmp_path, "Do it."), "--meta", "--format", "plain_log")
    assert json.loads(out)["format"] == "plain_log"
    code, _, err = run_cli("events", trace_file(tmp_path, "Do it."), "--format", "none")
    assert code == 2
    assert "--format none" in err


def test_what_cannot_be_opened_is_exit_66(run_cli: RunCli, tmp_path: Path) -> None:
    code, out, err = run_cli("events", tmp_path / "missing.json")
    assert (code, out) == (66, "")
    assert len(err.rstrip("\n").split("\n")) == 3


def test_a_tab_moves_no_cell_of_the_table(run_cli: RunCli, tmp_path: Path) -> None:
    (tmp_path / "tabs.jsonl").write_text('{"role": "user", "name": "A\\tB", "content": "one\\ttwo\\tthree"}\n' * 2)
    code, out, _ = run_cli("events", tmp_path / "tabs.jsonl")
    assert code == 0
    assert "one two three" in out
    assert "\t" not in out


def test_only_the_events_that_fit_a_filter_are_written(run_cli: RunCli) -> None:
    path = SAMPLES / "invoices.jsonl"
    _, out, _ = run_cli("events", path, "agent:Reviewer", "kind:say", "--jsonl")
    events = [json.loads(line) for line in out.splitlines()]
    assert events
    assert {(each["actor"], each["kind"]) for each in events} == {("Reviewer", "say")}
    assert len(run_cli("events", path, "agent:Reviewer kind:say")[1].splitlines()) == len(events) + 1
    assert run_cli("events", path, "kind:zall")[0] == 2


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system does not tell how much memory it took")
@pytest.mark.parametrize("shape", [[], ["--json"]])
def test_the_text_of_a_huge_event_is_written_whole_and_never_held(shape: list[str], tmp_path: Path) -> None:
    # Slow, since an event must be huge for its memory to be seen, and is written as often as there are shapes.
    path, text = tmp_path / "run.jsonl", 'a "quoted" word \u2028 and two\n' * 700_000
    path.write_text(json.dumps({"role": "user", "content": text}) + "\n")
    code = (
        "import sys; from mast_tui.cli import main; code = main(sys.argv[1:]);"
        "status = open('/proc/self/status').read();"
        "print(int(status.split('VmHWM:')[1].split()[0]) // 1024, file=sys.stderr); sys.exit(code)"
    )
    command = [sys.executable, "-c", code, "events", str(path), "--text", *shape]
    root = Path(__file__).resolve().parents[3]
    environment = {"MAST_TUI_HOME": str(tmp_path / "home"), "PYTHONPATH": str(root), "PATH": "/usr/bin:/bin"}
    ran = subprocess.run(command, capture_output=True, env=environment, check=True)
    assert int(ran.stderr.split()[-1]) <= 100, "the text alone, held once, takes 40"
    if shape:
        assert json.loads(ran.stdout)["text"] == text
    else:
        assert ran.stdout.count(b'\n    a "quoted" word') == 700_000
