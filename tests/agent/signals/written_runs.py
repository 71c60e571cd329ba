"""One run as each of today's formats writes it down: a user asks, an agent calls a tool some times and answers."""

import json
from collections.abc import Callable
from typing import Any

Turn = tuple[str, str]
"""What a tool was given, and what it returned."""
TASK = "Count the ferries in the harbour log and give me the number."
LAST = "There are 12 ferries in the harbour log."
AGENT, TOOL = "scout", "read_log"
Record = dict[str, Any]


def at(second: int) -> str:
    return f"2026-03-01T10:{second // 60:02}:{second % 60:02}.000Z"


def lines(records: list[Any]) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


def claude_code(turns: list[Turn]) -> str:
    told: list[tuple[str, Any]] = [("user", TASK)]
    for n, (given, came) in enumerate(turns):
        call = {"type": "tool_use", "id": f"t{n}", "name": TOOL, "input": {"path": given}}
        told += [("assistant", [call]), ("user", [{"type": "tool_result", "tool_use_id": f"t{n}", "content": came}])]
    told.append(("assistant", [{"type": "text", "text": LAST}]))
    return lines([
        {"type": who, "uuid": f"u{n}", "parentUuid": f"u{n - 1}" if n else None, "sessionId": "s", "isSidechain": False,
         "timestamp": at(n), "message": {"role": who, "content": content}}
        for n, (who, content) in enumerate(told)
    ])  # fmt: skip


def codex_rollout(turns: list[Turn]) -> str:
    def words(role: str, text: str) -> Record:
        return {"type": "message", "role": role, "content": [{"type": "input_text", "text": text}]}

    items = [words("user", TASK)]
    for n, (given, came) in enumerate(turns):
        arguments = json.dumps({"path": given})
        items.append({"type": "function_call", "name": TOOL, "arguments": arguments, "call_id": f"c{n}"})
        items.append({"type": "function_call_output", "call_id": f"c{n}", "output": came})
    items.append(words("assistant", LAST))
    start = {"timestamp": at(0), "type": "session_meta", "payload": {"id": "x", "cwd": "/x"}}
    return lines([start, *({"timestamp": at(1), "type": "response_item", "payload": item} for item in items)])


def codex_exec(turns: list[Turn]) -> str:
    told: list[Record] = [{"type": "thread.started", "thread_id": "t"}]
    for n, (given, came) in enumerate(turns):
        item = {"id": f"i{n}", "type": "mcp_tool_call", "tool": TOOL, "arguments": {"path": given}}
        told.append({"type": "item.started", "item": {**item, "status": "in_progress"}})
        result = {"content": [{"type": "text", "text": came}]}
        told.append({"type": "item.completed", "item": {**item, "result": result, "status": "completed"}})
    told.append({"type": "item.completed", "item": {"id": "z", "type": "agent_message", "text": LAST}})
    return lines(told)


def _messages(turns: list[Turn]) -> list[tuple[str, Record]]:
    """The messages of a LangGraph run with the node that wrote each."""
    told: list[tuple[str, Record]] = [("__start__", {"type": "human", "content": TASK, "id": "h"})]
    for n, (given, came) in enumerate(turns):
        call = {"name": TOOL, "args": {"path": given}, "id": f"c{n}", "type": "tool_call"}
        told.append((AGENT, {"type": "ai", "content": "", "id": f"a{n}", "tool_calls": [call]}))
        told.append(("tools", {"type": "tool", "content": came, "tool_call_id": f"c{n}", "name": TOOL, "id": f"r{n}"}))
    return [*told, (AGENT, {"type": "ai", "content": LAST, "id": "z"})]


def langgraph_updates(turns: list[Turn]) -> str:
    return lines([{node: {"messages": [message]}} for node, message in _messages(turns)])


def langgraph_history(turns: list[Turn]) -> str:
    told = _messages(turns)
    history = [
        {"values": {"messages": [message for _, message in told[:n]]}, "next": [node for node, _ in told[n : n + 1]],
         "metadata": {"step": n}, "config": {}, "created_at": at(n), "tasks": []}
        for n in range(len(told) + 1)
    ]  # fmt: skip
    return lines(history[::-1])


def langgraph_events(turns: list[Turn]) -> str:
    told: list[Record] = []

    def event(name: str, run: str, node: str | None, data: Record, of: str = "x") -> None:
        about = {"langgraph_node": node} if node else {}
        told.append({"event": name, "run_id": run, "name": of, "metadata": about, "data": data, "parent_ids": []})

    messages = _messages(turns)
    event("on_chain_start", "g", None, {"input": {"messages": [["user", TASK]]}})
    for n, (node, message) in enumerate(messages[1:], 1):
        sent = {"messages": [[m for _, m in messages[:n]]]}
        what = "tool" if node == "tools" else "chat_model"
        event(f"on_{what}_start", f"r{n}", node, {"input": sent if node != "tools" else {"path": "-"}}, TOOL)
        event(f"on_{what}_end", f"r{n}", node, {"output": message}, TOOL)
    event("on_chain_end", "g", None, {"output": {"messages": [m for _, m in messages]}})
    return lines(told)


