"""mini-SWE-agent's `.traj.json` files: chat messages whose commands are fenced, and what each command returned."""

import re
from typing import Any

from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json_logs.json_log import JsonLog
from agent.trace.formats.json_logs.record_head import RecordMark
from agent.trace.formats.trajectories.command_turns import CommandTurns

_FENCE = pattern(r"```(?:mswea_bash_command|bash|sh|shell)[ \t]*\n(.*?)(?:\n```|\Z)", re.DOTALL)
_EXTRA = frozenset({"actions", "returncode", "raw_output", "exit_status", "submission"})


def _is_message(value: Any) -> bool:
    if not isinstance(value, dict) or not ("role" in value or "output" in value):
        return False
    extra, content = value.get("extra"), value.get("content")
    if isinstance(extra, dict) and not _EXTRA.isdisjoint(extra):
        return True
    return isinstance(content, str) and ("mswea_bash_command" in content or content.startswith("<returncode>"))


MESSAGES = JsonLog(
    "mini_swe_agent",
    RecordMark(
        "messages with `mswea_bash_command`, `<returncode>` or `extra.actions`",
        _is_message,
        (
            pattern(rb'"role"\s*:'),
            pattern(rb'mswea_bash_command|<returncode>|"trajectory_format"\s*:\s*"mini-swe-agent'),
        ),
        ("messages",),
        deep=True,
    ),
    lambda source, reading: CommandTurns(reading, _FENCE),
)
