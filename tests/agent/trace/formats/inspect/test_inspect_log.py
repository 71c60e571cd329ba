"""Inspect logs: one sample is one run; agents are told from each other; targets and scores are never shown."""

import json
from pathlib import Path
from typing import Any

import pytest

from agent.trace.meta import describe
from agent.trace.trace import Trace
from tests.agent.trace.formats.acts import acts, check_places, opened

SECRET = "the label 4711"
TASK = "How many ferries?"
Part = dict[str, Any]


def message(id: str, role: str, content: Any, **more: Any) -> Part:
    return {"id": id, "role": role, "content": content, **more}


CALL = {"id": "c1", "function": "count", "arguments": {"side": "west"}, "type": "function"}
SYSTEM, USER = message("s", "system", "You count."), message("u", "user", TASK, source="input")
CALLED = message("a1", "assistant", "I look.", tool_calls=[CALL], model="mock/model")
RETURNED = message("t1", "tool", "8 é", tool_call_id="c1", function="count")
SAID = message(
    "a2", "assistant", [{"type": "reasoning", "reasoning": "Eight."}, {"type": "text", "text": "8"}], model="mock/model"
)
MESSAGES = [SYSTEM, USER, CALLED, RETURNED, SAID]


def event(what: str, span: str | None = None, **more: Any) -> Part:
    return {"event": what, "span_id": span, "timestamp": "2026-03-01T10:00:01+00:00", **more}


def model(sent: list[Part], came: Part, span: str | None = None, reason: str = "stop") -> Part:
    return event(
        "model", span, model="mock/model", input=sent, output={"choices": [{"message": came, "stop_reason": reason}]}
    )


EVENTS = [
    event("sample_init", sample={"input": TASK, "target": SECRET}),
    model([SYSTEM, USER], CALLED),
    event("tool", id="c1", function="count", arguments={"side": "west"}, result="8 é"),
    model(MESSAGES[:4], SAID, reason="max_tokens"),
    event("score", score={"value": SECRET}, target=SECRET),
]
EXPECTED = [
    ("system", "system", "You count."),
    ("task", "user", TASK),
    ("say", "mock/model", "I look."),
    ("call", "mock/model", '{"side": "west"}'),
    ("result", "count", "8 é"),
    ("think", "mock/model", "Eight."),
    ("say", "mock/model", "8"),
]


def sample(id: str, **more: Any) -> Part:
    return {"id": id, "epoch": 1, "input": TASK, "target": SECRET, "messages": MESSAGES, "events": EVENTS,
            "scores": {"match": {"value": SECRET}}, "attachments": {}, **more}  # fmt: skip


def log(*samples: Part, **more: Any) -> Part:
    return {"version": 2, "status": "success", "eval": {"eval_id": "e", "task": "ferries"}, "plan": {"name": "plan"},
            "results": {"scores": [{"name": SECRET}]}, "samples": list(samples), **more}  # fmt: skip


def shown(trace: Trace) -> str:
    return "\n".join(trace.lines(1, trace.lines_count))


@pytest.mark.parametrize("held", ["events and messages", "messages", "events", "a sample alone"])
def test_a_sample(held: str, tmp_path: Path) -> None:
    one = sample("one")
    if held == "messages":
        one["events"] = []
    elif held == "events":
        one["messages"] = []
    trace = opened(tmp_path, json.dumps(one if held == "a sample alone" else log(one)), "log.json")
    check_places(trace)
    assert trace.format.name == "inspect_eval_json"
    assert acts(trace) == EXPECTED
    assert SECRET not in shown(trace)
    assert describe(trace)["answer"] == "8"
    assert "target, scores" in trace.reading.hidden
    if held != "messages":
        assert trace.events[7].status == "max_tokens"


def test_several_samples_are_runs(tmp_path: Path) -> None:
    text = json.dumps(
        log(sample("one"), sample("two", messages=MESSAGES[:2], events=[]), {**sample("two"), "epoch": 2})
    )
    trace = opened(tmp_path, text, "log.json")
    assert [run.id for run in trace.runs()] == ["one", "two", "two, epoch 2"]
    assert acts(trace) == EXPECTED
    assert trace.reading.run == "one"
    assert any("the file holds 3 samples" in warning for warning in trace.warnings)
    assert acts(Trace.open(tmp_path / "log.json", only="2").read()) == EXPECTED[:2]


