"""Messages of Pydantic AI: requests and responses, each a list of parts."""

from typing import Any

from agent.trace.event import Kind
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json_logs.chat_table import ChatTable
from agent.trace.formats.json_logs.table_rules import Each, Part, Rule

_CALL: Rule = (Part(Kind.CALL, "args", tool="tool_name", call="tool_call_id"),)
_RETURN: Rule = (Part(Kind.RESULT, "content", tool="tool_name", call="tool_call_id"),)
_PARTS = {
    "system-prompt": (Part(Kind.SYSTEM, "content", actor="system"),),
    "user-prompt": (Part(Kind.SAY, "content", actor="user"),),
    "text": (Part(Kind.SAY, "content"),),
    "thinking": (Part(Kind.THINK, "content"),),
    "tool-call": _CALL,
    "builtin-tool-call": _CALL,
    "tool-return": _RETURN,
    "builtin-tool-return": _RETURN,
    "retry-prompt": (
        Part(Kind.RESULT, "content", tool="tool_name", call="tool_call_id", failed="part_kind"),
    ),
}  # fmt: skip
_EACH = Each("parts", _PARTS, tag="part_kind")


def _is_message(value: Any) -> bool:
    if not isinstance(value, dict) or value.get("kind") not in ("request", "response"):
        return False
    parts = value.get("parts")
    return isinstance(parts, list) and all(isinstance(part, dict) and "part_kind" in part for part in parts)


MESSAGES = ChatTable(
    "pydantic_ai_messages",
    "`kind` request or response with `parts` of a `part_kind`",
    _is_message,
    {"*": (_EACH,), "first": (Part(Kind.SYSTEM, "instructions", actor="system"), _EACH)},
    tag="kind",
    times="timestamp parts.0.timestamp",
    holders=("messages", "all_messages", "new_messages", "message_history"),
    opening=(pattern(rb'"part_kind"\s*:'), pattern(rb'"parts"\s*:')),
    first="first",
).format()
