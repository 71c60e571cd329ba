"""The outline of a trace: what happened from first to last, one row for as few events as there is room for."""

import re
from collections.abc import Iterator, Sequence

from agent.diagnosis.document_parts import Lines
from agent.lookup.actor_name import actor_name
from agent.lookup.tools.tool import Row
from agent.lookup.visible_trace import VisibleTrace
from agent.number_words import line_range
from agent.tokens import count
from agent.trace.event import Event, Kind

ROW_TOKENS = 30
TITLE = 70
FEWEST, MOST = 4, 100
TRIES = 8
QUIET = frozenset({Kind.NOISE, Kind.USAGE})
SAMPLED = 24
"""Events of a group that are looked at for its most telling one."""
GLANCE = 40
"""Lines of an event that are taken in with one look, so that a row about it tells of each of them."""

_ONE = re.compile(r"@\d+(?:-\d+)? L(\d+)(?:-(\d+))?")
_ALONE = re.compile(r"@\d+ L(\d+)")
_SEVERAL = re.compile(r"@\d+-\d+ L(\d+)(?:-(\d+))? [^:]*: @\d+ L(\d+)")


def outline(visible: VisibleTrace, lines: Lines, room: int) -> list[Row]:
    """Rows about the events in a range of lines, within so many tokens; the middle gives way, never an end."""
    events = visible.trace.events
    if not events.lines:
        return []
    first, last = events.at_line(lines[0]).number, events.at_line(lines[1]).number
    phases = visible.index.phases(first, last)
    most = max(FEWEST, min(MOST, room // ROW_TOKENS))
    rows: list[str] = []
    for _ in range(TRIES):
        rows = [row for group in _groups(phases, most) for row in [_row(visible, *group)]]
        tokens = sum(count(row) + 1 for row in rows)
        if tokens <= room or most == FEWEST:
            break
        most = max(FEWEST, min(most - 1, int(most * room / tokens)))
    return [Row(row, named=_places(row), titled=_titled(visible, row)) for row in _within(rows, room)]


def _places(row: str) -> tuple[Lines, ...]:
    """The lines that a row names of itself: those of its events, and of the one that it tells of several."""
    several, one = _SEVERAL.match(row), _ONE.match(row)
    match = several or one
    if match is None:
        return ()
    first = int(match[1])
    told = [(int(several[3]), int(several[3]))] if several is not None else []
    return ((first, int(match[2] or first)), *told)


def _titled(visible: VisibleTrace, row: str) -> tuple[Lines, ...]:
    """What a row tells by a title: of several events only the place of the most telling one."""
    one = None if _SEVERAL.match(row) else _ALONE.match(row)
    return titled(visible, visible.trace.events.at_line(int(one[1]))) if one is not None else ()


def titled(visible: VisibleTrace, event: Event) -> tuple[Lines, ...]:
    """The lines that a row tells of by the title of their event: all of a short one, of a longer one the title's own.

    What else a longer one says, nobody has seen.
    """
    first, last = event.lines
    if last - first < GLANCE:
        return (event.lines,)
    title = visible.trace.title(event)
    texts = (line.strip() for line in visible.trace.lines(first, first + GLANCE - 1))
    return tuple((line, line) for line, text in enumerate(texts, first) if text and (text in title or title in text))


def _groups(phases: Sequence[tuple[str, int, int]], most: int) -> Iterator[tuple[str, int, int]]:
    """Events in a row that share a row: the first and the last event alone, at least one row for each phase."""
    if len(phases) > most - 2:
        size = -(-len(phases) // max(1, most - 2))
        phases = [_joined(phases[at : at + size]) for at in range(0, len(phases), size)]
    total = phases[-1][2] - phases[0][1] + 1
    for place, (name, first, last) in enumerate(phases):
        if place == 0 and first < last:
            yield name, first, first
            name, first = "", first + 1
        alone = place == len(phases) - 1 and first < last
        end = last - 1 if alone else last
        step = -(-(end - first + 1) // max(1, (most - 2) * (end - first + 1) // total))
        for start in range(first, end + 1, step):
            yield name if start == first else "", start, min(start + step - 1, end)
        if alone:
            yield "", last, last


def _joined(phases: Sequence[tuple[str, int, int]]) -> tuple[str, int, int]:
    """Several phases under one heading."""
    names = list(dict.fromkeys(name for name, _, _ in phases if name))
    some = f"{names[0]} … {names[-1]}, {len(phases)} phases" if len(names) > 1 else "".join(names)
    return some, phases[0][1], phases[-1][2]


def _row(visible: VisibleTrace, phase: str, first: int, last: int) -> str:
    text = row_of(visible, visible.trace.events[first]) if first == last else _group(visible, first, last)
    return text + (f" [begins: {visible.safe(phase)[:TITLE]}]" if phase else "")


def _within(rows: list[str], room: int) -> list[str]:
    """The rows, without some of the middle where they do not fit."""
    costs = [count(row) + 1 for row in rows]
    if sum(costs) <= room:
        return rows
    head, tail, left, turn = 0, len(rows), room - ROW_TOKENS, True
    while head < tail and costs[head if turn else tail - 1] <= left:
        left -= costs[head if turn else tail - 1]
        head, tail = (head + 1, tail) if turn else (head, tail - 1)
        turn = not turn
    return [*rows[:head], f"... {tail - head} rows of the middle are not shown: ask for a smaller range", *rows[tail:]]


def row_of(visible: VisibleTrace, event: Event) -> str:
    """One event in one row."""
    to = f">{visible.safe(', '.join(event.to[:2]))}" if event.to else ""
    if event.repeats is not None:
        return f"@{event.number} {line_range(*event.lines)} repeats @{event.repeats}"
    said = f"{visible.safe(actor_name(event))}{to} {event.kind.value}: {_title(visible, event)}"
    return f"@{event.number} {line_range(*event.lines)} {said}"


def _group(visible: VisibleTrace, first: int, last: int) -> str:
    """Several events in one row: where, who, and the most telling of them with its own number."""
    events = visible.trace.events
    stride = max(1, (last - first + 1) // SAMPLED)
    sampled = [events[number] for number in range(first, last + 1, stride)]
    acts = [event for event in sampled if event.repeats is None and event.kind not in QUIET] or sampled
    actors = list(dict.fromkeys(visible.safe(actor_name(event)) for event in acts))
    names = ", ".join(actors[:4]) + (f" and {len(actors) - 4} more" if len(actors) > 4 else "")
    best = most_telling(acts)
    lines = events[first].lines[0], events[last].lines[1]
    return f"@{first}-{last} {line_range(*lines)} {names}: @{best.number} L{best.lines[0]} {_title(visible, best)}"


def most_telling(events: Sequence[Event]) -> Event:
    """The event that weighs most; errors, handoffs and answers before talk, talk before output."""
    weight = {Kind.ANSWER: 5, Kind.ERROR: 4, Kind.HANDOFF: 3, Kind.PLAN: 3, Kind.TASK: 3, Kind.SAY: 2, Kind.THINK: 2}
    return max(events, key=lambda event: (weight.get(event.kind, 1) * event.salience, -event.number))


def _title(visible: VisibleTrace, event: Event) -> str:
    title = visible.title(event).replace("\t", " ")
    return title if len(title) <= TITLE else title[:TITLE].rstrip() + "…"
