"""SWE-agent's `.traj` files: the messages of the agent (`history`), and each step with what it observed."""

import re
from collections.abc import Iterator

from agent.trace.event import Kind
from agent.trace.formats.base.format import Draft, Head, Reading
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json.json_nodes import Node, text_of
from agent.trace.formats.json.json_paths import at
from agent.trace.formats.json.json_records import JsonRecords, or_hidden
from agent.trace.formats.json.json_stream import Path
from agent.trace.formats.json.label_names import hide_labels
from agent.trace.formats.json_logs.documents import Documents
from agent.trace.formats.trajectories.command_turns import CommandTurns
from agent.trace.source import Source

_STEPS = tuple(pattern(rb'"' + key + rb'"\s*:') for key in (rb"trajectory", rb"action", rb"observation", rb"thought"))
_MESSAGES = tuple(
    pattern(part) for part in (rb'"history"\s*:\s*\[\s*\{', rb'"agent"\s*:\s*"', rb'"message_type"\s*:|"is_demo"\s*:')
)
_FENCE = pattern(r"```[ \t]*\w*\n(.*?)(?:```|\Z)", re.DOTALL)


class SweAgent:
    """One trajectory of SWE-agent."""

    name = "swe_agent"

    def recognise(self, head: Head) -> str | None:
        """Steps of thought, action and observation, or messages of such steps."""
        if head.opens != b"{":
            return None
        if all(key.search(head.data) for key in _STEPS):
            return "a JSON document: a `trajectory` of `thought`, `action` and `observation`"
        if all(part.search(head.data) for part in _MESSAGES):
            return "a JSON document: a `history` of messages with `agent` and `message_type`"
        return None

    @or_hidden
    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of each message in turn."""
        turns = CommandTurns(reading, _FENCE)
        records = JsonRecords(source, reading, _holds)
        step: Node | None = None
        steps = 0
        for record in records:
            if record.path[0] == "trajectory":
                step, steps = record.node, steps + 1
                continue
            turns.sequence.record += 1
            yield from turns.read(source, record.node)
        if turns.sequence.record == 0:
            yield from self._steps(source, turns)
        elif step is not None and steps > turns.turns:
            yield from turns.step(source, step)
        elif step is not None and (observed := step.get("observation")) is not None and observed.is_text:
            yield from turns.sequence.tell(turns.observed(source, observed))
        yield from self._handed_in(source, records.root, turns)
        reading.ending = text_of(source, at(source, records.root, "info.exit_status"))
        hide_labels(records.root, reading)
        turns.sequence.end()

    def _steps(self, source: Source, turns: CommandTurns) -> Iterator[Draft]:
        """The events of each step, where the messages were left out."""
        for record in JsonRecords(source, Reading(), lambda path: path == ("trajectory",)):
            turns.sequence.record += 1
            yield from turns.step(source, record.node)

    def _handed_in(self, source: Source, root: Node, turns: CommandTurns) -> Iterator[Draft]:
        submission = at(source, root, "info.submission")
        if submission is not None and submission.is_text and submission.end - submission.start > 2:
            piece = submission.piece()
            draft = Draft(Kind.ANSWER, submission.start, submission.end, actor=turns.agent, pieces=(piece,))
            yield from turns.sequence.tell([draft])


def _holds(path: Path) -> bool:
    return path in (("trajectory",), ("history",))


TRAJECTORY = Documents(SweAgent())
