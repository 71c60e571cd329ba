"""OpenHands: events of a session, old and new, and the `output.jsonl` of its benchmarks with a session in each line."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from agent.trace.event import Kind
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json_logs.chat_table import ChatTable
from agent.trace.formats.json_logs.documents import Documents
from agent.trace.formats.json_logs.table_rules import Message, Part, Rule

_TOOL, _CALL = "tool_call_metadata.function_name action observation", "tool_call_metadata.tool_call_id"
_THOUGHT = Part(Kind.THINK, "args.thought")
_SENT = (Part(Kind.SAY, "args.content message"),)
_DONE = (Part(Kind.ANSWER, "args.final_thought message args.thought"),)
_OLDER: Mapping[str, Rule] = {
    "message": _SENT,
    "system": (Part(Kind.SYSTEM, "args.content message", actor="system"),),
    "think": (_THOUGHT,),
    "finish": _DONE,
    "reject": (_THOUGHT, Part(Kind.ERROR, "message args.outputs.reason")),
    "delegate": (_THOUGHT, Part(Kind.HANDOFF, "args.inputs", tool="action", call=_CALL)),
    "run": (_THOUGHT, Part(Kind.CALL, "args.command", tool=_TOOL, call=_CALL)),
    "run_ipython": (_THOUGHT, Part(Kind.CALL, "args.code", tool=_TOOL, call=_CALL)),
    "call_tool_mcp": (_THOUGHT, Part(Kind.CALL, "args.arguments", tool="args.name", call=_CALL)),
    **dict.fromkeys(
        ("read", "write", "edit", "browse", "browse_interactive", "task_tracking"),
        (_THOUGHT, Part(Kind.CALL, "args", tool=_TOOL, call=_CALL)),
    ),
}
_SEEN: Mapping[str, Rule] = {
    **dict.fromkeys(
        ("run", "run_ipython", "read", "write", "edit", "browse", "delegate", "mcp", "success", "task_tracking",
         "download"),
        (Part(Kind.RESULT, "content message", tool=_TOOL, call=_CALL),),
    ),
    **dict.fromkeys(
        ("error", "user_rejected"),
        (Part(Kind.RESULT, "content message", tool=_TOOL, call=_CALL, failed="observation"),),
    ),
    "loop_detection": (Part(Kind.ERROR, "content message", actor="system"),),
}  # fmt: skip
_ID = "tool_call_id"
_NEWER: Mapping[str, Rule] = {
    "MessageEvent": (Message("llm_message"),),
    "SystemPromptEvent": (Part(Kind.SYSTEM, "system_prompt", actor="system"),),
    "ActionEvent": (
        Part(Kind.THINK, "reasoning_content"),
        Part(Kind.SAY, "thought"),
        Part(Kind.CALL, "tool_call.arguments action", tool="tool_name", call=_ID),
    ),
    "ObservationEvent": (
        Part(Kind.RESULT, "observation.content observation.output observation", tool="tool_name", call=_ID,
             failed="observation.is_error"),
    ),
    "UserRejectObservation": (Part(Kind.RESULT, "rejection_reason", tool="tool_name", call=_ID, failed="kind"),),
    "AgentErrorEvent": (Part(Kind.RESULT, "error", tool="tool_name", call=_ID, failed="error"),),
    "ConversationErrorEvent": (Part(Kind.ERROR, "detail code", actor="system"),),
}  # fmt: skip


def _is_event(value: Any) -> bool:
    if not isinstance(value, dict) or not {"id", "timestamp", "source"} <= value.keys():
        return False
    old = isinstance(value.get("action", value.get("observation")), str) and "message" in value
    return old or str(value.get("kind", "")) in (*_NEWER, "ConversationStateUpdateEvent")


_TABLE = ChatTable(
    "openhands",
    "events of a `source` with an `action` and its `observation`",
    _is_event,
    {**_NEWER, **_OLDER, **{f"observation:{name}": rule for name, rule in _SEEN.items()}},
    tag="kind action observation",
    agent=".source",
    holders=("trajectory", "history", "events"),
    opening=(pattern(rb'"source"\s*:\s*"(?:user|agent|environment)"'), pattern(rb'"(?:action|observation)"\s*:')),
)
EVENTS = _TABLE.format()
OUTPUT = Documents(
    replace(
        _TABLE,
        name="openhands_output",
        because="`instance_id`, `instruction` and a `history` of events",
        ending="error",
        opening=(pattern(rb'"instance_id"\s*:'), pattern(rb'"(?:instruction|test_result|git_patch)"\s*:')),
    ).run("history")
)
