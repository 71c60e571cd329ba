"""Sessions of pi: entries of a tree, of which messages are what user, assistant and tools said."""

from typing import Any

from agent.trace.event import Kind
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json_logs.chat_table import ChatTable
from agent.trace.formats.json_logs.table_rules import Message, Part

_TYPES = ("model_change", "thinking_level_change", "compaction", "branch_summary", "custom_message")
_SUMMARY = (Part(Kind.SYSTEM, "summary", actor="system"),)


def _is_entry(value: Any) -> bool:
    if not isinstance(value, dict) or "timestamp" not in value:
        return False
    what, message = value.get("type"), value.get("message")
    if what == "session":
        return "cwd" in value
    if what in _TYPES:
        return "parentId" in value
    return what == "message" and "parentId" in value and isinstance(message, dict) and "role" in message


SESSION = ChatTable(
    "pi_session",
    "`type` message with `parentId` and a `message`",
    _is_entry,
    {
        "user": (Message("message"),),
        "assistant": (Message("message"), Part(Kind.ERROR, "message.errorMessage")),
        "toolResult": (Message("message"),),
        "bashExecution": (Part(Kind.NOTE, "message.command", actor="user"),),
        "custom_message": (Part(Kind.SYSTEM, "content", actor="system"),),
        "compaction": _SUMMARY,
        "branch_summary": _SUMMARY,
    },
    tag="message.role type",
    agent="pi",
    opening=(pattern(rb'"parentId"\s*:'), pattern(rb'"type"\s*:\s*"(?:message|session)"')),
).format()
