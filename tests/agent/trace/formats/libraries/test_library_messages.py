"""Messages as libraries dump them, made up here: each act exactly once, calls joined with results, in every carrier."""

import json
from pathlib import Path
from typing import Any

import pytest

from agent.trace.meta import describe
from tests.agent.trace.formats.acts import acts, check_places, lines, opened

TASK = "How many ferries?"
ARGUMENTS = {"side": "west"}
ASKED, SAID = ("task", "user", TASK), ("say", "assistant", "Eight.")
THOUGHT, LOOKED = ("think", "assistant", "Look first."), ("say", "assistant", "I look.")
CALLED, CAME = ("call", "assistant", '{"side": "west"}'), ("result", "count", "8 boats")
Held = dict[str, Any]

PYDANTIC: list[Held] = [
    {"kind": "request", "instructions": "Be brief.", "parts": [
        {"part_kind": "system-prompt", "content": "You count.", "timestamp": "2026-03-01T10:00:00Z"},
        {"part_kind": "user-prompt", "content": TASK, "timestamp": "2026-03-01T10:00:00Z"}]},
    {"kind": "response", "model_name": "m", "timestamp": "2026-03-01T10:00:01Z", "parts": [
        {"part_kind": "thinking", "content": "Look first.", "signature": "c2VhbGVk"},
        {"part_kind": "text", "content": "I look."},
        {"part_kind": "tool-call", "tool_name": "count", "args": ARGUMENTS, "tool_call_id": "c1"}]},
    {"kind": "request", "instructions": "Be brief.", "parts": [
        {"part_kind": "tool-return", "tool_name": "count", "content": "8 boats", "tool_call_id": "c1"}]},
    {"kind": "response", "parts": [{"part_kind": "text", "content": "Eight."}]},
]  # fmt: skip
TOOL = {"type": "tool-count", "toolCallId": "c1", "state": "output-available", "input": ARGUMENTS, "output": "8 boats"}
VERCEL: list[Held] = [
    {"id": "u", "role": "user", "parts": [{"type": "text", "text": TASK}]},
    {"id": "a", "role": "assistant", "metadata": {"createdAt": 1_772_359_200_000}, "parts": [
        {"type": "step-start"}, {"type": "reasoning", "text": "Look first."}, {"type": "text", "text": "I look."}, TOOL,
        {"type": "step-start"}, {"type": "text", "text": "Eight."}]},
]  # fmt: skip
INVOCATION = {"state": "result", "toolCallId": "c1", "toolName": "count", "args": ARGUMENTS, "result": "8 boats"}
VERCEL_BEFORE: list[Held] = [
    {"id": "u", "role": "user", "content": TASK, "parts": [{"type": "text", "text": TASK}]},
    {"id": "a", "role": "assistant", "content": "I look. Eight.", "toolInvocations": [INVOCATION], "parts": [
        {"type": "reasoning", "reasoning": "Look first."}, {"type": "text", "text": "I look."},
        {"type": "tool-invocation", "toolInvocation": INVOCATION}, {"type": "text", "text": "Eight."}]},
]  # fmt: skip
FUNCTION = {"id": "c1", "type": "function", "function": {"name": "count", "arguments": '{"side": "west"}'}}


def blocks(role: str, *held: Held, **more: Any) -> Held:
    return {"role": role, "additional_kwargs": more, "blocks": [{"block_type": "text", **one} for one in held]}


LLAMA: list[Held] = [
    blocks("user", {"text": TASK}),
    blocks("assistant", {"block_type": "thinking", "content": "Look first."}, {"text": "I look."},
           tool_calls=[FUNCTION]),
    blocks("tool", {"text": "8 boats"}, name="count", tool_call_id="c1"),
    blocks("assistant", {"text": "Eight."}),
]  # fmt: skip
SMOL: list[Held] = [
    {"system_prompt": "You count."},
    {"task": TASK, "task_images": None},
    {"step_number": 1, "timing": {"start_time": 1_772_359_200.5, "end_time": None}, "model_output": "I look.",
     "tool_calls": [FUNCTION], "observations": "8 boats", "error": None, "is_final_answer": False},
    {"step_number": 2, "model_output": "Eight.", "tool_calls": None, "observations": None, "is_final_answer": True},
]  # fmt: skip
CONVERSE: list[Held] = [
    {"role": "user", "content": [{"text": TASK}]},
    {"role": "assistant", "content": [
        {"reasoningContent": {"reasoningText": {"text": "Look first.", "signature": "c2VhbGVk"}}}, {"text": "I look."},
        {"toolUse": {"toolUseId": "c1", "name": "count", "input": ARGUMENTS}}]},
    {"role": "user", "content": [
        {"toolResult": {"toolUseId": "c1", "content": [{"text": "8 boats"}], "status": "success"}}]},
    {"role": "assistant", "content": [{"text": "Eight."}]},
]  # fmt: skip

