"""Messages of the AI SDK for JavaScript as its chats keep them: parts of a message, a tool's part with its result."""

from typing import Any

from agent.trace.event import Kind
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json_logs.chat_table import ChatTable
from agent.trace.formats.json_logs.table_rules import Each, Part, Rule

_NAME = "toolName type~tool-"
_CALL = Part(Kind.CALL, "input", tool=_NAME, call="toolCallId")
_CAME = Part(Kind.RESULT, "output errorText", tool=_NAME, call="toolCallId", failed="errorText")
_TOOL: Rule = (_CALL, Each("", {"output-available": (_CAME,), "output-error": (_CAME,)}, tag="state"))
_OLDER = Part(Kind.CALL, "args", tool="toolName", call="toolCallId")
_OLDER_CAME = Part(Kind.RESULT, "result", tool="toolName", call="toolCallId")
_INVOCATION: Rule = (_OLDER, Each("", {"result": (_OLDER_CAME,)}, tag="state"))
_PARTS: dict[str, Rule] = {
    "text": (Part(Kind.SAY, "text"),),
    "reasoning": (Part(Kind.THINK, "text reasoning"),),
    "tool-invocation": (Each("toolInvocation", {"*": _INVOCATION}),),
    "tool-*": _TOOL,
    "dynamic-tool": _TOOL,
    "file": (Part(Kind.NOTE, "filename mediaType mimeType"),),
}
_ASKED: dict[str, Rule] = {"text": (Part(Kind.SAY, "text", actor="user"),), "file": _PARTS["file"]}
_TOLD: dict[str, Rule] = {"text": (Part(Kind.SYSTEM, "text", actor="system"),)}
_STATES = frozenset({"input-streaming", "input-available", "output-available", "output-error"})


def _is_message(value: Any) -> bool:
    """A message with parts, of which one can only be of this library."""
    if not isinstance(value, dict) or not isinstance(value.get("parts"), list):
        return False
    parts = [part for part in value["parts"] if isinstance(part, dict)]
    named = any(part.get("type") in ("step-start", "tool-invocation") or part.get("state") in _STATES for part in parts)
    return value.get("role") in ("user", "assistant", "system") and (
        named or ("id" in value and any(part.get("type") == "text" and "text" in part for part in parts))
    )


MESSAGES = ChatTable(
    "vercel_ai_messages",
    "`role` with an `id` and typed `parts`",
    _is_message,
    {
        "user": (Each("parts", _ASKED),),
        "assistant": (Each("parts", _PARTS),),
        "system": (Each("parts", _TOLD),),
    },
    tag="role",
    times="createdAt metadata.createdAt created_at timestamp",
    holders=("messages", "uiMessages"),
    opening=(pattern(rb'"parts"\s*:'), pattern(rb'"(?:step-start|tool-invocation|toolCallId)"')),
).format()
