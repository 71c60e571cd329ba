"""LangSmith, Langfuse and the traces of the OpenAI Agents SDK: the same team in each, every act once."""

import json
from pathlib import Path
from typing import Any

import pytest

from agent.trace.meta import describe
from agent.trace.trace import Trace
from tests.agent.trace.formats.acts import acts, check_places, lines, opened

TASK = "How many ferries?\nOne number."
SYSTEM = "You count é."
EXPECTED = [
    ("task", "user", TASK),
    ("system", "system", SYSTEM),
    ("call", "scout", '{"side": "west"}'),
    ("result", "count", "8 boats"),
    ("say", "scout", "I saw 8."),
    ("say", "checker", "Fine."),
    ("answer", "ferry_team", "8"),
]
Span = dict[str, Any]
Times = tuple[int, int]


def at(second: int) -> str:
    return f"2026-03-01T10:00:{second:02}.000Z"


def run(
    id: str, name: str, what: str, parent: str | None, times: tuple[int, int], given: Any, came: Any, **m: Any
) -> Span:
    return {"id": id, "name": name, "run_type": what, "start_time": at(times[0]), "end_time": at(times[1]),
            "inputs": given, "outputs": came, "error": None, "extra": {"metadata": {}}, "trace_id": "r",
            "parent_run_id": parent, "tags": [], "status": "success", **m}  # fmt: skip


def message(kind: str, **kwargs: Any) -> Span:
    return {"lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", kind], "kwargs": kwargs}


CALL = {"name": "count", "args": {"side": "west"}, "id": "c1", "type": "tool_call"}
ASKED = [message("SystemMessage", content=SYSTEM), message("HumanMessage", content=TASK)]
CALLED = message("AIMessage", content="", tool_calls=[CALL])
RETURNED = message("ToolMessage", content="8 boats", tool_call_id="c1", name="count")
SAID = message("AIMessage", content="I saw 8.")


def runs() -> list[Span]:
    """A team in LangSmith: a graph with two nodes, a model that is called twice, and a tool."""
    scout = {"extra": {"metadata": {"langgraph_node": "scout", "langgraph_checkpoint_ns": "scout:1"}}}
    return [
        run("r", "ferry_team", "chain", None, (0, 20), {"question": TASK}, {"output": "8"}),
        run("s", "scout", "chain", "r", (1, 9), {"messages": ASKED}, {"messages": [*ASKED, CALLED, RETURNED, SAID]}),
        run("q", "RunnableSequence", "chain", "s", (1, 4), {"messages": ASKED}, CALLED, **scout),
        run("m1", "ChatX", "llm", "q", (2, 3), {"messages": [ASKED]}, {"generations": [[{"message": CALLED}]]},
            **scout),
        run("t", "count", "tool", "s", (4, 5), {"side": "west"}, {"output": RETURNED}, **scout),
        run("m2", "ChatX", "llm", "s", (6, 7), {"messages": [[*ASKED, CALLED, RETURNED]]},
            {"generations": [[{"text": "I saw 8.", "message": SAID}]]}, **scout),
        run("c", "checker", "chain", "r", (10, 11), {"seen": "I saw 8."}, {"output": "Fine."}),
    ]  # fmt: skip


def nested() -> Span:
    """The same runs, each in the one that it was a part of."""
    tree = {one["id"]: {**one, "child_runs": []} for one in runs()}
    for one in tree.values():
        above = one.pop("parent_run_id")
        if above is not None:
            tree[above]["child_runs"].append(one)
    return tree["r"]


LANGSMITH = {
    "lines": lines(*runs()),
    "lines, last first": lines(*runs()[::-1]),
    "list": json.dumps(runs()),
    "answer of the service": json.dumps({"runs": runs(), "cursors": {}}),
    "tree": json.dumps(nested()),
    "tree over lines": json.dumps(nested(), indent=0).replace('{\n"side": "west"\n}', '{"side": "west"}'),
    "trees by line": lines(nested()),
}


@pytest.mark.parametrize("shape", LANGSMITH)
def test_langsmith(shape: str, tmp_path: Path) -> None:
    trace = opened(tmp_path, LANGSMITH[shape], "run.json")
    check_places(trace)
    meta = describe(trace)
    assert meta["format"] == "langsmith_runs"
    assert acts(trace) == EXPECTED
    assert (meta["records"], meta["answer"], meta["warnings"], meta["hidden"]) == (7, "8", [], [])
    call = next(event for event in trace.events if event.repeats is not None)
    assert (call.kind.value, call.call, trace.events[call.repeats or 0].call) == ("call", "c1", "c1")


