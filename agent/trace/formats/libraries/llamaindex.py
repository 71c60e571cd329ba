"""Messages of LlamaIndex as its chat stores and memories keep them: blocks of a message, and the calls beside them."""

from typing import Any

from agent.trace.event import Kind
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json_logs.chat_table import ChatTable
from agent.trace.formats.json_logs.table_rules import Each, Part, Rule

_CALLED = Each(
    "additional_kwargs.tool_calls",
    {"*": (Part(Kind.CALL, "function.arguments tool_kwargs", tool="function.name tool_name", call="id tool_id"),)},
)
_BLOCKS = {
    "text": (Part(Kind.SAY, "text"),),
    "thinking": (Part(Kind.THINK, "content"),),
    "tool_call": (Part(Kind.CALL, "tool_kwargs", tool="tool_name", call="tool_call_id"),),
}
_RETURNED: Rule = (
    Part(Kind.RESULT, "blocks content", tool="additional_kwargs.name", call="additional_kwargs.tool_call_id"),
)


def _is_message(value: Any) -> bool:
    if not isinstance(value, dict) or "role" not in value or "additional_kwargs" not in value:
        return False
    blocks = value.get("blocks")
    if isinstance(blocks, list):
        return all(isinstance(block, dict) and "block_type" in block for block in blocks)
    return "content" in value and "type" not in value


MESSAGES = ChatTable(
    "llamaindex_chat_store",
    "`role` with `blocks` and `additional_kwargs`",
    _is_message,
    {
        "system": (Each("blocks", {"*": (Part(Kind.SYSTEM, "text", actor="system"),)}), Part(Kind.SYSTEM, "content")),
        "user": (
            Each("blocks", {"text": (Part(Kind.SAY, "text", actor="user"),)}, tag="block_type"),
            Part(Kind.SAY, "content", actor="user"),
        ),
        "assistant": (Each("blocks", _BLOCKS, tag="block_type"), Part(Kind.SAY, "content"), _CALLED),
        "tool": _RETURNED,
        "function": _RETURNED,
    },
    tag="role",
    holders=("chat_history", "messages", "store.*"),
    opening=(pattern(rb'"(?:blocks|block_type)"\s*:'), pattern(rb'"additional_kwargs"\s*:')),
).format()
