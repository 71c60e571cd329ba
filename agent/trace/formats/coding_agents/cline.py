"""Cline and Roo Code: what their panel shows (`ui_messages.json`), one message after the other."""

from collections.abc import Mapping
from typing import Any

from agent.trace.event import Kind
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json_logs.chat_table import ChatTable
from agent.trace.formats.json_logs.table_rules import Part, Rule

_TOOL = (Part(Kind.CALL, "text", tool="text.tool"),)
_SAID = (Part(Kind.SAY, "text.response text.question text.plan text"),)
_PERSON = (Part(Kind.SAY, "text", actor="user"),)
_SERVER = (Part(Kind.CALL, "text", tool="text.toolName text.uri text.type"),)
_ERROR = (Part(Kind.ERROR, "text", actor="system"),)
_RULES: Mapping[str, Rule] = {
    "task": _PERSON,
    "user_feedback": _PERSON,
    "text": _SAID,
    "completion_result": _SAID,
    "followup": _SAID,
    "plan_mode_respond": _SAID,
    "reasoning": (Part(Kind.THINK, "reasoning text"),),
    "tool": _TOOL,
    "newTask": _TOOL,
    "browser_action": (Part(Kind.CALL, "text", tool="text.action"),),
    "use_mcp_server": _SERVER,
    "mcp_server_response": (Part(Kind.RESULT, "text", actor="environment"),),
    "browser_action_result": (Part(Kind.RESULT, "text.logs text", actor="environment"),),
    "error": _ERROR,
    "diff_error": _ERROR,
    "api_req_failed": _ERROR,
    "command": (Part(Kind.CALL, "text", tool="=execute_command"),),
    "command_output": (Part(Kind.RESULT, "text", actor="execute_command"),),
}


def _is_message(value: Any) -> bool:
    if not isinstance(value, dict) or "ts" not in value:
        return False
    return value.get("type") in ("say", "ask") and value["type"] in value


UI_MESSAGES = ChatTable(
    "cline_ui_messages",
    "messages of `type` say or ask with `ts`",
    _is_message,
    _RULES,
    tag="say ask",
    agent="cline",
    opening=(pattern(rb'"type"\s*:\s*"(?:say|ask)"'), pattern(rb'"ts"\s*:\s*\d')),
    first="task",
).format()
