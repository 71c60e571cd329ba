"""tau-bench and tau2-bench: conversations of an agent, a simulated user and tools, with what they were graded by."""

from collections.abc import Mapping

from agent.trace.event import Kind
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json_logs.chat_table import ChatTable
from agent.trace.formats.json_logs.documents import Documents
from agent.trace.formats.json_logs.table_rules import Each, Message, Part, Rule

_RETURNED = (Part(Kind.RESULT, "content", tool="name", call="tool_call_id id", failed="error"),)
_RULES: Mapping[str, Rule] = {
    "system": (Message(),),
    "user": (Message(),),
    "assistant": (Message(),),
    "tool": _RETURNED,
    "tool_messages": (Each("tool_messages", {"*": _RETURNED}),),
}


def _table(name: str, because: str, *opening: bytes) -> ChatTable:
    return ChatTable(
        name,
        because,
        lambda value: False,
        _RULES,
        tag="role",
        opening=tuple(map(pattern, opening)),
        ending="termination_reason",
    )


RESULTS = Documents(
    _table("tau_bench", "`task_id`, `reward` and a `traj` of messages", rb'"task_id"\s*:', rb'"traj"\s*:\s*\[').run(
        "traj"
    )
)
SIMULATIONS = Documents(
    _table(
        "tau2_bench",
        "`task_id`, `termination_reason` and `messages`",
        rb'"task_id"\s*:',
        rb'"termination_reason"\s*:|"reward_info"\s*:',
        rb'"start_time"\s*:',
    ).run("messages"),
    under=("simulations",),
    within=(pattern(rb'"num_trials"\s*:'), pattern(rb'"agent_info"\s*:'), pattern(rb'"user_info"\s*:')),
)
