"""GitHub Copilot's sessions, of its command line and of VS Code: events with `data`, one per line."""

from typing import Any

from agent.trace.event import Kind
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json_logs.chat_table import ChatTable
from agent.trace.formats.json_logs.table_rules import Each, Part

_WHO = ".agentId"
_KNOWN = frozenset(
    {"session.start", "session.resume", "user.message", "assistant.message", "assistant.turn_start",
     "assistant.turn_end", "tool.execution_start", "tool.execution_complete", "session.tools_updated"}
)  # fmt: skip
_REQUEST = Part(Kind.CALL, "arguments", actor=_WHO, tool="name", call="toolCallId")
_RETURNED = "data.result.content data.result.stdout data.error.message data.error data.output data.result"


def _is_event(value: Any) -> bool:
    return isinstance(value, dict) and str(value.get("type")) in _KNOWN and isinstance(value.get("data"), dict)


SESSION = ChatTable(
    "copilot_session",
    "`type` user.message, assistant.message or tool.execution_start with `data`",
    _is_event,
    {
        "user.message": (Part(Kind.SAY, "data.content", actor="user"),),
        "system.message": (Part(Kind.SYSTEM, "data.content", actor="system"),),
        "assistant.reasoning": (Part(Kind.THINK, "data.content", actor=_WHO),),
        "assistant.message": (
            Part(Kind.THINK, "data.reasoningText", actor=_WHO),
            Part(Kind.SAY, "data.content", actor=_WHO),
            Each("data.toolRequests", {"*": (_REQUEST,)}),
        ),
        "tool.execution_start": (
            Part(Kind.CALL, "data.arguments", actor=_WHO, tool="data.toolName", call="data.toolCallId"),
        ),
        "tool.execution_complete": (Part(Kind.RESULT, _RETURNED, call="data.toolCallId", failed="data.error"),),
        "session.error": (Part(Kind.ERROR, "data.message", actor="copilot"),),
    },
    agent="copilot",
    opening=(pattern(rb'"type"\s*:\s*"(?:session|user|assistant|tool)\.\w+"'), pattern(rb'"data"\s*:\s*\{')),
    requested=True,
).format()
