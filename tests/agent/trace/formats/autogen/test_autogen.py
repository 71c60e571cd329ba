"""AutoGen 0.4 and later: streams, results, the log of the runtime and saved states; and the events of AG2."""

import json
from pathlib import Path
from typing import Any

import pytest

from agent.trace.meta import describe
from agent.trace.trace import Trace
from tests.agent.trace.formats.acts import acts, check_places, lines, opened

Line = dict[str, Any]
TASK = "How many ferries?\nOne number."
CALL = {"id": "c1", "name": "count", "arguments": '{"side": "west"}'}
RETURNED = {"call_id": "c1", "name": "count", "content": "8 é", "is_error": False}


def message(id: str, what: str, source: str, content: Any, **more: Any) -> Line:
    return {"id": id, "source": source, "models_usage": None, "metadata": {}, "content": content, "type": what,
            "created_at": f"2026-03-01T10:00:0{id}.000000Z", **more}  # fmt: skip


def team() -> list[Line]:
    return [
        message("1", "TextMessage", "user", TASK),
        message("2", "ToolCallRequestEvent", "scout", [CALL]),
        message("3", "ToolCallExecutionEvent", "scout", [RETURNED]),
        message("4", "ToolCallSummaryMessage", "scout", "8 é"),
        message("5", "ThoughtEvent", "checker", "Is it?"),
        message("6", "TextMessage", "checker", "APPROVE"),
    ]


EXPECTED = [
    ("task", "user", TASK),
    ("call", "scout", '{"side": "west"}'),
    ("result", "count", "8 é"),
    ("think", "checker", "Is it?"),
    ("say", "checker", "APPROVE"),
]
RESULT = {"messages": team(), "stop_reason": "Maximum number of messages 6 reached"}


@pytest.mark.parametrize("shape", ["stream", "stream and result", "result", "list"])
def test_a_team(shape: str, tmp_path: Path) -> None:
    text = {
        "stream": lines(*team()),
        "stream and result": lines(*team(), RESULT),
        "result": json.dumps(RESULT),
        "list": json.dumps(team()),
    }[shape]
    trace = opened(tmp_path, text)
    check_places(trace)
    assert trace.format.name == "autogen04_stream"
    assert acts(trace) == EXPECTED
    facts = describe(trace)
    assert (facts["task"]["text"], facts["answer"]) == (TASK, "APPROVE")
    assert facts["warnings"] == []
    if "result" in shape:
        stop = trace.events[len(trace.events)]
        assert (stop.kind.value, stop.status, trace.text(stop)) == ("note", "limit", RESULT["stop_reason"])
    if shape == "stream and result":
        assert [event.repeats for event in trace.events][6:12] == [1, 2, 3, 4, 5, 6]


def test_handoffs_speakers_code_and_what_nobody_needs(tmp_path: Path) -> None:
    transfer = {"id": "c2", "name": "transfer_to_checker", "arguments": "{}"}
    trace = opened(
        tmp_path,
        lines(
            message("1", "MultiModalMessage", "user", ["Look", {"data": "x" * 400}]),
            message("2", "ToolCallRequestEvent", "scout", [transfer]),
            message("3", "HandoffMessage", "scout", "Transferred to checker.", target="checker", context=[]),
            message("4", "SelectSpeakerEvent", "manager", ["checker"]),
            message("5", "ModelClientStreamingChunkEvent", "checker", "O"),
            message("6", "StructuredMessage[Verdict]", "checker", {"fine": True, "why": "two\nlines"}),
            message("7", "CodeExecutionEvent", "runner", None, result={"exit_code": 1, "output": "no boat"}),
            message("8", "StopMessage", "limits", "Maximum number of turns 3 reached."),
            message("9", "EventOfTomorrow", "x", "?"),
        ),
    )
    check_places(trace)
    assert [(e.kind.value, e.actor, e.to, e.status, e.repeats) for e in trace.events][1:] == [
        ("handoff", "scout", ("checker",), None, None),
        ("handoff", "scout", ("checker",), None, 2),
        ("handoff", "manager", ("checker",), None, None),
        ("noise", None, (), None, None),
        ("say", "checker", (), None, None),
        ("result", "code", ("runner",), "error", None),
        ("note", "limits", (), "limit", None),
        ("noise", None, (), None, None),
    ]
    assert trace.text(trace.events[6]) == '{"fine": true, "why": "two\nlines"}'


ID = "_9f7a878a-1043-4c3d-af7f-77490b93c390/9f7a878a-1043-4c3d-af7f-77490b93c390"

SCOUT = "scout" + ID


