"""Tools that read: the outline, lines, an event, a list of events, what differs between two events."""

from collections.abc import Mapping
from difflib import unified_diff
from typing import Any

from agent.lookup.actor_name import actor_name
from agent.lookup.tools.outline import outline, row_of
from agent.lookup.tools.tool import RANGE, BadCall, Parameter, Result, Tool, span
from agent.lookup.visible_trace import VisibleTrace
from agent.number_words import line_range
from agent.trace.event import Event

MOST_LINES, MOST_EVENTS, MOST_COMPARED = 120, 40, 400
CHARACTERS, NARROWEST, FRAME = 3, 50, 25
"""Characters to a token, on the safe side; those of a line that are shown at least, and those around it."""


def _outline(visible: VisibleTrace, given: Mapping[str, Any], room: int) -> Result:
    lines = span(visible, given)
    result = Result(f"outline of {line_range(*lines)}", more="ask for a smaller range")
    result.rows.extend(outline(visible, lines, room))
    return result


def _read_lines(visible: VisibleTrace, given: Mapping[str, Any], room: int) -> Result:
    first, last = span(visible, given)
    stop = min(last, first + MOST_LINES - 1)
    result = Result(f"reading {line_range(first, stop)}", more=f"go on from the last line shown, to L{last}")
    event: Event | None = None
    for number, text in _fitted(list(visible.numbered(first, stop)), room):
        if event is None or number > event.lines[1]:
            event = visible.trace.events.at_line(number)
            result.add(head(visible, event))
        result.add(f"{number}| {text}", (number, number))
    if stop < last:
        result.add(f"... the rest, to L{last}, takes another call")
    return result


def _event(visible: VisibleTrace, given: Mapping[str, Any], room: int) -> Result:
    event = _numbered(visible, given["number"])
    first, last = event.lines
    result = Result(f"reading event {event.number}", more=f"read_lines shows them, to L{last}")
    result.add(head(visible, event))
    if event.repeats is not None:
        result.add(f"it prints event {event.repeats} again")
    shown = list(visible.numbered(first, min(last, first + MOST_LINES - 1)))
    for number, text in _fitted(shown, room):
        result.add(f"{number}| {text}", (number, number))
    return result


def _fitted(lines: list[tuple[int, str]], room: int) -> list[tuple[int, str]]:
    """The lines; long ones cut where not all would fit: all of a line can be had by reading it alone."""
    if len(lines) < 2 or sum(len(text) for _, text in lines) < CHARACTERS * room:
        return lines
    widest = max(NARROWEST, CHARACTERS * room // len(lines) - FRAME)
    return [
        (number, text if len(text) <= widest else f"{text[:widest]} …+{len(text) - widest}") for number, text in lines
    ]


def _events(visible: VisibleTrace, given: Mapping[str, Any], room: int) -> Result:
    found = _matching(visible, given)
    noun = "event" if len(found) == 1 else "events"
    result = Result(f"listing events: {len(found)} {noun}")
    result.add(f"{len(found)} {noun}")
    events = visible.trace.events
    for number in found[:MOST_EVENTS]:
        result.add(row_of(visible, events[number]))
    if len(found) > MOST_EVENTS:
        result.add(f"... and {len(found) - MOST_EVENTS} more, the last is {row_of(visible, events[found[-1]])}")
    return result


def _matching(visible: VisibleTrace, given: Mapping[str, Any]) -> list[int]:
    """The numbers of the acts in a range of lines that are by the actor and of the kind that are asked for."""
    first, last = span(visible, given)
    events = visible.trace.events
    numbers = events.at_line(first).number, events.at_line(last).number
    acts = visible.index.acts(*numbers, None, given.get("kind"))
    return [number for number in acts if fits(visible, events[number], given)]


def fits(visible: VisibleTrace, event: Event, given: Mapping[str, Any]) -> bool:
    """Whether an event is by the actor and of the kind that are asked for."""
    actor, kind = given.get("actor"), given.get("kind")
    if actor and actor.casefold() not in visible.safe(actor_name(event)).casefold():
        return False
    return not kind or event.kind.value == kind.casefold()


def _differences(visible: VisibleTrace, given: Mapping[str, Any], room: int) -> Result:
    one, other = _numbered(visible, given["event"]), _numbered(visible, given["other"])
    before, after = _texts(visible, one), _texts(visible, other)
    result = Result(f"comparing events {one.number} and {other.number}")
    result.add(head(visible, one))
    result.add(head(visible, other))
    rows = list(unified_diff(before, after, f"event {one.number}", f"event {other.number}", lineterm="", n=0))[2:]
    at, beside = 0, 0
    for row in rows:
        if row.startswith("@@"):
            at, beside = (_start(part) for part in row.split()[1:3])
        elif row.startswith("-"):
            result.add(f"- {one.lines[0] + at - 1}| {row[1:]}", (one.lines[0] + at - 1,) * 2)
            at += 1
        else:
            result.add(f"+ {other.lines[0] + beside - 1}| {row[1:]}", (other.lines[0] + beside - 1,) * 2)
            beside += 1
    if not rows:
        result.add("they say the same, word for word")
    return result


def _start(part: str) -> int:
    """Where a stretch of a comparison begins."""
    return max(1, int(part[1:].split(",")[0]))


def _texts(visible: VisibleTrace, event: Event) -> list[str]:
    first, last = event.lines
    return [text for _, text in visible.numbered(first, min(last, first + MOST_COMPARED - 1))]


def _numbered(visible: VisibleTrace, number: int) -> Event:
    if not 1 <= number <= len(visible.trace.events):
        raise BadCall(f"There is no event {number}; they are numbered 1 to {len(visible.trace.events)}.")
    return visible.trace.events[number]


def head(visible: VisibleTrace, event: Event) -> str:
    """The row above an event: its number, its lines, who to whom, and what it is."""
    to = f" -> {visible.safe(', '.join(event.to[:3]))}" if event.to else ""
    tool = f", tool {visible.safe(event.tool)}" if event.tool else ""
    status = f", {visible.safe(event.status)}" if event.status else ""
    said = f"{visible.safe(actor_name(event))}{to}, {event.kind.value}{tool}{status}"
    return f"@{event.number} {line_range(*event.lines)} {said}"


WHOSE = {"actor": Parameter("string"), "kind": Parameter("string", "say, think, call, result, error ...")}
OUTLINE = Tool("outline", "What happens in a range of lines, row by row.", RANGE, _outline)
READ_LINES = Tool(
    "read_lines",
    f"The lines first to last, at most {MOST_LINES}; one that ends in …+N is cut, read it alone.",
    {"first": Parameter("integer", needed=True), "last": Parameter("integer", needed=True)},
    _read_lines,
)
EVENT = Tool("event", "One event by its @number.", {"number": Parameter("integer", needed=True)}, _event)
EVENTS = Tool("events", "List events by actor, kind, lines.", {**WHOSE, **RANGE}, _events)
DIFFERENCES = Tool(
    "differences",
    "What differs between two events.",
    {"event": Parameter("integer", needed=True), "other": Parameter("integer", needed=True)},
    _differences,
)
