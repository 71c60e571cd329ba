"""The memory of an agent of smolagents: its prompt, its task, and the steps that it took."""

from typing import Any

from agent.trace.event import Kind
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json_logs.chat_table import ChatTable
from agent.trace.formats.json_logs.table_rules import Each, Part

_CALL = Part(Kind.CALL, "function.arguments arguments", tool="function.name name", call="id")
_CAME = "tool_calls.0.function.name tool_calls.0.name"


def _is_step(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    said = not value.keys().isdisjoint(("model_output", "model_output_message", "observations"))
    return ("step_number" in value and said) or "task_images" in value or ("plan" in value and "timing" in value)


MEMORY = ChatTable(
    "smolagents_memory",
    "`step_number` with a `model_output`",
    _is_step,
    {
        "*": (
            Part(Kind.SYSTEM, "system_prompt", actor="system"),
            Part(Kind.SAY, "task", actor="user"),
            Part(Kind.PLAN, "plan"),
            Part(Kind.SAY, "model_output model_output_message.content"),
            Each("tool_calls", {"*": (_CALL,)}),
            Part(Kind.RESULT, "observations", tool=_CAME, call="tool_calls.0.id"),
            Part(Kind.ERROR, "error.message error"),
        )
    },
    tag="step_number",
    times="timing.start_time start_time",
    holders=("steps", "memory", "full_steps"),
    opening=(pattern(rb'"step_number"\s*:'), pattern(rb'"(?:model_output|observations)"\s*:')),
).format()
