"""What a run was asked to do, and what it answered in the end, in the words of the trace."""

from dataclasses import dataclass

from agent.trace.event_text import read_text
from agent.trace.events import EventTable
from agent.trace.formats.base.format import Statement


@dataclass(frozen=True, slots=True)
class Task:
    """What the run was asked to do, as the trace or the user states it."""

    text: str
    source_lines: tuple[int, int] | None
    complete: bool


def stated(events: EventTable, statement: Statement | None) -> Task | None:
    """A statement of the trace with its words and its lines of the file."""
    if statement is None:
        return None
    first, last = statement.pieces[0], statement.pieces[-1]
    line_of = events.line_index.line_of
    lines = line_of(first.start), line_of(max(first.start, last.end - 1))
    return Task(read_text(events.source, statement.pieces), lines, statement.complete)
