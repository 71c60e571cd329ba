"""`mast-tui runs`: a row for each run, as a table and as a JSON list; elsewhere the run that is read is named."""

import json
from pathlib import Path

import pytest

from tests.conftest import RunCli

TALK = [{"role": "user", "content": "Add\x1b[2J 2."}, {"role": "assistant", "content": "4"}]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "runs"
    place.mkdir()
    for name in ("b", "a"):
        (place / f"{name}.json").write_text(json.dumps({"messages": TALK}))
    held = [{"id": name, "messages": TALK} for name in ("first", "second", "third")]
    (place / "several.jsonl").write_text("".join(json.dumps(each) + "\n" for each in held))
    return place


def test_the_table_as_text_and_as_json(folder: Path, run_cli: RunCli) -> None:
    code, out, told = run_cli("runs", folder)
    lines = out.rstrip("\n").split("\n")
    assert code == 0
    assert [line.split()[:2] for line in lines[1:3]] == [["1", "a.json"], ["2", "b.json"]]
    assert "several.jsonl run 2 of 3" in lines[4]
    assert "\x1b" not in out
    assert told == "5 runs\n"
    listed = json.loads(run_cli("runs", folder / "a.json", folder / "several.jsonl", "--json")[1])
    assert [(each["run"], each["id"], each["events"], each["of"]) for each in listed] == [
        (1, None, 2, [1, 1]),
        (2, "first", 2, [1, 3]),
        (3, "second", 2, [2, 3]),
        (4, "third", 2, [3, 3]),
    ]
    wanted = {"run", "path", "id", "task", "start", "seconds", "agents", "events", "acts", "lines", "tokens", "outcome"}
    assert wanted | {"failures", "root_mode", "diagnosis"} <= set(listed[0])


def test_nothing_named_and_nothing_there(run_cli: RunCli, tmp_path: Path) -> None:
    assert run_cli("runs")[0] == 2
    assert run_cli("runs", tmp_path / "gone")[0] == 66
    assert run_cli("runs", tmp_path, "--json")[:2] == (0, "[]\n")
    assert run_cli("runs", tmp_path)[2] == "no run was found\n"


@pytest.mark.parametrize("command", ["events", "stats", "diagnose"])
def test_the_run_that_is_read_is_named(command: str, folder: Path, run_cli: RunCli) -> None:
    told = run_cli(command, folder / "several.jsonl", "--run", "second")[2]
    assert "run 2 of 3 in several.jsonl (second); --run reads another one." in told
    assert "run 1 of 3" not in run_cli(command, folder / "a.json")[2]
