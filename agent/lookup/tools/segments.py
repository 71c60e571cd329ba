"""The tool that tells the parts of a run: restarts, phases, rounds, with what was open at the edge of each."""

from collections.abc import Mapping
from typing import Any

from agent.diagnosis.document_parts import Lines
from agent.lookup.actor_name import actor_name
from agent.lookup.tools.calls_made import call_of
from agent.lookup.tools.outline import QUIET, row_of
from agent.lookup.tools.tool import RANGE, SKIP, Result, Tool, span
from agent.lookup.visible_trace import VisibleTrace
from agent.number_words import count as counted
from agent.number_words import line_range
from agent.signals.readings.who_acts import is_request
from agent.trace.event import Event, Kind

PAGE, WALKED, NAMES = 60, 20_000, 5


def _segments(visible: VisibleTrace, given: Mapping[str, Any], room: int) -> Result:
    lines = span(visible, given)
    events = visible.trace.events
    first, last = events.at_line(lines[0]).number, events.at_line(lines[1]).number
    parts, by = _parts(visible, first, last)
    result = Result(f"listing segments: {len(parts)}")
    result.head(f"{counted(len(parts), 'segment')} in {line_range(*lines)}, {by}")
    skip = max(0, given.get("skip", 0))
    for at, (name, start, end) in enumerate(parts[skip : skip + PAGE], skip):
        row, places = _row(visible, name, start, end)
        result.add(row, None, f"skip={at}", places)
    if len(parts) > skip + PAGE:
        result.add(f"... {len(parts) - skip - PAGE} more; go on with skip={skip + PAGE}", None, f"skip={skip + PAGE}")
    return result


def _parts(visible: VisibleTrace, first: int, last: int) -> tuple[list[tuple[str, int, int]], str]:
    """The parts of the run among the events first to last, and what they were told by."""
    phases = visible.index.phases(first, last)
    if len(phases) > 1:
        return phases, "by the phases, rounds or restarts that the log names"
    events = visible.trace.events
    asked = [
        number
        for kind in (Kind.TASK, Kind.SAY)
        for number in visible.index.acts(first, last, None, kind.value)[:WALKED]
        if is_request(events[number])
    ]
    starts = sorted({first, *asked})
    if len(starts) < 2:
        return phases, "the log names no phases, rounds or restarts, and nobody asked a second time"
    ends = [start - 1 for start in starts[1:]] + [last]
    return [("", *part) for part in zip(starts, ends, strict=True)], "one for each request of a person"


def _row(visible: VisibleTrace, name: str, first: int, last: int) -> tuple[str, list[Lines]]:
    """What is said of a part, and the places that this names."""
    events = visible.trace.events
    lines: Lines = (events[first].lines[0], events[last].lines[1])
    names: dict[str, int] = {}
    open_calls: list[Event] = []
    latest = first
    for event in events.between(first, min(last, first + WALKED)):
        if not event.is_act or event.kind in QUIET:
            continue
        latest = event.number
        names[actor_name(event)] = names.get(actor_name(event), 0) + 1
        if event.kind is Kind.CALL:
            open_calls.append(event)
        elif event.kind in (Kind.RESULT, Kind.ERROR) and (call := call_of(event, open_calls)) is not None:
            open_calls.remove(call)
    who = sorted(names, key=lambda one: -names[one])
    said = ", ".join(f"{visible.safe(one)} {names[one]}" for one in who[:NAMES])
    more = f" and {len(who) - NAMES} more" if len(who) > NAMES else ""
    row = f"@{first}-{last} {line_range(*lines)} {visible.safe(name) or 'no name'}: acts by {said}{more}"
    places = [lines]
    if open_calls and visible.trace.reading.records_tool_results:
        latest_calls = ", ".join(f"call @{call.number} L{call.lines[0]}" for call in open_calls[-NAMES:])
        row += f"; open at its end: {latest_calls}"
        places += [call.lines for call in open_calls[-NAMES:]]
    return f"{row}; ends with {row_of(visible, events[latest])}", [*places, events[latest].lines]


SEGMENTS = Tool(
    "segments",
    "Restarts, phases, rounds in lines first to last: where each begins and ends, who acts, what stays open.",
    {**RANGE, **SKIP},
    _segments,
)