def sent(payload: Any, sender: str | None, receiver: str | None, stage: str = "SEND") -> Line:
    written = payload if isinstance(payload, str) else json.dumps(payload)
    return {"payload": written, "sender": sender and sender + ID, "receiver": receiver and receiver + ID,
            "kind": "MessageKind.PUBLISH", "delivery_stage": f"DeliveryStage.{stage}", "type": "Message"}  # fmt: skip


def test_the_log_of_the_runtime(tmp_path: Path) -> None:
    first, call, returned, summary, thought, last = team()
    log = [
        sent({"messages": [first]}, None, "manager"),
        sent({"messages": [first]}, None, "manager", "DELIVER"),
        sent({}, "manager", "scout"),
        sent("Message could not be serialized", "manager", None),
        sent({"message": call}, "scout", "output"),
        {
            "type": "ToolCall",
            "tool_name": "count",
            "arguments": {"side": "west"},
            "result": "8 é",
            "agent_id": SCOUT,
        },
        sent({"message": returned}, "scout", "output"),
        sent({"response": {"chat_message": summary, "inner_messages": [call, returned]}}, "scout", "group"),
        sent({"message": thought}, "checker", "output"),
        sent({"message": last}, "checker", "output"),
        sent({"response": {"chat_message": last, "inner_messages": [thought]}}, "checker", None, "DELIVER"),
    ]
    text = lines(*log[:4]) + "Token count has been done only on string content\n" + lines(*log[4:])
    trace = opened(tmp_path, text)
    check_places(trace)
    assert trace.format.name == "autogen04_core_events"
    assert acts(trace) == EXPECTED
    assert describe(trace)["records"] == len(log) + 1
    assert {event.actor for event in trace.events if event.actor} == {"user", "scout", "count", "checker"}


def test_agents_of_the_core_and_calls_of_models(tmp_path: Path) -> None:
    asked = [{"role": "system", "content": "You count."}, {"role": "user", "content": "How many?"}]
    answer = {"choices": [{"index": 0, "message": {"role": "assistant", "content": "8"}}]}
    log = [
        sent({"body": "How many?"}, None, "scout"),
        sent({"body": "How many?"}, None, "scout", "DELIVER"),
        {"type": "LLMCall", "messages": asked, "response": answer, "agent_id": SCOUT, "prompt_tokens": 1},
        {"type": "LLMCall", "messages": asked, "response": {"content": "9"}, "agent_id": SCOUT},
        {"payload": "{}", "handling_agent": SCOUT, "exception": "no boat", "type": "MessageHandlerException"},
    ]
    trace = opened(tmp_path, lines(*log))
    check_places(trace)
    assert acts(trace) == [
        ("task", "user", "How many?"),
        ("system", "system", "You count."),
        ("say", "scout", "8"),
        ("say", "scout", "9"),
        ("error", "scout", "no boat"),
    ]


def state(*, thread: bool) -> Line:
    first, call, returned, _, _, last = team()
    context = [
        {"type": "SystemMessage", "content": "You count."},
        {"type": "UserMessage", "source": "user", "content": TASK},
        {"type": "AssistantMessage", "source": "scout", "content": [CALL], "thought": "Look west."},
        {"type": "FunctionExecutionResultMessage", "content": [RETURNED]},
    ]
    agent = {"type": "ChatAgentContainerState", "agent_state": {"type": "AssistantAgentState", "llm_context": {
        "messages": context}}, "message_buffer": [last]}  # fmt: skip
    manager = {"type": "RoundRobinManagerState", "message_thread": [first, call, returned, last] if thread else []}
    return {"type": "TeamState", "version": "1.0.0", "agent_states": {"scout": agent, "Manager": manager}}


def test_the_state_of_a_team(tmp_path: Path) -> None:
    trace = opened(tmp_path, json.dumps(state(thread=True), indent=1), "state.json")
    check_places(trace)
    assert trace.format.name == "autogen04_team_state"
    assert acts(trace) == [
        *EXPECTED[:3],
        EXPECTED[4],
        ("system", "system", "You count."),
        ("think", "scout", "Look west."),
    ]
    assert describe(trace)["answer"] == "APPROVE"
    trace = opened(tmp_path, json.dumps(state(thread=False)), "state.json")
    assert acts(trace)[1:] == [EXPECTED[0], ("think", "scout", "Look west."), *EXPECTED[1:3], EXPECTED[4]]


def test_the_state_of_an_orchestrator_states_its_task_and_plan(tmp_path: Path) -> None:
    manager = {"type": "MagenticOneOrchestratorState", "message_thread": team(), "task": TASK, "facts": "f",
               "plan": "1. count", "n_rounds": 1}  # fmt: skip
    trace = opened(tmp_path, json.dumps({"type": "TeamState", "agent_states": {"M": manager}}), "state.json")
    check_places(trace)
    assert [(kind, text) for kind, _, text in acts(trace)][:2] == [("task", TASK), ("plan", "1. count")]