def langsmith(turns: list[Turn]) -> str:
    def run(id: str, what: str, name: str, second: int, given: Any, came: Any, parent: str | None = AGENT) -> Record:
        return {"id": id, "run_type": what, "name": name, "start_time": at(second), "end_time": at(second),
                "inputs": given, "outputs": came, "trace_id": "r", "parent_run_id": parent}  # fmt: skip

    messages = [message for _, message in _messages(turns)]
    runs = [run("r", "chain", "LangGraph", 0, {"messages": messages[:1]}, {"messages": messages}, None),
            run(AGENT, "chain", AGENT, 1, {"messages": messages[:1]}, None, "r")]  # fmt: skip
    for n, (given, came) in enumerate(turns):
        sent = {"messages": [messages[: 1 + 2 * n]]}
        said = {"generations": [[{"message": messages[1 + 2 * n]}]]}
        runs.append(run(f"m{n}", "llm", "ChatX", 2 + 2 * n, sent, said))
        runs.append(run(f"t{n}", "tool", TOOL, 3 + 2 * n, {"path": given}, {"output": came}))
    said = {"generations": [[{"message": messages[-1]}]]}
    runs.append(run("z", "llm", "ChatX", 100, {"messages": [messages[:-1]]}, said))
    return lines(runs)


def _chat(turns: list[Turn]) -> list[Record]:
    """The messages as chat completions know them."""
    chat: list[Record] = [{"role": "user", "content": TASK}]
    for n, (given, came) in enumerate(turns):
        function = {"name": TOOL, "arguments": json.dumps({"path": given})}
        call = {"id": f"c{n}", "type": "function", "function": function}
        chat.append({"role": "assistant", "content": None, "tool_calls": [call]})
        chat.append({"role": "tool", "tool_call_id": f"c{n}", "content": came})
    return [*chat, {"role": "assistant", "content": LAST}]


def langfuse(turns: list[Turn]) -> str:
    def seen(id: str, what: str, name: str, second: int, given: Any, came: Any, parent: str | None = "s") -> Record:
        return {"id": id, "traceId": "r", "type": what, "name": name, "startTime": at(second), "endTime": at(second),
                "parentObservationId": parent, "input": given, "output": came}  # fmt: skip

    chat = _chat(turns)
    held = [seen("s", "AGENT", AGENT, 1, TASK, LAST, None)]
    for n, (given, came) in enumerate(turns):
        held.append(seen(f"m{n}", "GENERATION", "x", 2 + 2 * n, chat[: 1 + 2 * n], chat[1 + 2 * n]))
        held.append(seen(f"t{n}", "TOOL", TOOL, 3 + 2 * n, {"path": given}, came))
    held.append(seen("z", "GENERATION", "x", 100, chat[:-1], chat[-1]))
    trace = {
        "id": "r",
        "name": "team",
        "htmlPath": "/traces/r",
        "timestamp": at(0),
        "input": TASK,
        "output": LAST,
        "observations": held,
    }
    return json.dumps({**trace, "scores": []}, indent=1)


def agents_sdk(turns: list[Turn]) -> str:
    def span(id: str, second: int, parent: str | None = "a", **data: Any) -> Record:
        return {"object": "trace.span", "id": id, "trace_id": "t", "parent_id": parent, "started_at": at(second),
                "ended_at": at(second), "span_data": data, "error": None}  # fmt: skip

    chat, spans = _chat(turns), []
    for n, (given, came) in enumerate(turns):
        sent, said = chat[: 1 + 2 * n], chat[1 + 2 * n]
        spans.append(span(f"g{n}", 2 + 2 * n, type="generation", input=sent, output=[said]))
        given = json.dumps({"path": given})
        spans.append(span(f"f{n}", 3 + 2 * n, type="function", name=TOOL, input=given, output=came))
    spans.append(span("z", 100, type="generation", input=chat[:-1], output=[chat[-1]]))
    spans.append(span("a", 1, None, type="agent", name=AGENT))
    return lines([*spans, {"object": "trace", "id": "t", "workflow_name": "team"}])


