"""Tools that read: the outline, lines, an event, a list of events, what differs between two events."""

from collections.abc import Iterator, Mapping
from difflib import unified_diff
from typing import Any

from agent.lookup.actor_name import actor_name
from agent.lookup.tools.outline import outline, row_of, titled
from agent.lookup.tools.tool import RANGE, SKIP, TAIL, BadCall, Parameter, Result, Tool, span
from agent.lookup.visible_trace import VisibleTrace
from agent.number_words import count as counted
from agent.number_words import line_range
from agent.tokens import count
from agent.trace.event import Event

MOST_EVENTS, MOST_COMPARED = 60, 400
SHORT = 300
"""Characters of a line that is shown whole or not at all; a longer one may be shown in part."""
FRAME = 8
"""Tokens around the text of a line."""


def _outline(visible: VisibleTrace, given: Mapping[str, Any], room: int) -> Result:
    lines = span(visible, given)
    result = Result(f"outline of {line_range(*lines)}")
    result.rows.extend(outline(visible, lines, room))
    return result


def _read_lines(visible: VisibleTrace, given: Mapping[str, Any], room: int) -> Result:
    first, last = span(visible, {"last": given["first"], **given})
    result = Result(f"reading {line_range(first, last)}")
    _read(visible, result, (first, last), given.get("character", 1), room)
    return result


def _event(visible: VisibleTrace, given: Mapping[str, Any], room: int) -> Result:
    event = _numbered(visible, given["number"])
    result = Result(f"reading event {event.number}")
    if event.repeats is not None:
        result.head(f"it prints event {event.repeats} again")
    _read(visible, result, event.lines, 1, room)
    return result


def _read(visible: VisibleTrace, result: Result, lines: tuple[int, int], character: int, room: int) -> None:
    """Lines with their numbers, one after the other while there is room; the last row says how to go on."""
    room -= TAIL
    event, begun = None, False
    for number, text in visible.lines(*lines):
        if event is None or number > event.lines[1]:
            event = visible.trace.events.at_line(number)
            (result.add if begun else result.head)(head(visible, event))
            room -= count(result.rows[-1].text) + 1
        start = min(max(0, character - 1), len(text)) if number == lines[0] else 0
        stop = _end_within(text, start, room - FRAME)
        if begun and (room < FRAME or (stop < len(text) and (len(text) <= SHORT or stop - start < SHORT))):
            result.add("... " + _go_on(number, lines[1], 1))
            return
        before = f"(from character {start + 1:,}) " if start else ""
        shown = f"{number}| {before}{visible.plain(text[start:stop])}"
        result.add(shown, (number, number))
        if stop < len(text):
            result.add(f"... L{number} has {len(text) - stop:,} more characters; {_go_on(number, lines[1], stop + 1)}")
            return
        room -= count(shown) + 1
        begun = True


def _go_on(number: int, last: int, character: int) -> str:
    """The call that shows what comes next."""
    inside = f", character={character}" if character > 1 else ""
    rest = "the rest of it" if number == last else f"{line_range(number, last)}"
    return f"{rest} is not shown yet: go on with read_lines first={number}, last={last}{inside}"


def _end_within(text: str, start: int, room: int) -> int:
    """How far a line can be shown from a character on within so many tokens: at least a little of it."""
    stop = min(len(text), start + 8 * max(FRAME, room))
    while stop - start > FRAME and count(text[start:stop]) > max(FRAME, room):
        stop = start + (stop - start) * 4 // 5
    return stop


def _events(visible: VisibleTrace, given: Mapping[str, Any], room: int) -> Result:
    numbers = _matching(visible, given)
    skip = max(0, given.get("skip", 0))
    noun = counted(len(numbers), "event")
    result = Result(f"listing events: {noun}")
    events = visible.trace.events
    copies = "" if given.get("kind") in ("noise", "usage") else "; what the log prints again is not counted"
    result.head(f"{noun} in {line_range(*span(visible, given))}{_from(skip)}{copies}")
    for at, number in enumerate(numbers[skip : skip + MOST_EVENTS], skip):
        event = events[number]
        row = row_of(visible, event)
        result.add(row, resume=f"skip={at}", named=[event.lines], titled=titled(visible, event))
    if len(numbers) > skip + MOST_EVENTS:
        left = len(numbers) - skip - MOST_EVENTS
        result.add(f"... {left} more; go on with skip={skip + MOST_EVENTS}", resume=f"skip={skip + MOST_EVENTS}")
    return result


