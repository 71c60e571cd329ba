"""Tools that read: the outline, lines, an event, a list of events, what differs between two events."""

from collections.abc import Mapping
from difflib import unified_diff
from typing import Any

from agent.chat.actor_name import actor_name
from agent.chat.material import Material, line_range
from agent.chat.tools.outline import outline, row_of
from agent.chat.tools.tool import RANGE, BadCall, Parameter, Result, Tool, span
from agent.trace.event import Event

MOST_LINES, MOST_EVENTS, MOST_COMPARED = 120, 40, 400
CHARACTERS, NARROWEST, FRAME = 3, 50, 25
"""Characters to a token, on the safe side; those of a line that are shown at least, and those around it."""


def _outline(material: Material, given: Mapping[str, Any]) -> Result:
    lines = span(material, given)
    result = Result(f"outline of {line_range(lines)}", more="ask for a smaller range")
    result.rows.extend(outline(material, lines, material.budget.result))
    return result


def _read_lines(material: Material, given: Mapping[str, Any]) -> Result:
    first, last = span(material, given)
    stop = min(last, first + MOST_LINES - 1)
    result = Result(f"reading {line_range((first, stop))}", more=f"go on from the last line shown, to L{last}")
    event: Event | None = None
    for number, text in _fitted(list(material.numbered(first, stop)), material.budget.result):
        if event is None or number > event.lines[1]:
            event = material.trace.events.at_line(number)
            result.add(head(material, event))
        result.add(f"{number}| {text}", (number, number))
    if stop < last:
        result.add(f"... the rest, to L{last}, takes another call")
    return result


def _event(material: Material, given: Mapping[str, Any]) -> Result:
    event = _numbered(material, given["number"])
    first, last = event.lines
    result = Result(f"reading event {event.number}", more=f"read_lines shows them, to L{last}")
    result.add(head(material, event))
    if event.repeats is not None:
        result.add(f"it prints event {event.repeats} again")
    shown = list(material.numbered(first, min(last, first + MOST_LINES - 1)))
    for number, text in _fitted(shown, material.budget.result):
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


def _events(material: Material, given: Mapping[str, Any]) -> Result:
    found = _matching(material, given)
    noun = "event" if len(found) == 1 else "events"
    result = Result(f"listing events: {len(found)} {noun}")
    result.add(f"{len(found)} {noun}")
    events = material.trace.events
    for number in found[:MOST_EVENTS]:
        result.add(row_of(material, events[number]))
    if len(found) > MOST_EVENTS:
        result.add(f"... and {len(found) - MOST_EVENTS} more, the last is {row_of(material, events[found[-1]])}")
    return result


def _matching(material: Material, given: Mapping[str, Any]) -> list[int]:
    """The numbers of the acts in a range of lines that are by the actor and of the kind that are asked for."""
    first, last = span(material, given)
    events = material.trace.events
    numbers = events.at_line(first).number, events.at_line(last).number
    acts = material.index.acts(*numbers, None, given.get("kind"))
    return [number for number in acts if fits(material, events[number], given)]


def fits(material: Material, event: Event, given: Mapping[str, Any]) -> bool:
    """Whether an event is by the actor and of the kind that are asked for."""
    actor, kind = given.get("actor"), given.get("kind")
    if actor and actor.casefold() not in material.safe(actor_name(event)).casefold():
        return False
    return not kind or event.kind.value == kind.casefold()


def _differences(material: Material, given: Mapping[str, Any]) -> Result:
    one, other = _numbered(material, given["event"]), _numbered(material, given["other"])
    before, after = _texts(material, one), _texts(material, other)
    result = Result(f"comparing events {one.number} and {other.number}")
    result.add(head(material, one))
    result.add(head(material, other))
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


def _texts(material: Material, event: Event) -> list[str]:
    first, last = event.lines
    return [text for _, text in material.numbered(first, min(last, first + MOST_COMPARED - 1))]


def _numbered(material: Material, number: int) -> Event:
    if not 1 <= number <= len(material.trace.events):
        raise BadCall(f"There is no event {number}; they are numbered 1 to {len(material.trace.events)}.")
    return material.trace.events[number]


def head(material: Material, event: Event) -> str:
    """The row above an event: its number, its lines, who to whom, and what it is."""
    to = f" -> {material.safe(', '.join(event.to[:3]))}" if event.to else ""
    tool = f", tool {material.safe(event.tool)}" if event.tool else ""
    status = f", {material.safe(event.status)}" if event.status else ""
    said = f"{material.safe(actor_name(event))}{to}, {event.kind.value}{tool}{status}"
    return f"@{event.number} {line_range(event.lines)} {said}"


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
