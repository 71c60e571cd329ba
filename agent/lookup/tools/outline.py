"""The outline of a trace: what happened from first to last, one row for as few events as there is room for."""

from collections.abc import Iterator, Sequence

from agent.diagnosis.document_parts import Lines
from agent.lookup.actor_name import actor_name
from agent.lookup.tools.tool import Row
from agent.lookup.visible_trace import VisibleTrace
from agent.number_words import line_range
from agent.trace.event import Event, Kind

ROW_TOKENS = 30
TITLE = 70
FEWEST, MOST = 4, 100
_QUIET = frozenset({Kind.NOISE, Kind.USAGE})
SAMPLED = 24
"""Events of a group that are looked at for its most telling one."""


def outline(visible: VisibleTrace, lines: Lines, room: int) -> Iterator[Row]:
    """Rows about the events in a range of lines; they take about so many tokens."""
    events = visible.trace.events
    if not events.lines:
        return
    first, last = events.at_line(lines[0]).number, events.at_line(lines[1]).number
    rows = max(FEWEST, min(MOST, room // ROW_TOKENS))
    step = -(-(last - first + 1) // rows)
    for start in range(first, last + 1, step):
        end = min(start + step - 1, last)
        if step == 1:
            event = events[start]
            if event.kind not in _QUIET:
                yield Row(row_of(visible, event))
        else:
            yield Row(_group(visible, start, end))


def row_of(visible: VisibleTrace, event: Event) -> str:
    """One event in one row."""
    to = f">{visible.safe(', '.join(event.to[:2]))}" if event.to else ""
    if event.repeats is not None:
        return f"@{event.number} {line_range(*event.lines)} repeats @{event.repeats}"
    said = f"{visible.safe(actor_name(event))}{to} {event.kind.value}: {_title(visible, event)}"
    return f"@{event.number} {line_range(*event.lines)} {said}"


def _group(visible: VisibleTrace, first: int, last: int) -> str:
    """Several events in one row: where, who, and the most telling of them."""
    events = visible.trace.events
    stride = max(1, (last - first + 1) // SAMPLED)
    seen = [events[number] for number in range(first, last + 1, stride)]
    told = [event for event in seen if event.repeats is None and event.kind not in _QUIET] or seen
    actors = list(dict.fromkeys(visible.safe(actor_name(event)) for event in told))
    names = ", ".join(actors[:4]) + (f" and {len(actors) - 4} more" if len(actors) > 4 else "")
    best = most_telling(told)
    lines = events[first].lines[0], events[last].lines[1]
    return f"@{first}-{last} {line_range(*lines)} {names}: {_title(visible, best)}"


def most_telling(events: Sequence[Event]) -> Event:
    """The event that weighs most; errors, handoffs and answers before talk, talk before output."""
    weight = {Kind.ANSWER: 5, Kind.ERROR: 4, Kind.HANDOFF: 3, Kind.PLAN: 3, Kind.TASK: 3, Kind.SAY: 2, Kind.THINK: 2}
    return max(events, key=lambda event: (weight.get(event.kind, 1) * event.salience, -event.number))


def _title(visible: VisibleTrace, event: Event) -> str:
    title = visible.title(event)
    return title if len(title) <= TITLE else title[:TITLE].rstrip() + "…"