def _from(skip: int) -> str:
    return f", from number {skip + 1} on" if skip else ""


def _matching(visible: VisibleTrace, given: Mapping[str, Any]) -> list[int]:
    """The numbers of the acts in a range of lines that are by the actor and of the kind that are asked for."""
    first, last = span(visible, given)
    events = visible.trace.events
    numbers = events.at_line(first).number, events.at_line(last).number
    return visible.index.acts(*numbers, given.get("actor"), given.get("kind"), visible.safe)


def fits(visible: VisibleTrace, event: Event, given: Mapping[str, Any]) -> bool:
    """Whether an event is by the actor and of the kind that are asked for."""
    actor, kind = given.get("actor"), given.get("kind")
    if actor and actor.casefold() not in visible.safe(actor_name(event)).casefold():
        return False
    return not kind or event.kind.value == kind.casefold()


def _differences(visible: VisibleTrace, given: Mapping[str, Any], room: int) -> Result:
    one, other = _numbered(visible, given["event"]), _numbered(visible, given["other"])
    result = Result(f"comparing events {one.number} and {other.number}")
    result.head(head(visible, one))
    result.head(head(visible, other))
    for event in (one, other):
        height = event.lines[1] - event.lines[0] + 1
        if height > MOST_COMPARED:
            result.head(f"of event {event.number} only the first {MOST_COMPARED} of {height:,} lines are compared")
    rows = list(changed_rows(_texts(visible, one), _texts(visible, other), one.lines[0], other.lines[0]))
    for text, line in rows:
        result.add(text, (line, line))
    if not rows:
        result.add("they say the same, word for word")
    return result


def changed_rows(before: list[str], after: list[str], first: int, other: int) -> Iterator[tuple[str, int]]:
    """What only one of two texts has, a row for each line with its number; the texts begin on these lines."""
    at, beside = 0, 0
    for row in list(unified_diff(before, after, lineterm="", n=0))[2:]:
        if row.startswith("@@"):
            at, beside = (_start(part) for part in row.split()[1:3])
        elif row.startswith("-"):
            yield f"- {first + at - 1}| {row[1:]}", first + at - 1
            at += 1
        else:
            yield f"+ {other + beside - 1}| {row[1:]}", other + beside - 1
            beside += 1


def _start(part: str) -> int:
    """Where a stretch of a comparison begins."""
    return max(1, int(part[1:].split(",")[0]))


def _texts(visible: VisibleTrace, event: Event) -> list[str]:
    first, last = event.lines
    return [visible.plain(text) for _, text in visible.lines(first, min(last, first + MOST_COMPARED - 1))]


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


WHOSE = {"actor": Parameter("string"), "kind": Parameter("string")}
OUTLINE = Tool("outline", "What happens in lines first to last.", RANGE, _outline)
READ_LINES = Tool(
    "read_lines",
    "Lines first to last, as far as there is room.",
    {
        "first": Parameter("integer", needed=True),
        "last": Parameter("integer"),
        "character": Parameter("integer"),
    },
    _read_lines,
)
EVENT = Tool("event", "One event by its @number.", {"number": Parameter("integer", needed=True)}, _event)
EVENTS = Tool(
    "events",
    "Events by actor, kind (say, think, call, result, error ...), lines first to last.",
    {**WHOSE, **RANGE, **SKIP},
    _events,
)
DIFFERENCES = Tool(
    "differences",
    "What differs between two events.",
    {"event": Parameter("integer", needed=True), "other": Parameter("integer", needed=True)},
    _differences,
)