def test_agents_errors_limits_and_attachments(tmp_path: Path) -> None:
    events = [
        event("span_begin", id="sp1", type="agent", name="scout", parent_id=None),
        event("span_begin", id="sp2", type="tool", name="count", parent_id="sp1"),
        model([SYSTEM, message("u", "user", "attachment://h1")], CALLED, "sp2"),
        event(
            "tool",
            "sp2",
            id="c1",
            function="count",
            arguments={},
            error={"type": "timeout", "message": "no boat"},
            result="",
        ),
        event("sample_limit", type="message", message="exceeded message limit: 9"),
        event("error", error={"message": "boom", "traceback": "Traceback"}),
        event("info", data="a note"),
        event("event_of_tomorrow", data=1),
    ]
    long = "A long text é\nof two lines"
    one = sample(
        "one", events=events, messages=[], attachments={"h1": long}, error={"message": "boom", "traceback": "T"}
    )
    trace = opened(tmp_path, json.dumps(log(one)), "log.json")
    check_places(trace)
    assert [(e.kind.value, e.actor, e.status, trace.text(e)) for e in trace.events] == [
        ("system", "system", None, "You count."),
        ("task", "user", None, long),
        ("say", "scout", None, "I look."),
        ("call", "scout", None, '{"side": "west"}'),
        ("result", "count", "error", "no boat"),
        ("note", None, "limit", "exceeded message limit: 9"),
        ("error", None, "error", "boom"),
        ("note", None, None, "a note"),
        ("noise", None, None, "event_of_tomorrow"),
        ("error", None, "error", "T"),
    ]


@pytest.mark.parametrize("cut", [0.3, 0.5, 0.8])
def test_a_log_that_breaks_off_gives_nothing_away(cut: float, tmp_path: Path) -> None:
    text = json.dumps(log(sample("one"), sample("two")))
    trace = opened(tmp_path, text[: int(len(text) * cut)], "log.json")
    assert SECRET not in shown(trace)
    assert trace.reading.broken_at is not None


def test_a_log_without_samples_says_why_it_failed(tmp_path: Path) -> None:
    failed = log(error={"message": "boom", "traceback": "Traceback é"}, status="error")
    trace = opened(tmp_path, json.dumps(failed), "log.json")
    assert acts(trace) == [("error", None, "Traceback é")]
    assert SECRET not in shown(trace)
    trace = opened(tmp_path, json.dumps(log()), "log.json")
    assert [event.kind.value for event in trace.events] == ["noise"]


ASKED_TO_GRADE = message("g1", "user", f"Compare the answer with {SECRET}.")
GRADED = message("g2", "assistant", f"{SECRET}. GRADE: C", model="mock/model")
SCORER = {
    "spans": [
        event("span_begin", None, id="x", type="scorers", name="scorers"),
        event("span_begin", None, id="y", parent_id="x", type="scorer", name="fact"),
        model([ASKED_TO_GRADE], GRADED, "y"),
        event("sandbox", "y", output=SECRET),
    ],
    "steps": [
        event("step", action="begin", type="scorer", name="fact"),
        model([ASKED_TO_GRADE], GRADED),
        event("step", action="end", type="scorer", name="fact"),
    ],
    "the role of the model": [{**model([ASKED_TO_GRADE], GRADED), "role": "grader"}],
}


@pytest.mark.parametrize("how", SCORER)
def test_what_a_scorer_asks_and_is_answered_is_hidden(how: str, tmp_path: Path) -> None:
    one = sample("one", events=[*EVENTS[:-1], *SCORER[how], EVENTS[-1]])
    trace = opened(tmp_path, json.dumps(log(one)), "log.json")
    assert acts(trace) == EXPECTED
    assert SECRET not in shown(trace)
    assert describe(trace)["answer"] == "8"
    assert "what a scorer asked and was answered" in describe(trace)["hidden"]


def test_messages_kept_elsewhere_are_those_of_the_run(tmp_path: Path) -> None:
    """Words that the events keep as attachments, and messages that they keep in a pool, are not said twice."""
    bare = [{key: value for key, value in one.items() if key != "id"} for one in (SYSTEM, USER)]
    apart = [{**one, "content": f"attachment://{n}"} for n, one in enumerate(bare)]
    said = {"role": "assistant", "content": "8", "source": "generate"}
    one = sample("one", events=[model(apart, said)], messages=[*bare, said])
    one["attachments"] = {"0": "You count.", "1": TASK}
    trace = opened(tmp_path, json.dumps(log(one)), "log.json")
    assert acts(trace) == [*EXPECTED[:2], ("say", "mock/model", "8")]
    pooled = {**model([], CALLED), "input_refs": [[0, 2]]}
    one = sample("one", events=[pooled, EVENTS[2]], messages=MESSAGES[:4], message_pool=[SYSTEM, USER])
    assert acts(opened(tmp_path, json.dumps(log(one)), "pool.json")) == EXPECTED[:5]


def test_a_picture_is_named_and_not_written_out(tmp_path: Path) -> None:
    bytes_of_it = "data:image/png;base64," + 40 * "iVBORw0KGgo"
    asked = [{"type": "text", "text": "What is it?"}, {"type": "image", "image": "attachment://h1", "detail": "auto"}]
    user, said = message("m2", "user", asked), message("m3", "assistant", "A pier.", model="lamp-1")
    events, held = [model([SYSTEM, user], said)], {"h1": bytes_of_it}
    one = sample("one", input=[user], events=events, messages=[SYSTEM, user, said], attachments=held)
    path = tmp_path / "log.json"
    path.write_text(json.dumps(log(one)))
    trace = Trace.open(path).read()
    told = [(event.kind.value, trace.text(event)) for event in trace.events if event.is_act]
    assert told[1:] == [("task", "What is it?\nimage"), ("say", "A pier.")]
    assert "iVBOR" not in shown(trace)