MADE: dict[str, tuple[list[Held], str, list[Any]]] = {
    "pydantic ai": (PYDANTIC, "pydantic_ai_messages", [("system", "system", "Be brief."), ("system", "system",
                    "You count."), ASKED, THOUGHT, LOOKED, CALLED, CAME, SAID]),
    "ai sdk": (VERCEL, "vercel_ai_messages", [ASKED, THOUGHT, LOOKED, CALLED, CAME, SAID]),
    "ai sdk before": (VERCEL_BEFORE, "vercel_ai_messages", [ASKED, THOUGHT, LOOKED, CALLED, CAME, SAID]),
    "llamaindex": (LLAMA, "llamaindex_chat_store", [ASKED, THOUGHT, LOOKED, CALLED, CAME, SAID]),
    "smolagents": (SMOL, "smolagents_memory", [("system", "system", "You count."), ASKED, LOOKED, CALLED, CAME, SAID]),
    "bedrock": (CONVERSE, "openai_chat", [ASKED, THOUGHT, LOOKED, CALLED, CAME, SAID]),
}  # fmt: skip


@pytest.mark.parametrize("shape", ["list", "lines", "document"])
@pytest.mark.parametrize("library", MADE)
def test_messages(library: str, shape: str, tmp_path: Path) -> None:
    records, name, expected = MADE[library]
    holder = {"messages": records} if library != "smolagents" else {"steps": records}
    text = {"list": json.dumps(records), "lines": lines(*records), "document": json.dumps(holder)}[shape]
    trace = opened(tmp_path, text, "run.json")
    check_places(trace)
    assert trace.format.name.startswith(name)
    assert acts(trace) == expected
    assert describe(trace)["answer"] == "Eight."
    calls = {event.call for event in trace.events if event.kind.value in ("call", "result")}
    assert calls == {"c1"}


def test_a_chat_store_by_the_name_of_its_user(tmp_path: Path) -> None:
    trace = opened(tmp_path, json.dumps({"store": {"ann": LLAMA}, "class_name": "SimpleChatStore"}), "store.json")
    assert acts(trace) == MADE["llamaindex"][2]


def test_a_tool_that_is_still_running_has_no_result(tmp_path: Path) -> None:
    waiting = {**TOOL, "state": "input-available"}
    del waiting["output"]
    trace = opened(tmp_path, json.dumps([VERCEL[0], {**VERCEL[1], "parts": [waiting]}]), "run.json")
    assert acts(trace) == [ASKED, CALLED]


def test_a_retry_is_the_answer_to_a_call_that_failed(tmp_path: Path) -> None:
    retry = {"part_kind": "retry-prompt", "content": "no such side", "tool_name": "count", "tool_call_id": "c1"}
    trace = opened(tmp_path, json.dumps([*PYDANTIC[:2], {"kind": "request", "parts": [retry]}]), "run.json")
    *_, last = trace.events
    assert (last.kind.value, last.status, last.call, trace.text(last)) == ("result", "error", "c1", "no such side")


def managed(what: str, second: int, **more: Any) -> Held:
    return {"id": f"e{second}", "type": what, "processed_at": f"2026-03-01T10:00:0{second}Z", **more}


@pytest.mark.parametrize("shape", ["stream", "list", "client"])
def test_claudes_managed_agents(shape: str, tmp_path: Path) -> None:
    asked = {"type": "user.message", "content": [{"type": "text", "text": TASK}]}
    events = [
        managed("session.thread_status_running", 0, agent_name="scout"),
        {**managed("user.message", 1), **asked},
        managed("agent.thinking", 2),
        managed("agent.mcp_tool_use", 3, name="count", input=ARGUMENTS, mcp_server_name="port"),
        managed("agent.mcp_tool_result", 4, mcp_tool_use_id="e3", content=[{"type": "text", "text": "8 boats"}]),
        managed("agent.message", 5, content=[{"type": "text", "text": "Eight."}]),
        managed("session.status_idle", 6, stop_reason={"type": "end_turn"}),
    ]
    sent = ["client.beta.sessions.events.send", ["s", {"events": [asked]}]]
    recorded = [sent, *(["client.beta.sessions.events.stream", event] for event in events)]
    text = {"stream": lines(*events), "list": json.dumps({"data": events}), "client": lines(*recorded)}[shape]
    trace = opened(tmp_path, text)
    check_places(trace)
    assert trace.format.name == "claude_managed_agents"
    say = ("say", "scout", "Eight.")
    assert acts(trace) == [ASKED, ("call", "scout", '{"side": "west"}'), ("result", "count", "8 boats"), say]
    assert [event.time for event in trace.events][-2] == "2026-03-01T10:00:05.000Z"
