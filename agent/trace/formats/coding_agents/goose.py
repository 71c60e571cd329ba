"""Goose sessions: messages whose parts are texts, tool requests and tool responses."""

from typing import Any

from agent.trace.event import Kind
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json_logs.chat_table import ChatTable
from agent.trace.formats.json_logs.table_rules import Message, Part

_PARTS = ("toolRequest", "toolResponse", "frontendToolRequest", "toolConfirmationRequest", "contextLengthExceeded")


_SENT = (Message("message"),)


def _is_message(value: Any) -> bool:
    if isinstance(value, dict) and value.get("type") in ("message", "Message"):
        value = value.get("message")
    if not isinstance(value, dict) or "role" not in value or not isinstance(value.get("content"), list):
        return False
    parts = {part.get("type") for part in value["content"] if isinstance(part, dict)}
    return not parts.isdisjoint(_PARTS) or isinstance(value.get("created"), int)


SESSION = ChatTable(
    "goose_session",
    "messages with `toolRequest` and `toolResponse`, or made at a `created` second",
    _is_message,
    {
        "message": _SENT,
        "Message": _SENT,
        "user": (Message(),),
        "assistant": (Message(),),
        "error": (Part(Kind.ERROR, "error message", actor="system"),),
    },
    tag="role type",
    agent="goose",
    holders=("conversation", "messages"),
    opening=(pattern(rb'"(?:toolRequest|toolResponse)"'),),
    prompts=pattern(r"<info-msg>"),
).format()
