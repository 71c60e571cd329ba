"""Qwen Code sessions: messages of a user, an assistant and tools, in parts as Gemini has them."""

from typing import Any

from agent.trace.event import Kind
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json_logs.chat_table import ChatTable
from agent.trace.formats.json_logs.table_rules import Message, Part


def _is_record(value: Any) -> bool:
    message = value.get("message") if isinstance(value, dict) else None
    return isinstance(message, dict) and isinstance(message.get("parts"), list) and "uuid" in value


SESSION = ChatTable(
    "qwen_code_session",
    "`message` with `parts`, `uuid` and `parentUuid`",
    _is_record,
    {
        "user": (Message("message"),),
        "assistant": (Message("message"),),
        "tool_result": (Message("message"),),
        "system": (Part(Kind.NOTE, "content", actor="system"),),
    },
    tag="type",
    agent="qwen",
    opening=(pattern(rb'"parentUuid"\s*:'), pattern(rb'"parts"\s*:')),
    run_id=pattern(rb'"sessionId"\s*:\s*"'),
    identity="uuid",
).format()
