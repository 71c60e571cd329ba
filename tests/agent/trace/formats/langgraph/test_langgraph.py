"""LangGraph in each way it is written down: the same run gives the same acts, each once."""

import json
from pathlib import Path
from typing import Any

import pytest

from agent.trace.meta import describe
from agent.trace.trace import Trace
from tests.agent.trace.formats.acts import acts, check_places, lines, opened

TASK = "How many ferries?\nOne number."
Message = dict[str, Any]


def human(text: str = TASK, id: str | None = "h1") -> Message:
    return {"type": "human", "content": text, "id": id}


def ai(text: Any, id: str | None, *calls: Message, **more: Any) -> Message:
    return {"type": "ai", "content": text, "id": id, "tool_calls": list(calls), **more}


def tool(text: str, call: str, id: str | None = None, **more: Any) -> Message:
    return {"type": "tool", "content": text, "tool_call_id": call, "name": "count", "id": id, **more}


CALL = {"name": "count", "args": {"side": "west", "code": "a\nb"}, "id": "c1", "type": "tool_call"}
STEPS: list[tuple[str, list[Message]]] = [
    ("planner", [ai("", "a1", CALL)]),
    ("tools", [tool("8 é", "c1", "r1")]),
    ("critic", [ai("Sure?", "a2")]),
    ("planner", [ai("Sure?", "a3")]),
]
EXPECTED = [
    ("task", "user", TASK),
    ("call", "planner", '{"side": "west", "code": "a\nb"}'),
    ("result", "count", "8 é"),
    ("say", "critic", "Sure?"),
    ("say", "planner", "Sure?"),
]
NAMES = {"human": "HumanMessage", "ai": "AIMessage", "tool": "ToolMessage", "system": "SystemMessage"}


def constructor(message: Message) -> Message:
    return {"lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", NAMES[message["type"]]],
            "kwargs": message}  # fmt: skip


def bare_constructor(message: Message) -> Message:
    """A constructor that says what it is by its class only."""
    kwargs = {key: value for key, value in message.items() if key != "type"}
    return {**constructor(message), "kwargs": kwargs}


def as_data(message: Message) -> Message:
    return {"type": message["type"], "data": {k: v for k, v in message.items() if k != "type"}}


SHAPES = [constructor, bare_constructor, as_data, dict]


def without_ids(message: Message) -> Message:
    return {key: value for key, value in message.items() if key != "id"}


def so_far(count: int) -> list[Message]:
    return [human(), *(m for _, messages in STEPS[:count] for m in messages)]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("listed", [False, True], ids=["lines", "list"])
def test_updates(shape: Any, listed: bool, tmp_path: Path) -> None:
    parts = [{node: {"messages": [shape(m) for m in messages]}} for node, messages in STEPS]
    trace = opened(tmp_path, "[" + ",\n ".join(map(json.dumps, parts)) + "]" if listed else lines(*parts))
    check_places(trace)
    assert trace.format.name == "langgraph_stream_updates"
    assert acts(trace) == EXPECTED[1:]
    assert trace.warnings == []
    assert [event.to for event in trace.events][1] == ("planner",)


def values_parts(shape: Any) -> list[Any]:
    return [{"messages": [shape(m) for m in so_far(count)], "remaining_steps": 9} for count in range(len(STEPS) + 1)]


@pytest.mark.parametrize("shape", [constructor, as_data])
def test_whole_states_say_each_message_once(shape: Any, tmp_path: Path) -> None:
    trace = opened(tmp_path, lines(*values_parts(shape)))
    check_places(trace)
    assert trace.format.name == "langgraph_stream_updates"
    assert [(kind, text) for kind, _, text in acts(trace)] == [(kind, text) for kind, _, text in EXPECTED]
    assert describe(trace)["records"] == len(STEPS) + 1


def marked(how: str) -> list[Any]:
    """Updates and whole states in turn, marked as each version marks them."""
    parts: list[Any] = []
    for number, (node, messages) in enumerate(STEPS):
        update = {node: {"messages": [constructor(m) for m in messages]}}
        state = values_parts(constructor)[number]
        if how == "pairs":
            parts += [["values", state], ["updates", update]]
        elif how == "namespaces":
            parts += [[[], "values", state], [[], "updates", update]]
        else:
            parts += [{"type": "values", "ns": [], "data": state}, {"type": "updates", "ns": [], "data": update}]
    return parts


