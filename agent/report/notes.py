"""What a person wrote on lines of the trace, as a section of a report."""

from collections.abc import Iterable
from typing import NamedTuple

from agent.number_words import line_range
from agent.report.markdown_escape import inline
from agent.report.wording import one_line

STALE = "the lines have changed since"


class Note(NamedTuple):
    """Some words about some lines; stale where the lines read otherwise now."""

    lines: tuple[int, int]
    text: str
    is_stale: bool = False


def as_markdown(notes: Iterable[Note]) -> str:
    """The notes in the order of their lines; nothing where there are none."""
    rows = [f"- {line_range(*note.lines)}{_aside(note)}: {inline(one_line(note.text))}" for note in sorted(notes)]
    return "\n".join(["## Notes", "", *rows, ""]) if rows else ""


def as_properties(notes: Iterable[Note]) -> list[dict[str, str]]:
    """The notes for a program."""
    return [{"lines": line_range(*note.lines) + _aside(note), "text": note.text} for note in sorted(notes)]


def _aside(note: Note) -> str:
    return f" ({STALE})" if note.is_stale else ""
