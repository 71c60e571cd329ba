"""CrewAI's log as JSON: the beginnings and ends of tasks, also of several runs and of a file that breaks off."""

import json
from pathlib import Path
from typing import Any

from agent.trace.event import Kind
from agent.trace.meta import describe
from agent.trace.trace import Trace
from tests.agent.trace.formats.acts import acts, check_places, lines, opened


def task(name: str, agent: str, status: str, **more: Any) -> dict[str, Any]:
    return {"timestamp": "2026-03-01 10:00:01", "task_name": name, "task": f"Please {name} é", "agent": agent,
            "status": status, **more}  # fmt: skip


CREW = [
    task("plan", "Planner", "started"),
    task("plan", "Planner", "completed", output="1. west\n2. east"),
    task("count", "Clerk", "started"),
    task("count", "Clerk", "completed", output='"8" ferries'),
]
EXPECTED = [
    ("task", "user", "Please plan é"),
    ("say", "Planner", "1. west\n2. east"),
    ("handoff", None, "Please count é"),
    ("say", "Clerk", '"8" ferries'),
]


def test_a_crew(tmp_path: Path) -> None:
    for text in (json.dumps(CREW, indent=4), json.dumps(CREW), lines(*CREW)):
        trace = opened(tmp_path, text, "logs.json")
        check_places(trace)
        facts = describe(trace)
        assert acts(trace) == EXPECTED
        assert (facts["format"], facts["records"], facts["answer"]) == ("crewai_log_json", 4, '"8" ferries')
        assert facts["records_tool_results"] is False
        assert [event.to for event in trace.events][:3:2] == [("Planner",), ("Clerk",)]
        assert trace.events[1].time == "2026-03-01T10:00:01.000"
        assert [event.section for event in trace.events] == ["plan", "plan", "count", "count"]


def test_runs_after_each_other_failures_and_missing_fields(tmp_path: Path) -> None:
    failed, bare = task("count", "Clerk", "failed", output="no boat"), {"task_name": "x", "agent": None, "status": 1}
    odd = [*CREW[:2], failed, CREW[0], bare]
    trace = opened(tmp_path, json.dumps(odd), "logs.json")
    check_places(trace)
    assert [event.section for event in trace.events] == ["plan", "plan", "count", "run 2: plan", "run 2: x"]
    assert trace.events[3].status == "error"


def test_a_file_that_breaks_off(tmp_path: Path) -> None:
    text = json.dumps(CREW, indent=4)
    trace = opened(tmp_path, text[: text.index('"count"')], "logs.json")
    assert acts(trace) == EXPECTED[:2]
    assert trace.reading.broken_at is not None


def test_the_text_and_the_json_log_say_the_same(made: Path) -> None:
    text, as_json = (Trace.open(made / f"crewai_logs.{suffix}").read() for suffix in ("txt", "json"))
    assert [(e.kind, e.time) for e in text.events if e.kind is not Kind.NOISE] == [
        (e.kind, e.time) for e in as_json.events
    ]
