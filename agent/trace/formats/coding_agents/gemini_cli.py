"""Gemini CLI: saved sessions, as a document or by lines, and what `--output-format stream-json` prints."""

from typing import Any

from agent.trace.event import Kind
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json_logs.chat_table import ChatTable
from agent.trace.formats.json_logs.table_rules import Each, Message, Part

_PROMPTS = pattern(r"<session_context>|This is the Gemini CLI\. We are setting up")
_RESPONSE = "result.0.functionResponse.response"
_CALL = (
    Part(Kind.CALL, "args", tool="name", call="id"),
    Part(
        Kind.RESULT, f"{_RESPONSE}.output {_RESPONSE} resultDisplay result",
        tool="name", call="id", failed=f"{_RESPONSE}.error",
    ),
)  # fmt: skip
_TOLD = (Part(Kind.NOTE, "content", actor="system"),)


def _is_session(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    named = value.get("type") == "gemini" or ("toolCalls" in value and "timestamp" in value)
    user = value.get("type") == "user" and {"id", "timestamp", "content"} <= value.keys() and "message" not in value
    return named or user or {"sessionId", "projectHash", "startTime"} <= value.keys()


def _is_streamed(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    what, keys = value.get("type"), value.keys()
    return (
        (what == "tool_use" and {"tool_name", "tool_id", "parameters"} <= keys)
        or (what == "tool_result" and {"tool_id", "status"} <= keys)
        or (what == "init" and {"session_id", "model"} <= keys)
    )


SESSION = ChatTable(
    "gemini_cli_session",
    "messages of `type` gemini with `toolCalls`",
    _is_session,
    {
        "user": (Message(),),
        "gemini": (Each("thoughts", {"*": (Part(Kind.THINK, "description subject"),)}), Message(),
                   Each("toolCalls", {"*": _CALL})),
        "info": _TOLD,
        "warning": _TOLD,
        "error": (Part(Kind.ERROR, "content", actor="system"),),
    },
    agent="gemini",
    opening=(pattern(rb'"projectHash"\s*:'), pattern(rb'"sessionId"\s*:')),
    prompts=_PROMPTS,
    identity="id",
).format()  # fmt: skip

STREAM = ChatTable(
    "gemini_cli_stream",
    "`type` init, message, tool_use and tool_result with `tool_id`",
    _is_streamed,
    {
        "message": (Message(),),
        "tool_use": (Part(Kind.CALL, "parameters", tool="tool_name", call="tool_id"),),
        "tool_result": (Part(Kind.RESULT, "output error.message", call="tool_id", failed="error"),),
        "error": (Part(Kind.ERROR, "message error.message", actor="system"),),
    },
    tag="type",
    agent="gemini",
    run_id=pattern(rb'"session_id"\s*:\s*"'),
    prompts=_PROMPTS,
    run_end=pattern(rb'\{"type"\s*:\s*"result"'),
    growing="delta",
).format()
