"""ATIF trajectories: a step of an agent is several events, and what is copied from before is no act."""

import json
from pathlib import Path
from typing import Any

import pytest

from agent.trace.meta import describe
from agent.trace.trace import Trace
from tests.agent.trace.formats.acts import acts, check_places, opened

Step = dict[str, Any]
TASK = "How many ferries?\nOne number."


def step(number: int, source: str, message: Any, **more: Any) -> Step:
    return {
        "step_id": number,
        "timestamp": f"2026-03-01T10:00:0{number}.000Z",
        "source": source,
        "message": message,
        **more,
    }


def trajectory(*steps: Step, name: str = "scout", **more: Any) -> Step:
    agent = {"name": name, "version": "1"}
    return {"schema_version": "ATIF-v1.7", "session_id": "s", "agent": agent, "steps": list(steps), **more}


CALLS = [
    {"tool_call_id": "c1", "function_name": "count", "arguments": {"side": "west"}},
    {"tool_call_id": "c2", "function_name": "look", "arguments": {}},
]
RESULTS = [
    {"source_call_id": "c1", "content": "8 é"},
    {"source_call_id": "c2", "content": [{"type": "text", "text": "fog"}]},
]
STEPS = [
    step(1, "system", "You count."),
    step(2, "user", TASK),
    step(3, "agent", "I look.", reasoning_content="West first.", tool_calls=CALLS, observation={"results": RESULTS}),
    step(4, "agent", "There are 8."),
]
EXPECTED = [
    ("system", "system", "You count."),
    ("task", "user", TASK),
    ("think", "scout", "West first."),
    ("say", "scout", "I look."),
    ("call", "scout", '{"side": "west"}'),
    ("call", "scout", "{}"),
    ("result", "count", "8 é"),
    ("result", "look", "fog"),
    ("say", "scout", "There are 8."),
]


@pytest.mark.parametrize("shape", ["one", "over lines", "list", "lines"])
def test_a_trajectory(shape: str, tmp_path: Path) -> None:
    whole, short = trajectory(*STEPS), trajectory(*STEPS[:2], name="other")
    text = {
        "one": json.dumps(whole),
        "over lines": json.dumps(whole, indent=1).replace('{\n      "side": "west"\n     }', '{"side": "west"}'),
        "list": json.dumps([short, whole]),
        "lines": json.dumps(short) + "\n" + json.dumps(whole) + "\n",
    }[shape]
    trace = opened(tmp_path, text, "run.json")
    check_places(trace)
    assert acts(trace) == EXPECTED
    facts = describe(trace)
    assert (facts["format"], facts["records"], facts["answer"]) == ("atif", 4, "There are 8.")
    assert [event.record for event in trace.events] == [1, 2, 3, 3, 3, 3, 3, 3, 4]
    assert len(trace.runs()) == (2 if shape in ("list", "lines") else 0)


def test_agents_inside_and_copied_context(tmp_path: Path) -> None:
    inner = trajectory(step(1, "user", "Count west."), step(2, "agent", "8"), name="helper")
    copied = {**STEPS[3], "step_id": 5, "is_copied_context": True}
    trace = opened(tmp_path, json.dumps(trajectory(*STEPS, copied, subagent_trajectories=[inner])), "run.json")
    check_places(trace)
    told = [(e.actor, e.repeats, e.depth) for e in trace.events]
    assert told[-3:] == [("scout", 9, 0), ("user", None, 1), ("helper", None, 1)]
    task = trace.task()
    assert task is not None
    assert task.text == TASK


def test_missing_fields_and_another_version(tmp_path: Path) -> None:
    odd = {"schema_version": "ATIF-v9.0", "agent": None, "steps": [{"message": "hello"}, {"source": "agent"}, 7, None]}
    trace = opened(tmp_path, json.dumps(odd), "run.json")
    check_places(trace)
    assert [(e.kind.value, e.actor) for e in trace.events] == [("say", "agent"), ("note", None)]


def test_a_trajectory_that_breaks_off(tmp_path: Path) -> None:
    text = json.dumps(trajectory(*STEPS))
    trace = opened(tmp_path, text[: text.index("There are 8")], "run.json")
    assert acts(trace) == EXPECTED[:-1]
    assert trace.reading.broken_at is not None


def test_the_made_trajectory(made: Path) -> None:
    trace = Trace.open(made / "atif_trajectory.json").read()
    assert [kind for kind, _, _ in acts(trace)] == ["system", "task", "think", "call", "result", "say"]
