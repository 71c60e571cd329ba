"""Marks on the telling line of an event, and the trace line of an offset in its text."""

from agent.signals.readings.body import body_at
from agent.signals.readings.telling_line import QUOTE, line_with, telling_line
from agent.signals.signal import Mark
from agent.trace.event import Event


def mark(event: Event, text: str, at: int | None = None, note: str = "") -> Mark:
    """A mark on the line at an offset, or on the line that tells most."""
    quote = telling_line(text[body_at(text) :]) if at is None else line_with(text, at)
    return Mark(event.number, quote or text.strip()[:QUOTE].rstrip(), note)


def closing(event: Event, text: str, note: str = "") -> Mark:
    """A mark on the last line that says anything."""
    end = len(text.rstrip())
    return mark(event, text, max(0, end - 1), note)


def line_at(event: Event, text: str, at: int) -> int:
    """The trace line of an offset in an event's text."""
    return event.lines[0] + text.count("\n", 0, at)
