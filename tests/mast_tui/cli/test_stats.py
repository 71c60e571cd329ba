"""`mast-tui stats`: the run in numbers as a table and as JSON."""

import json
from collections.abc import Callable
from pathlib import Path

Cli = Callable[..., tuple[int, str, str]]


def test_the_table_names_what_is_not_told(run_cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    chat = [{"role": "user", "content": "Add."}, {"role": "assistant", "name": "so\x1b[31mlver", "content": "It is 3."}]
    path.write_text("".join(json.dumps(message) + "\n" for message in chat))
    code, out, _ = run_cli("stats", path)
    assert code == 0
    assert "\x1b" not in out
    rows = out.split("\n")
    assert rows[0] == "run.jsonl (openai_chat_jsonl_messages): 1 agent · 2 events · 2 lines"
    assert rows[4].split() == ["so␛[31mlver", "1", "3", "L2-2"]
    assert "  no times in this trace" in rows
    told = json.loads(run_cli("stats", path, "--json")[1])
    assert [(each["actor"], each["events"], each["seconds"]) for each in told["agents"]] == [
        ("so\x1b[31mlver", 1, None),
        ("user", 1, None),
    ]
    assert "no times in this trace" in told["missing"]


def test_the_sums_are_those_of_events(run_cli: Cli, made: Path) -> None:
    path = made / "langgraph_updates.jsonl"
    events = [json.loads(line) for line in run_cli("events", path, "--json")[1].split("\n") if line]
    told = json.loads(run_cli("stats", path, "--json")[1])
    assert sum(each["events"] for each in told["agents"]) == len(events)
    for each in told["agents"]:
        own = [event for event in events if event["actor"] == each["actor"]]
        assert each["calls"] == sum(event["kind"] == "call" and event["repeats"] is None for event in own)
        assert each["lines"] == [min(e["lines"][0] for e in own), max(e["lines"][1] for e in own)]