def test_what_langsmith_keeps_of_others_clients(tmp_path: Path) -> None:
    choice = {
        "choices": [{"index": 0, "message": {"role": "assistant", "content": "8", "tool_calls": None}}],
        "model": "x",
    }
    items = {"output": [{"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "9"}]}]}
    claude = {"role": "assistant", "content": [{"type": "text", "text": "10"}], "stop_reason": "end_turn"}
    asked = {"messages": [{"role": "user", "content": TASK}], "model": "x"}
    given = [choice, items, claude, {"generations": [[{"text": "11"}]]}, {"output": "12"}]
    many = [run(f"m{n}", "ChatX", "llm", "r", (n + 1, n + 1), asked, came) for n, came in enumerate(given)]
    trace = opened(tmp_path, lines(run("r", "team", "chain", None, (0, 9), {"x": TASK}, None), *many))
    assert acts(trace) == [("task", "user", TASK), *(("say", "team", text) for text in ("8", "9", "10", "11", "12"))]


def test_times_as_numbers_labels_and_errors(tmp_path: Path) -> None:
    fault = "ValueError('no boat')\n\nTraceback"
    first = run(
        "r", "team", "chain", None, (0, 9), {"x": TASK}, None, error=fault, feedback_stats={"correct": {"n": 1}}
    )
    second = run("t", "count", "tool", "r", (1, 2), {"side": "west"}, None, error=fault, status="error")
    for one, second_ in ((first, 0), (second, 1)):
        one["start_time"] = 1_772_359_200_000 + 1000 * second_
        del one["end_time"]
    trace = opened(tmp_path, lines(first, second))
    check_places(trace)
    assert acts(trace) == [
        ("task", "user", TASK), ("call", "team", '{"side": "west"}'), ("error", "team", fault),
    ]  # fmt: skip
    assert [(e.status, e.repeats) for e in trace.events][-2:] == [("error", None), ("error", 3)]
    assert describe(trace)["hidden"] == ["feedback_stats"]
    assert trace.events[1].time == "2026-03-01T10:00:00.000Z"


def test_models_that_hold_no_text_are_said_to(tmp_path: Path) -> None:
    trace = opened(tmp_path, lines(*(run(str(n), "ChatX", "llm", None, (n, n), {}, {}) for n in range(2))))
    assert any("LANGSMITH_HIDE_INPUTS" in warning for warning in trace.warnings)


def seen(
    id: str, what: str, name: str, parent: str | None, times: tuple[int, int], given: Any, came: Any, **m: Any
) -> Span:
    return {"id": id, "traceId": "r", "type": what, "name": name, "startTime": at(times[0]), "endTime": at(times[1]),
            "parentObservationId": parent, "input": given, "output": came, "metadata": {}, "level": "DEFAULT",
            "statusMessage": None, "model": None, **m}  # fmt: skip


def observations(*, strings: bool = False) -> list[Span]:
    """The team in Langfuse; older clients write what was said as JSON in a string."""

    def kept(value: Any) -> Any:
        return json.dumps(value) if strings and not isinstance(value, str) else value

    chat = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": TASK}]
    called = {"role": "assistant", "content": None, "tool_calls": [
        {"id": "c1", "type": "function", "function": {"name": "count", "arguments": '{"side": "west"}'}},
    ]}  # fmt: skip
    returned = {"role": "tool", "tool_call_id": "c1", "content": "8 boats"}
    return [
        seen("s", "AGENT", "scout", None, (1, 9), TASK, "I saw 8."),
        seen("m1", "GENERATION", "chat", "s", (2, 3), kept(chat), kept(called)),
        seen("t", "TOOL", "count", "s", (4, 5), kept({"side": "west"}), "8 boats"),
        seen("m2", "GENERATION", "chat", "s", (6, 7), kept({"messages": [*chat, called, returned]}),
             kept({"role": "assistant", "content": "I saw 8."})),
        seen("c", "AGENT", "checker", None, (10, 11), "I saw 8.", "Fine."),
    ]  # fmt: skip


OF_TRACE = {"id": "r", "name": "ferry_team", "timestamp": at(0), "input": {"question": TASK}, "output": "8"}
SCORES = [{"name": "correct", "value": 0, "comment": "the label 4711", "dataType": "BOOLEAN"}]
LANGFUSE: dict[str, Any] = {
    "download": {**OF_TRACE, "observations": observations(), "scores": SCORES},
    "download with strings": {**OF_TRACE, "observations": observations(strings=True), "scores": SCORES},
    "trace and observations": {"trace": {**OF_TRACE, "scores": SCORES}, "observations": observations()},
    "list of traces": [{**OF_TRACE, "observations": observations(), "scores": SCORES}],
}


@pytest.mark.parametrize("shape", LANGFUSE)
def test_langfuse(shape: str, tmp_path: Path) -> None:
    trace = opened(tmp_path, json.dumps(LANGFUSE[shape]), "run.json")
    check_places(trace)
    meta = describe(trace)
    assert meta["format"] == "langfuse_trace"
    assert acts(trace) == EXPECTED
    assert (meta["records"], meta["answer"], meta["warnings"]) == (5, "8", [])
    assert (meta["hidden"] == ["scores"]) == (shape != "trace and observations")
    assert "4711" not in "\n".join(trace.lines(1, trace.lines_count))


@pytest.mark.parametrize("shape", ["lines", "list", "answer of the service", "snake"])
def test_langfuse_observations_without_their_trace(shape: str, tmp_path: Path) -> None:
    held = observations()
    if shape == "snake":
        names = {"traceId": "trace_id", "startTime": "start_time", "endTime": "end_time",
                 "parentObservationId": "parent_observation_id"}  # fmt: skip
        held = [{names.get(key, key): value for key, value in one.items()} for one in held]
    text = lines(*held) if shape in ("lines", "snake") else json.dumps({"data": held} if "service" in shape else held)
    trace = opened(tmp_path, text)
    check_places(trace)
    assert trace.format.name == "langfuse_trace"
    assert acts(trace) == EXPECTED[:-1]


def test_langfuse_errors_events_and_evaluators(tmp_path: Path) -> None:
    held = [
        seen("s", "SPAN", "run", None, (0, 9), TASK, None),
        seen("t", "TOOL", "count", "s", (1, 2), {"side": "west"}, None, level="ERROR", statusMessage="no boat"),
        seen("e", "EVENT", "retry", "s", (3, 3), {"why": "no boat"}, None),
        seen("v", "EVALUATOR", "judge", "s", (4, 5), None, "wrong"),
    ]
    trace = opened(tmp_path, lines(*held))
    assert [(e.kind.value, e.actor, trace.text(e)) for e in trace.events] == [
        ("task", "user", TASK),
        ("call", "run", '{"side": "west"}'),
        ("error", "run", "no boat"),
        ("note", "run", "no boat"),
        ("evaluation", "judge", "wrong"),
    ]


def test_traces_of_several_runs(tmp_path: Path) -> None:
    other = json.loads(
        json.dumps(runs()[:3]).replace('"trace_id": "r"', '"trace_id": "another"').replace('"r"', '"r2"')
    )
    trace = opened(tmp_path, lines(*other, *runs()))
    assert [(one.id, one.records) for one in trace.runs()] == [("another", 3), ("r", 7)]
    assert acts(trace) == EXPECTED
    assert trace.reading.run == "r"
    assert len(Trace.open(tmp_path / "run.jsonl", only="another").read().events) >= 3
    two = [LANGFUSE["list of traces"][0], {**OF_TRACE, "id": "r9", "observations": []}]
    trace = opened(tmp_path, json.dumps(two), "two.json")
    assert [one.id for one in trace.runs()] == ["r", "r9"]
    assert acts(Trace.open(tmp_path / "two.json", only="r").read()) == EXPECTED


def span(id: str, parent: str | None, times: tuple[int, int], error: Any = None, **data: Any) -> Span:
    return {"object": "trace.span", "id": id, "trace_id": "trace_1", "parent_id": parent, "started_at": at(times[0]),
            "ended_at": at(times[1]), "span_data": data, "error": error}  # fmt: skip


WHOLE = {"object": "trace", "id": "trace_1", "workflow_name": "ferry_team", "group_id": None, "metadata": None}


def spans(of: str) -> list[Span]:
    """The team in the Agents SDK, as its spans end; `of` says how the model's words are kept."""
    chat = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": TASK}]
    call = {"id": "c1", "type": "function", "function": {"name": "count", "arguments": '{"side": "west"}'}}
    if of == "generation":
        called: Any = {"output": [{"role": "assistant", "content": None, "tool_calls": [call]}], "input": chat}
        again = [*chat, *called["output"], {"role": "tool", "tool_call_id": "c1", "content": "8 boats"}]
        said: Any = {"input": again, "output": [{"role": "assistant", "content": "I saw 8."}]}
        fine: Any = {"input": again, "output": [{"role": "assistant", "content": "Fine."}]}
    else:
        item = {"type": "function_call", "call_id": "c1", "name": "count", "arguments": '{"side": "west"}'}
        out = {"type": "function_call_output", "call_id": "c1", "output": "8 boats"}

        def words(text: str) -> Span:
            return {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]}

        told = {"instructions": SYSTEM}
        called = {"input": TASK, "response": {**told, "output": [item]}}
        said = {"input": [chat[1], item, out], "response": {**told, "output": [words("I saw 8.")]}}
        fine = {"input": [chat[1], item, out], "response": {**told, "output": [words("Fine.")]}}
    return [
        span("g1", "a1", (1, 2), type=of, **called),
        span("f1", "a1", (3, 4), type="function", name="count", input='{"side": "west"}', output="8 boats"),
        span("g2", "a1", (5, 6), type=of, **said),
        span("h1", "a1", (7, 7), type="handoff", from_agent="scout", to_agent="checker"),
        span("a1", None, (1, 7), type="agent", name="scout", handoffs=["checker"], tools=["count"]),
        span("g3", "a2", (8, 9), type=of, **fine),
        span("a2", None, (8, 9), type="agent", name="checker", handoffs=[], tools=[]),
        WHOLE,
    ]


@pytest.mark.parametrize("of", ["generation", "response"])
@pytest.mark.parametrize("shape", ["lines", "list", "batch"])
def test_agents_sdk(shape: str, of: str, tmp_path: Path) -> None:
    held = spans(of)
    text = lines(*held) if shape == "lines" else json.dumps(held if shape == "list" else {"data": held})
    trace = opened(tmp_path, text)
    check_places(trace)
    assert trace.format.name == "openai_agents_sdk_traces"
    expected = [*EXPECTED[:5], ("handoff", "scout", "checker"), *EXPECTED[5:6]]
    assert sorted(acts(trace)) == sorted(expected)
    assert acts(trace)[2:] == expected[2:]
    assert describe(trace)["records"] == 8
    assert describe(trace)["answer"] == "Fine."


def test_a_handoff_that_the_model_asked_for_is_one(tmp_path: Path) -> None:
    call = {"id": "c2", "type": "function", "function": {"name": "transfer_to_sea_checker", "arguments": "{}"}}
    held = [
        span("g", "a", (1, 2), type="generation", input=[], output=[{"role": "assistant", "tool_calls": [call]}]),
        span("h", "a", (3, 3), type="handoff", from_agent="scout", to_agent="Sea Checker"),
        span("a", None, (1, 4), type="agent", name="scout"),
    ]
    trace = opened(tmp_path, lines(*held))
    handed = [event for event in trace.events if event.kind.value == "handoff"]
    assert [(e.to, e.repeats is None) for e in handed] == [(("sea_checker",), True), (("Sea Checker",), False)]


def test_guardrails_errors_and_silence(tmp_path: Path) -> None:
    held = [
        span("g", "a", (1, 2), type="response", response_id="x", usage={}),
        span("r", "a", (2, 2), type="guardrail", name="no_swearing", triggered=True),
        span("f", "a", (3, 4), {"message": "no boat", "data": {"tool": "count"}}, type="function", name="count",
             input="{}", output=None),
        span("a", None, (1, 5), type="agent", name="scout"),
    ]  # fmt: skip
    trace = opened(tmp_path, lines(*held))
    check_places(trace)
    assert [(e.kind.value, e.status) for e in trace.events if e.kind.value == "error"] == [("error", "error")] * 2
    assert any("span_data.response" in warning for warning in trace.warnings)


@pytest.mark.parametrize("text", [LANGSMITH["list"], json.dumps(LANGFUSE["download"]), json.dumps(spans("generation"))])
def test_a_document_that_breaks_off_is_read_as_far_as_it_goes(text: str, tmp_path: Path) -> None:
    for share in (0.3, 0.6, 0.9):
        trace = opened(tmp_path, text[: int(len(text) * share)], "cut.json")
        check_places(trace)
        assert trace.reading.broken_at is not None
        assert len(trace.events) >= 1
        assert any("cannot be read beyond" in warning for warning in trace.warnings)