@pytest.mark.parametrize("how", ["pairs", "namespaces", "version 2"])
def test_several_modes_at_once(how: str, tmp_path: Path) -> None:
    for listed in (False, True):
        trace = opened(tmp_path, json.dumps(marked(how)) if listed else lines(*marked(how)))
        check_places(trace)
        assert trace.format.name == "langgraph_stream_updates"
        assert acts(trace) == EXPECTED


def test_a_graph_inside_a_graph(tmp_path: Path) -> None:
    inner = {"agent": {"messages": [constructor(ai("8", "a9"))]}}
    again = {"researcher": {"messages": [constructor(human()), constructor(ai("8", "a9"))]}}
    trace = opened(tmp_path, lines([["researcher:1-2"], inner], [[], again]))
    assert [(e.kind.value, e.actor, e.repeats) for e in trace.events] == [
        ("say", "researcher", None), ("task", "user", None), ("say", "researcher", 1),
    ]  # fmt: skip


def test_other_channels_decisions_and_interrupts(tmp_path: Path) -> None:
    parts = [
        {"supervisor": {"messages": [constructor(ai("Go on.", "a1"))], "next": "writer"}},
        {"writer": {"draft": "Two\nlines.", "facts": {"a": 1}, "turns": 3}},
        {"editor": None},
        {"__interrupt__": [{"value": "Publish?", "id": "i"}]},
    ]
    trace = opened(tmp_path, lines(*parts))
    check_places(trace)
    assert [(e.kind.value, e.actor, e.to, trace.text(e)) for e in trace.events] == [
        ("say", "supervisor", (), "Go on."),
        ("handoff", "supervisor", ("writer",), "writer"),
        ("say", "writer", (), "Two\nlines."),
        ("note", "writer", (), '{"a": 1}'),
        ("note", "editor", (), "null"),
        ("note", None, (), '[{"value": "Publish?", "id": "i"}]'),
    ]


def test_nodes_that_write_no_messages(tmp_path: Path) -> None:
    parts = [{"planner": {"plan": ["west", "east"]}}, {"counter": {"found": "8 é", "turns": 1}}, {"critic": None}]
    trace = opened(tmp_path, lines(*parts))
    check_places(trace)
    assert trace.format.name == "langgraph_stream_updates"
    assert acts(trace) == [("say", "planner", "west\neast"), ("say", "counter", "8 é")]
    for others in ([{"data": {"a": 1}}] * 4, [{"a": {"b": 1}}, {"c": 1}, {"a": {}}], [{"level": {"x": 1}, "n": 1}] * 3):
        assert opened(tmp_path, lines(*others)).format.name == "jsonl"


def test_messages_bit_by_bit(tmp_path: Path) -> None:
    about = {"langgraph_node": "planner", "langgraph_checkpoint_ns": "planner:1"}
    bits = [
        ["messages", [{"type": "AIMessageChunk", "content": bit, "id": "a1"}, about]] for bit in ("It ", "is ", "8")
    ]
    trace = opened(tmp_path, lines(*bits))
    assert acts(trace) == [("say", "planner", "It \nis \n8")]


def test_messages_as_python_prints_them(tmp_path: Path) -> None:
    printed = {"planner": {"messages": ["AIMessage(content='Count, please.', name='lead', id='x')"]}}
    asked = {"planner": {"messages": ["HumanMessage(content='How many?')", "content='8' additional_kwargs={}"]}}
    trace = opened(tmp_path, lines(asked, printed))
    assert [(e.kind.value, e.actor) for e in trace.events] == [("task", "user"), ("say", "planner"), ("say", "lead")]


