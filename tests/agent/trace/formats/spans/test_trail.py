"""TRAIL traces: spans as records, events in order of time, each text at the act, no truth in any line."""

import json
import random
from pathlib import Path
from typing import Any

from agent.trace.event import Kind
from agent.trace.meta import describe
from agent.trace.trace import Trace
from tests.agent.trace.formats.acts import opened_document

TRUTH = "the true answer 4711"
TASK = "Find the name of the ship in the old photograph.\nAnswer with the name only."
THOUGHT = "Thought: I should look it up in the register of ships.\nCode:\n```py\nprint(find('photo'))\n```<end_code>"
LOGS = "Execution logs:\nThe register lists the ship Aurora, built in 1911."


def span(identity: str, parent: str | None, name: str, start: float, length: float, **more: Any) -> dict[str, Any]:
    """One span in the shape of the format."""
    return {
        "timestamp": f"2025-01-01T10:00:{start:09.6f}Z",
        "trace_id": "t1",
        "span_id": identity,
        "parent_span_id": parent,
        "span_name": name,
        "span_kind": "Internal",
        "span_attributes": more.pop("attributes", {}),
        "duration": f"PT{length}S",
        "status_code": "Unset",
        "status_message": "",
        "events": [],
        "logs": [],
        "child_spans": [],
        **more,
    }


def model(identity: str, parent: str, start: float, sent: list[tuple[str, str]], said: str) -> dict[str, Any]:
    """A model call that stores its messages twice."""
    attributes = {"openinference.span.kind": "LLM"}
    whole = [{"role": role, "content": [{"type": "text", "text": text}]} for role, text in sent]
    attributes["input.value"] = json.dumps({"messages": whole})
    for number, (role, text) in enumerate(sent):
        attributes[f"llm.input_messages.{number}.message.content"] = text
        attributes[f"llm.input_messages.{number}.message.role"] = role
    attributes["llm.output_messages.0.message.content"] = said
    attributes["llm.output_messages.0.message.role"] = "assistant"
    attributes["output.value"] = json.dumps({"role": "assistant", "content": said})
    return span(identity, parent, "LiteLLMModel.__call__", start, 1.5, attributes=attributes)


def run() -> dict[str, Any]:
    """A run of our own invention; its later call sends everything again."""
    prompt = ("system", "You are a careful researcher.")
    first = model("l1", "s1", 2.0, [prompt, ("user", f"New task:\n{TASK}")], THOUGHT)
    tool = {
        "openinference.span.kind": "TOOL",
        "tool.name": "find",
        "input.value": '{"args": ["photo"], "kwargs": {}}',
        "output.value": "The register lists the ship Aurora, built in 1911.",
    }
    failed: dict[str, Any] = {"Timestamp": "2025-01-01T10:00:04", "Name": "exception"}
    trail = "Traceback (most recent call last):\nValueError: no second photo"
    failed |= {"Attributes": {"exception.message": "no second photo", "exception.stacktrace": trail}}
    step = span("s1", "a1", "Step 1", 1.9, 3.0, attributes={"openinference.span.kind": "CHAIN", "output.value": LOGS})
    step["child_spans"] = [first, span("x1", "s1", "FindTool", 3.6, 0.2, attributes=tool)]
    sent = [prompt, ("user", f"New task:\n{TASK}"), ("assistant", THOUGHT), ("user", f"Observation:\n{LOGS}")]
    last = span("s2", "a1", "Step 2", 5.0, 2.0, attributes={"openinference.span.kind": "CHAIN"}, status_code="Error")
    last["events"] = [failed]
    last["child_spans"] = [model("l2", "s2", 5.1, sent, "The ship is the Aurora.")]
    agent = {"openinference.span.kind": "AGENT", "output.value": "Aurora"}
    agent["input.value"] = json.dumps({"task": TASK, "stream": False, "additional_args": None})
    body = {"function.name": "answer", "function.arguments": {"example": {"question": TASK, "true_answer": TRUTH}}}
    root = span("r1", None, "answer", 0.5, 9.0, logs=[{"span_id": "r1", "body": body}])
    root["child_spans"] = [span("a1", "r1", "CodeAgent.run", 1.0, 8.0, attributes=agent, child_spans=[step, last])]
    return {"trace_id": "t1", "spans": [root]}


def test_spans_are_records_and_events_come_in_time(tmp_path: Path) -> None:
    trace = opened_document(tmp_path, run())
    events = list(trace.events)
    assert trace.format.name == "trail_patronus_otel"
    assert [(e.kind.value, e.record) for e in events if e.is_act] == [
        ("note", 1),
        ("task", 2),
        ("note", 3),
        ("system", 4),
        ("call", 4),
        ("call", 5),
        ("result", 5),
        ("note", 6),
        ("say", 7),
        ("error", 6),
        ("answer", 2),
    ]
    assert {e.record for e in events} == set(range(1, 8))
    times = [e.time for e in events if e.time]
    assert times == sorted(times)
    assert {e.actor for e in events} == {None, "user", "CodeAgent.run", "system", "find", "environment"}
    by_record = {e.record: e for e in reversed(events)}
    assert [by_record[r].parent for r in (1, 2, 3)] == [None, by_record[1].number, by_record[2].number]
    assert [by_record[r].depth for r in (1, 2, 3, 4)] == [0, 1, 2, 3]
    trace.close()


