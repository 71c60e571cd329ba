"""Goose sessions: messages whose parts are texts, tool requests and tool responses."""

from typing import Any

from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json_logs.chat_table import ChatTable, Message

_PARTS = ("toolRequest", "toolResponse", "frontendToolRequest", "toolConfirmationRequest", "contextLengthExceeded")


def _is_message(value: Any) -> bool:
    if not isinstance(value, dict) or "role" not in value or not isinstance(value.get("content"), list):
        return False
    parts = {part.get("type") for part in value["content"] if isinstance(part, dict)}
    return not parts.isdisjoint(_PARTS) or isinstance(value.get("created"), int)


SESSION = ChatTable(
    "goose_session",
    "messages with `toolRequest` and `toolResponse`, or made at a `created` second",
    _is_message,
    {"user": (Message(),), "assistant": (Message(),)},
    tag="role",
    agent="goose",
    holders=("conversation", "messages"),
    opening=(pattern(rb'"(?:toolRequest|toolResponse)"'),),
    prompts=pattern(r"<info-msg>"),
).format()
