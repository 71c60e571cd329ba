"""Sessions of Claude's managed agents: events as a client streams, lists or records them."""

import re
from typing import Any

from agent.trace.event import Kind
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json_logs.chat_table import ChatTable
from agent.trace.formats.json_logs.table_rules import Each, Part, Rule

_TYPE = re.compile(r"(?:user|agent|session|span)\.\w+\Z")
_CALL: Rule = (Part(Kind.CALL, "input", tool="name", call="id"),)
_RESULT: Rule = (
    Part(Kind.RESULT, "content", call="mcp_tool_use_id custom_tool_use_id tool_use_id", failed="is_error"),
)
_EVENTS: dict[str, Rule] = {
    "user.message": (Part(Kind.SAY, "content", actor="user"),),
    "user.define_outcome": (Part(Kind.SAY, "description", actor="user"),),
    "user.custom_tool_result": _RESULT,
    "user.tool_confirmation": (Part(Kind.NOTE, "deny_message result", actor="user"),),
    "user.interrupt": (Part(Kind.NOTE, "type", actor="user"),),
    "agent.message": (Part(Kind.SAY, "content"),),
    "agent.thinking": (Part(Kind.THINK, "content thinking text"),),
    "agent.tool_use": _CALL,
    "agent.mcp_tool_use": _CALL,
    "agent.custom_tool_use": _CALL,
    "agent.tool_result": _RESULT,
    "agent.mcp_tool_result": _RESULT,
    "agent.thread_message_sent": (Part(Kind.HANDOFF, "content message"),),
    "session.error": (Part(Kind.ERROR, "error.message error"),),
}


def _is_event(value: Any) -> bool:
    if isinstance(value, list):
        sent = value[1] if len(value) == 2 and str(value[0]).startswith("client.") else None
        return isinstance(sent, dict) and _is_event(sent)
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        return False
    return _TYPE.match(value["type"]) is not None and ("processed_at" in value or "id" in value)


SESSION = ChatTable(
    "claude_managed_agents",
    "`type` of an agent's event with `processed_at`",
    _is_event,
    # A client's own record puts the name of the method before the event; what it sent comes back as an event.
    {**_EVENTS, "*": (Each("1", _EVENTS),)},
    tag="type",
    times="processed_at 1.processed_at created_at",
    agent=".agent_name 1.agent_name",
    holders=("data", "events"),
    opening=(pattern(rb'"type"\s*:\s*"(?:user|agent)\.\w+"'), pattern(rb'"processed_at"\s*:')),
).format()
