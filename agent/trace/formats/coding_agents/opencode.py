"""OpenCode: what `opencode export` writes and `opencode run --format json` prints; a call stands with its result."""

from collections.abc import Mapping
from typing import Any

from agent.trace.event import Kind
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json_logs.chat_table import ChatTable
from agent.trace.formats.json_logs.table_rules import Each, Part, Rule

_TOOL = (
    Part(Kind.CALL, "state.input", tool="tool", call="callID"),
    Part(Kind.RESULT, "state.output state.error", tool="tool", call="callID", failed="state.error"),
)
_ANSWERED: Mapping[str, Rule] = {
    "text": (Part(Kind.SAY, "text"),),
    "reasoning": (Part(Kind.THINK, "text"),),
    "tool": _TOOL,
}
_ASKED: Mapping[str, Rule] = {
    "synthetic": (Part(Kind.SYSTEM, "text", actor="system"),),
    "text": (Part(Kind.SAY, "text", actor="user"),),
    "tool": _TOOL,
}


def _is_message(value: Any) -> bool:
    if not isinstance(value, dict) or not isinstance(value.get("parts"), list):
        return False
    info = value.get("info")
    return isinstance(info, dict) and "role" in info


EXPORT = ChatTable(
    "opencode_export",
    "messages of `info` and `parts`",
    _is_message,
    {
        "user": (Each("parts", _ASKED, "synthetic type"),),
        "assistant": (Each("parts", _ANSWERED), Part(Kind.ERROR, "info.error.data.message info.error.message")),
    },
    tag="info.role",
    times="info.time.created",
    agent="opencode",
    opening=(pattern(rb'"sessionID"\s*:'), pattern(rb'"parts"\s*:\s*\[')),
).format()


def _is_printed(value: Any) -> bool:
    return isinstance(value, dict) and "sessionID" in value and isinstance(value.get("part"), dict)


_PART = (Each("part", _ANSWERED),)

STREAM = ChatTable(
    "opencode_stream",
    "events with a `part` and `sessionID`",
    _is_printed,
    {
        "text": _PART,
        "reasoning": _PART,
        "tool_use": _PART,
        "error": (Part(Kind.ERROR, "error.data.message error.name", actor="system"),),
    },
    tag="type",
    agent="opencode",
    run_id=pattern(rb'"sessionID"\s*:\s*"'),
).format()
