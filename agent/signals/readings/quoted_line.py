"""Chooses the line of an event that a signal quotes, and names what the event is about."""

import re
from collections.abc import Container

from agent.signals.readings.log_header import after_header
from agent.signals.signal import Mark
from agent.trace.event import Event
from agent.trace.silent_lines import is_cost

QUOTE = 300
_WORD = re.compile(r"[^\W\d_]{2,}")
_OBJECT = re.compile(
    r"(?:https?://|\.{0,2}/)?[\w.-]+(?:/[\w.-]+)+|\b[\w-]+\.(?:py|js|ts|md|txt|json|csv|html|java|go|rs|c|h)\b"
)
_ENOUGH = 6


def informative_line(text: str, shared: Container[str] | None = None) -> str:
    """The first line with enough words in it, else the one with most; of lines in `shared` if it is given."""
    best, most = "", -1
    for line in text.split("\n"):
        words = 0 if line.lstrip().startswith("```") or is_cost(line) else len(_WORD.findall(line, 0, 2 * QUOTE))
        if words > most and (shared is None or line in shared):
            best, most = line, words
        if most >= _ENOUGH:
            break
    return best.strip()[:QUOTE].rstrip()


def line_with(text: str, at: int) -> str:
    """The line that holds the character at an offset, cut around it if it is long."""
    first = text.rfind("\n", 0, at) + 1
    last = text.find("\n", at)
    last = len(text) if last < 0 else last
    if last - first > QUOTE:
        first = max(first, at - QUOTE // 3)
        last = min(last, first + QUOTE)
    return text[first:last].strip()


def topic_of(text: str, tool: str | None = None) -> str:
    """The file or address a text is about, else its first words; with the tool's name if there is one."""
    match = _OBJECT.search(text, 0, 4000)
    about = match[0] if match else " ".join(_WORD.findall(text[:200])[:6])
    return f"{tool}: {about}".lower()[:80] if tool else about.lower()[:80]


def mark(event: Event, text: str, at: int | None = None, note: str = "") -> Mark:
    """A mark on the line at an offset, or on the line that tells most."""
    quote = informative_line(text[after_header(text) :]) if at is None else line_with(text, at)
    return Mark(event.number, quote or text.strip()[:QUOTE].rstrip(), note)


def mark_last_line(event: Event, text: str, note: str = "") -> Mark:
    """A mark on the last line that says anything."""
    end = len(text.rstrip())
    return mark(event, text, max(0, end - 1), note)


def line_at(event: Event, text: str, at: int) -> int:
    """The trace line of an offset in an event's text."""
    return event.lines[0] + text.count("\n", 0, at)