def test_calls_in_the_content_and_beside_it_are_one(tmp_path: Path) -> None:
    content = [{"type": "text", "text": "I count."}, {"type": "tool_use", "id": "c1", "name": "count", "input": {}}]
    trace = opened(tmp_path, lines({"planner": {"messages": [constructor(ai(content, "a1", CALL))]}}, {"x": None}))
    assert [(e.kind.value, e.call) for e in trace.events][:2] == [("say", None), ("call", "c1")]
    assert len(trace.events) == 3


def snapshots(shape: Any = constructor, *, ids: bool = True) -> list[dict[str, Any]]:
    """The history of the run, newest first."""
    nodes = ["__start__", *(node for node, _ in STEPS)]
    history: list[dict[str, Any]] = []
    for step in range(-1, len(STEPS) + 1):
        messages = so_far(step) if step >= 0 else []
        coming = nodes[step + 1 : step + 2]
        history.append({
            "values": {"messages": [shape(m if ids else without_ids(m)) for m in messages]},
            "next": coming,
            "config": {"configurable": {"thread_id": "t", "checkpoint_ns": "", "checkpoint_id": str(step)}},
            "metadata": {"source": "loop" if step >= 0 else "input", "step": step, "parents": {}},
            "created_at": f"2026-03-01T10:00:{step + 1:02}+00:00",
            "parent_config": None,
            "tasks": [{"id": "x", "name": name, "error": None, "interrupts": []} for name in coming],
        })  # fmt: skip
    return history[::-1]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("ids", [True, False], ids=["ids", "no ids"])
@pytest.mark.parametrize("form", ["lines", "list", "oldest first"])
def test_a_history(form: str, ids: bool, shape: Any, tmp_path: Path) -> None:
    history = snapshots(shape, ids=ids)
    text = (
        "[" + ",\n ".join(map(json.dumps, history)) + "]"
        if form == "list"
        else lines(*(history if form == "lines" else history[::-1]))
    )
    trace = opened(tmp_path, text)
    check_places(trace)
    assert trace.format.name == "langgraph_state_history"
    assert acts(trace) == EXPECTED
    meta = describe(trace)
    assert (meta["records"], meta["answer"], meta["task"]["text"]) == (len(history), "Sure?", TASK)
    assert meta["warnings"] == []
    assert trace.events[2].time == "2026-03-01T10:00:01.000Z"


def test_a_history_that_ends_with_an_error(tmp_path: Path) -> None:
    history = snapshots()[1:]
    history[0]["tasks"] = [["id", "critic", [], "ValueError('no boat')", [], None, None]]
    trace = opened(tmp_path, lines(*history))
    assert acts(trace)[-1] == ("error", "critic", "ValueError('no boat')")
    assert any("still has work to do" in warning for warning in trace.warnings)


def test_nodes_that_ran_at_once_are_told_apart(tmp_path: Path) -> None:
    west, east = constructor(ai("8", "w")), constructor(ai("6", "e"))
    before: Message = {"values": {"messages": [constructor(human())]}, "next": ["west", "east"],
              "metadata": {"step": 0},
              "created_at": "1", "config": {"configurable": {"thread_id": "t"}},
              "tasks": [["1", "west", [], None, [], None, {"messages": [west]}],
                        ["2", "east", [], None, [], None, {"messages": [east]}]]}  # fmt: skip
    after = {**before, "values": {"messages": [constructor(human()), west, east]}, "next": [], "tasks": [],
             "metadata": {"step": 1}, "created_at": "2"}  # fmt: skip
    trace = opened(tmp_path, lines(after, before))
    assert acts(trace)[1:] == [("say", "west", "8"), ("say", "east", "6")]


def test_histories_of_several_threads(tmp_path: Path) -> None:
    other = json.loads(json.dumps(snapshots()).replace('"thread_id": "t"', '"thread_id": "second"'))
    trace = opened(tmp_path, lines(*snapshots(), *other))
    assert [(run.id, run.records) for run in trace.runs()] == [("t", 6), ("second", 6)]
    only = Trace.open(tmp_path / "run.jsonl", only="second").read()
    assert acts(only) == EXPECTED


def event(name: str, run: str, data: Any, node: str | None, of: str, **more: Any) -> dict[str, Any]:
    about = {"langgraph_node": node, "langgraph_checkpoint_ns": f"{node}:1"} if node else {}
    return {"event": name, "name": of, "run_id": run, "tags": [], "metadata": about, "data": data,
            "parent_ids": [] if run == "g" else ["g"], **more}  # fmt: skip