def _team(turns: list[Turn]) -> list[Record]:
    """The messages of an AutoGen team."""
    told: list[tuple[str, str, Any]] = [("TextMessage", "user", TASK)]
    for n, (given, came) in enumerate(turns):
        call = {"id": f"c{n}", "name": TOOL, "arguments": json.dumps({"path": given})}
        result = {"call_id": f"c{n}", "name": TOOL, "content": came, "is_error": False}
        told += [("ToolCallRequestEvent", AGENT, [call]), ("ToolCallExecutionEvent", AGENT, [result])]
    told.append(("TextMessage", AGENT, LAST))
    return [
        {"id": str(n), "type": what, "source": who, "content": content} for n, (what, who, content) in enumerate(told)
    ]


def autogen_stream(turns: list[Turn]) -> str:
    return lines([*_team(turns), {"messages": _team(turns), "stop_reason": "done"}])


def autogen_events(turns: list[Turn]) -> str:
    log = [
        {"payload": json.dumps({"message": message}), "sender": f"{message['source']}_x/y", "receiver": None,
         "delivery_stage": stage, "type": "Message"}
        for message in _team(turns) for stage in ("DeliveryStage.SEND", "DeliveryStage.DELIVER")
    ]  # fmt: skip
    return lines(log)


def autogen_state(turns: list[Turn]) -> str:
    manager = {"type": "RoundRobinManagerState", "message_thread": _team(turns)}
    return json.dumps({"type": "TeamState", "agent_states": {"manager": manager}})


def ag2_events(turns: list[Turn]) -> str:
    def tagged(of: str, **fields: Any) -> Record:
        return {"__event__": f"ag2.events.types.{of}", **fields}

    told = [tagged("ModelRequest", parts=[tagged("TextInput", content=TASK)])]
    for n, (given, came) in enumerate(turns):
        call = tagged("ToolCallEvent", id=f"c{n}", name=TOOL, arguments=json.dumps({"path": given}))
        told.append(tagged("ModelResponse", message=None, tool_calls=tagged("ToolCallsEvent", calls=[call])))
        result = {"__dataclass__": "x", "data": {"parts": [tagged("TextInput", content=came)]}}
        told.append(tagged("ToolResultEvent", parent_id=f"c{n}", name=TOOL, result=result))
    return lines([*told, tagged("ModelResponse", message=tagged("ModelMessage", content=LAST))])


def atif(turns: list[Turn]) -> str:
    steps: list[Record] = [{"step_id": 1, "source": "user", "message": TASK}]
    for n, (given, came) in enumerate(turns):
        call = {"tool_call_id": f"c{n}", "function_name": TOOL, "arguments": {"path": given}}
        seen = {"results": [{"source_call_id": f"c{n}", "content": came}]}
        steps.append({"step_id": n + 2, "source": "agent", "message": "", "tool_calls": [call], "observation": seen})
    steps.append({"step_id": 99, "source": "agent", "message": LAST})
    return json.dumps({"schema_version": "ATIF-v1.7", "agent": {"name": AGENT}, "steps": steps})


def inspect_log(turns: list[Turn]) -> str:
    told: list[Record] = [{"id": "u", "role": "user", "content": TASK}]
    for n, (given, came) in enumerate(turns):
        call = {"id": f"c{n}", "function": TOOL, "arguments": {"path": given}}
        told.append({"id": f"a{n}", "role": "assistant", "content": "", "tool_calls": [call], "model": AGENT})
        told.append({"id": f"t{n}", "role": "tool", "content": came, "tool_call_id": f"c{n}", "function": TOOL})
    told.append({"id": "z", "role": "assistant", "content": LAST, "model": AGENT})
    events = [
        {"event": "model", "input": told[:n], "output": {"choices": [{"message": message}]}}
        for n, message in enumerate(told) if message["role"] == "assistant"
    ]  # fmt: skip
    sample = {"id": "one", "epoch": 1, "input": TASK, "target": "14", "messages": told, "events": events}
    return json.dumps({"version": 2, "status": "success", "eval": {}, "plan": {}, "samples": [sample]})


WRITERS: dict[str, Callable[[list[Turn]], str]] = {
    "claude_code_session": claude_code,
    "codex_rollout": codex_rollout,
    "codex_exec_stream": codex_exec,
    "langgraph_stream_updates": langgraph_updates,
    "langgraph_state_history": langgraph_history,
    "langgraph_astream_events_v2": langgraph_events,
    "langsmith_runs": langsmith,
    "langfuse_trace": langfuse,
    "openai_agents_sdk_traces": agents_sdk,
    "autogen04_stream": autogen_stream,
    "autogen04_core_events": autogen_events,
    "autogen04_team_state": autogen_state,
    "ag2_events": ag2_events,
    "atif": atif,
    "inspect_eval_json": inspect_log,
}