def tagged(of: str, **fields: Any) -> Line:
    return {"__event__": f"ag2.events.types.{of}", **fields}


def result_of(text: str) -> Line:
    return {"__dataclass__": "ag2.events.tool_events.ToolResult", "data": {
        "parts": [tagged("TextInput", content=text)], "final": False, "metadata": {}}}  # fmt: skip


@pytest.mark.parametrize("wrapped", [False, True], ids=["tagged", "type and data"])
def test_events_of_ag2(wrapped: bool, tmp_path: Path) -> None:
    call = {"__event__": "ag2.events.tool_events.ToolCallEvent", **CALL}
    came = tagged("ToolResultEvent", parent_id="c1", name="count", result=result_of("8"))
    failed = {"__exception__": "ValueError", "message": "no boat"}
    events = [
        tagged("ModelRequest", parts=[tagged("TextInput", content=TASK)]),
        tagged("ModelReasoning", content="West first."),
        tagged("ModelResponse", message=tagged("ModelMessage", content="I look.", metadata={"agent_name": "scout"}),
               tool_calls=tagged("ToolCallsEvent", calls=[call]), usage={}),
        tagged("ToolResultsEvent", results=[came]),
        tagged("ToolErrorEvent", parent_id="c9", name="count", error=failed, result=result_of("Traceback")),
        tagged("TaskFailed", task_id="t", agent_name="scout", objective="Count", error=failed),
        tagged("UsageEvent", usage={}, kind="model_call"),
        tagged("EventOfTomorrow", anything=[1]),
    ]  # fmt: skip
    if wrapped:
        events = [{"type": e["__event__"], "data": {k: v for k, v in e.items() if k != "__event__"}} for e in events]
    trace = opened(tmp_path, lines(*events))
    check_places(trace)
    assert trace.format.name == "ag2_events"
    assert acts(trace) == [
        ("task", "user", TASK),
        ("think", "agent", "West first."),
        ("say", "scout", "I look."),
        ("call", "scout", '{"side": "west"}'),
        ("result", "count", "8"),
        ("result", "count", "Traceback"),
        ("error", "scout", "no boat"),
    ]
    assert trace.events[6].status == "error"


def test_events_of_earlier_versions_of_ag2(tmp_path: Path) -> None:
    def event(what: str, **content: Any) -> Line:
        return {"type": what, "content": {"uuid": "0-1", **content}}

    function = {"id": "c1", "type": "function", "function": {"name": "count", "arguments": '{"side": "west"}'}}
    returned = {"tool_call_id": "c1", "role": "tool", "content": "8"}
    events = [
        event("text", content=TASK, sender="user", recipient="scout"),
        event("using_auto_reply", human_input_mode="NEVER", sender="scout", recipient="user"),
        event("tool_call", content=None, tool_calls=[function], sender="scout", recipient="user"),
        event("execute_function", func_name="count", call_id="c1", arguments={"side": "west"}, recipient="user"),
        event("executed_function", func_name="count", call_id="c1", content="8", is_exec_success=True),
        event("tool_response", role="tool", content="8", tool_responses=[returned], sender="user", recipient="scout"),
        event("text", content="8 ferries", sender="scout", recipient="user"),
        event("termination", termination_reason="Maximum turns (3) reached", sender="user", recipient="scout"),
    ]
    trace = opened(tmp_path, lines(*events))
    check_places(trace)
    assert trace.format.name == "ag2_events"
    assert acts(trace) == [
        ("task", "user", TASK), ("call", "scout", '{"side": "west"}'), ("result", "count", "8"),
        ("say", "scout", "8 ferries"),
    ]  # fmt: skip


def test_the_made_log_has_no_act_twice(made: Path) -> None:
    trace = Trace.open(made / "autogen_events.jsonl").read()
    assert [act[2] for act in acts(trace)] == ["What is 2+2?", '{"x":2,"y":2}', "4", "The sum is 4.", "APPROVE"]


def test_the_context_of_a_model(tmp_path: Path) -> None:
    """What was sent to a model, without ids and times, is read as what was said, called and returned."""
    sent = [
        {"content": "Help.", "source": "User", "type": "UserMessage"},
        {"content": [CALL], "thought": None, "source": "scout", "type": "AssistantMessage"},
        {"content": [RETURNED], "type": "FunctionExecutionResultMessage"},
        {"content": "Eight.", "thought": "So.", "source": "checker", "type": "AssistantMessage"},
    ]
    trace = opened(tmp_path, json.dumps({"messages": sent}, indent=1), "history.json")
    assert acts(trace) == [
        ("task", "User", "Help."),
        ("call", "scout", '{"side": "west"}'),
        ("result", "count", "8 é"),
        ("think", "checker", "So."),
        ("say", "checker", "Eight."),
    ]