def stream() -> list[dict[str, Any]]:
    """The run as `astream_events` tells it: models say their messages, and nodes and graph write them again."""
    told = [event("on_chain_start", "g", {"input": {"messages": [["user", TASK]]}}, None, "LangGraph")]
    for number, (node, messages) in enumerate(STEPS):
        sent = {"messages": [constructor(m) for m in so_far(number)]}
        said = [constructor(m) for m in messages]
        told.append(event("on_chain_start", f"n{number}", {"input": sent}, node, node))
        if node == "tools":
            given = {"side": "west", "code": "a\nb"}
            told.append(event("on_tool_start", f"t{number}", {"input": given}, node, "count"))
            told.append(event("on_tool_end", f"t{number}", {"output": said[0], "input": given}, node, "count"))
        else:
            both = {"messages": [sent["messages"]]}
            told.append(event("on_chat_model_start", f"m{number}", {"input": both}, node, "ChatX"))
            told.append(event("on_chat_model_stream", f"m{number}", {"chunk": said[0]}, node, "ChatX"))
            told.append(event("on_chat_model_end", f"m{number}", {"output": said[0], "input": both}, node, "ChatX"))
        told.append(event("on_chain_stream", f"n{number}", {"chunk": {"messages": said}}, node, node))
        told.append(event("on_chain_end", f"n{number}", {"output": {"messages": said}, "input": sent}, node, node))
    all_said = {"messages": [constructor(m) for m in so_far(len(STEPS))]}
    told.append(event("on_chain_end", "g", {"output": all_said}, None, "LangGraph"))
    return told


@pytest.mark.parametrize("listed", [False, True], ids=["lines", "list"])
def test_events(listed: bool, tmp_path: Path) -> None:
    trace = opened(tmp_path, json.dumps(stream()) if listed else lines(*stream()))
    check_places(trace)
    assert trace.format.name == "langgraph_astream_events_v2"
    assert acts(trace) == EXPECTED
    meta = describe(trace)
    assert (meta["records"], meta["warnings"], meta["answer"]) == (len(stream()), [], "Sure?")
    run = next(e for e in trace.events if e.kind.value == "call" and e.repeats is not None)
    assert (run.call, trace.events[run.repeats or 0].kind.value) == ("c1", "call")


def test_events_that_stop_or_fail(tmp_path: Path) -> None:
    trace = opened(tmp_path, lines(*stream()[:3]))
    assert any("stops before the chat model ChatX of planner ends" in warning for warning in trace.warnings)
    failed = event("on_tool_error", "t1", {"error": "ValueError('no boat')", "input": {}}, "tools", "count")
    trace = opened(tmp_path, lines(*stream()[:8], failed))
    assert acts(trace)[-1] == ("error", "tools", "ValueError('no boat')")


def test_a_tool_that_no_message_asked_for_is_called_where_it_starts(tmp_path: Path) -> None:
    told = [
        event("on_chain_start", "g", {"input": {"question": "How many?"}}, None, "app"),
        event("on_tool_start", "t", {"input": {"side": "west"}}, "scout", "count"),
        event("on_tool_end", "t", {"output": "8"}, "scout", "count"),
        event("on_chain_end", "n", {"output": {"verdict": "There are 8."}}, "scout", "scout"),
    ]
    trace = opened(tmp_path, lines(*told))
    check_places(trace)
    assert acts(trace) == [
        ("task", "user", "How many?"),
        ("call", "scout", '{"side": "west"}'),
        ("result", "count", "8"),
        ("say", "scout", "There are 8."),
    ]
    assert [event.to for event in trace.events][2] == ("scout",)


def test_conversations_are_not_taken_for_parts(tmp_path: Path) -> None:
    talk = {"messages": [{"role": "user", "content": "How many?"}, {"role": "assistant", "content": "8"}]}
    assert opened(tmp_path, lines(talk, talk)).format.name == "openai_chat_jsonl_conversations"