def test_a_line_belongs_to_the_act_and_not_to_its_echo(tmp_path: Path) -> None:
    trace = opened_document(tmp_path, run())
    for words in ("Find the name of the ship", "I should look it up", "The register lists"):
        holders = [e for e in trace.events if words in trace.text(e)]
        assert holders[0].is_act
    echoes = [(e.kind, e.repeats) for e in trace.events if not e.is_act]
    task = next(e.number for e in trace.events if e.kind is Kind.TASK)
    assert (Kind.SAY, task) in echoes
    trace.close()


def test_nothing_that_was_sent_is_lost(tmp_path: Path) -> None:
    trace = opened_document(tmp_path, run())
    shown = "\n".join(trace.lines(1, trace.lines_count))
    for text in (TASK, THOUGHT, LOGS, "You are a careful researcher.", "no second photo", "The ship is the Aurora."):
        assert text in shown
    trace.close()


def test_the_truth_has_no_lines(tmp_path: Path) -> None:
    trace = opened_document(tmp_path, run())
    assert not any(TRUTH in line for line in trace.lines(1, trace.lines_count))
    assert trace.reading.hidden
    meta = describe(trace)
    assert meta["task"]["text"] == TASK
    assert meta["answer"] == "Aurora"
    assert meta["records"] == 7
    trace.close()


def test_cut_anywhere_the_whole_spans_open(tmp_path: Path) -> None:
    raw = json.dumps(run(), indent=4).encode()
    path = tmp_path / "cut.json"
    chance = random.Random(3)
    for cut in {chance.randrange(raw.index(b'"span_kind"') + 20, len(raw)) for _ in range(200)}:
        path.write_bytes(raw[:cut])
        trace = Trace.open(path).read()
        assert trace.format.name == "trail_patronus_otel"
        assert trace.lines_count >= 1
        assert len([w for w in trace.reading.warnings if "byte" in w]) == 1
        trace.close()


def test_spans_without_times_or_in_circles_open(tmp_path: Path) -> None:
    document = run()
    document["spans"][0]["parent_span_id"] = "l2"
    for part in (document["spans"][0], document["spans"][0]["child_spans"][0]):
        part["timestamp"], part["duration"] = "soon", None
    document["spans"].append(span("q", "q", "own parent", 1, 1))
    trace = opened_document(tmp_path, document)
    assert {e.record for e in trace.events} == set(range(1, 9))
    trace.close()


def test_the_answer_key(corpus: Path) -> None:
    entries = [e for e in json.loads((corpus / "answer_key.json").read_text())["files"] if e["framework"] == "TRAIL"]
    assert entries
    for entry in entries:
        trace = Trace.open(corpus / entry["path"]).read()
        events = list(trace.events)
        assert {e.record for e in events} == set(range(1, entry["n_events"] + 1))
        starts = {e.record: min(o.source_lines[0] for o in events if o.record == e.record) for e in events}
        assert starts[1] == entry["first_event_start_line"]
        assert starts[entry["n_events"]] == entry["last_event_start_line"]
        assert set(entry["agents"]) <= {e.actor for e in events}
        meta = describe(trace)
        assert meta["task"]["source_lines"] == entry["task"]["lines"]
        assert meta["task"]["text"].startswith(entry["task"]["text"])
        assert meta["answer"].startswith(entry["final_answer"])
        trace.close()


def _spans(spans: list[Any]) -> list[Any]:
    return [one for part in spans for one in (part, *_spans(part["child_spans"]))]


def _truths(value: Any) -> list[str]:
    """The texts that nobody may see."""
    if isinstance(value, list):
        return [truth for item in value for truth in _truths(item)]
    if not isinstance(value, dict):
        return []
    own = [v for k, v in value.items() if k in ("patch", "test_patch") and isinstance(v, str) and len(v) > 40]
    return own + [truth for item in value.values() for truth in _truths(item)]


def test_every_trace_of_the_corpus(corpus: Path) -> None:
    paths = sorted((corpus / "TRAIL").glob("*/*.json"))
    assert paths
    for path in paths:
        document = json.loads(path.read_text())
        trace = Trace.open(path).read()
        assert trace.format.name == "trail_patronus_otel", path
        spans = _spans(document["spans"])
        assert {e.record for e in trace.events} == set(range(1, len(spans) + 1))
        texts = {trace.text(e).strip() for e in trace.events}
        for part in spans:
            for key, value in part["span_attributes"].items():
                if key.endswith("message.content") and value.strip():
                    assert value.strip() in texts, (path, key)
        shown = "\n".join(trace.lines(1, trace.lines_count))
        assert not any(truth in shown for part in spans for truth in _truths(part["logs"]))
        trace.close()
