"""Two runs beside each other where they part: the last act before it, what each does there, and what comes next."""

from collections.abc import Iterator, Sequence
from itertools import islice, zip_longest
from typing import NamedTuple

from agent.clean import clean_line, clean_title
from agent.divergence.act_words import words_beyond, words_of
from agent.divergence.divergences import Divergence, Side
from agent.divergence.told_differences import NOTHING, told_act
from agent.number_words import count
from agent.trace.event import Event
from agent.trace.trace import Trace
from mast_tui.layout.row import Row, Span
from mast_tui.layout.width import cells, padded, untabbed, wrapped

MOST_ACTS, MOST_LINES, MOST_AROUND, MOST_CHARACTERS = 20, 200, 3, 2_000
"""How much of a place is shown: acts of a side, lines of an act, lines of the acts around it, characters of a line."""
_NUMBER = 7
Line = tuple[Span, ...]


class Column(NamedTuple):
    """One run: its name on the screen, its trace, what it does at the place, the acts around it."""

    name: str
    trace: Trace
    side: Side | None
    before: Event | None
    after: Event | None


def columns(names: tuple[str, str], traces: tuple[Trace, Trace], place: Divergence) -> tuple[Column, Column]:
    """The good run and the bad one at a place."""
    good, bad = zip(names, traces, (place.good, place.bad), place.before, place.after, strict=True)
    return Column(*good), Column(*bad)


def side_rows(both: tuple[Column, Column], width: int, *, in_bad: bool, rule: str) -> list[Row]:
    """The heading with the names, then the rows of both sides; words that only one side has are bold."""
    room = max(12, (width - 3) // 2)
    known = [_words(column) for column in both]
    rows = [_beside((_name(both[0].name, room, lit=not in_bad), _name(both[1].name, room, lit=in_bad)), room, rule)]
    for part in (_before, _here, _after):
        blocks = [list(part(column, room, known[1 - at])) for at, column in enumerate(both)]
        rows += [_beside(pair, room, rule) for pair in zip_longest(*blocks, fillvalue=())]
    return rows


def _beside(sides: tuple[Line, ...], room: int, rule: str) -> Row:
    left, right = sides
    taken = sum(cells(span.text) for span in left)
    return Row((*left, Span(" " * max(0, room - taken)), Span(f" {rule} ", "rule"), *right))


def _name(name: str, room: int, *, lit: bool) -> Line:
    return (Span(padded(f"{'>' if lit else ' '} {name}", room), "accent bold" if lit else "quiet bold"),)


def _before(column: Column, room: int, known: frozenset[str]) -> Iterator[Line]:
    if column.before is None:
        yield (Span("  the run begins here", "faint italic"),)
        return
    first, last = column.before.lines
    yield _head(column.before, room)
    start = max(first, last - MOST_AROUND + 1)
    for at, line in enumerate(column.trace.lines(start, last), start):
        yield from islice(_shown(at, line, room, None), MOST_AROUND)


def _here(column: Column, room: int, known: frozenset[str]) -> Iterator[Line]:
    if column.side is None:
        yield (Span(f"  {NOTHING}", "quiet italic"),)
        return
    for act in column.side.acts[:MOST_ACTS]:
        first, last = act.lines
        yield _head(act, room, ink="text bold")
        for at, line in enumerate(column.trace.lines(first, min(last, first + MOST_LINES - 1)), first):
            yield from _shown(at, line, room, known)
        if last - first >= MOST_LINES:
            yield (Span(f"  {count(last - first + 1 - MOST_LINES, 'more line')} in the run", "quiet"),)
    left = len(column.side.acts) - MOST_ACTS
    if left > 0:
        yield (Span(f"  {count(left, 'more act')} in the run", "quiet"),)


def _after(column: Column, room: int, known: frozenset[str]) -> Iterator[Line]:
    if column.after is None:
        yield (Span("  the run ends here", "faint italic"),)
        return
    first, last = column.after.lines
    yield _head(column.after, room)
    for at, line in enumerate(column.trace.lines(first, min(last, first + MOST_AROUND - 1)), first):
        yield from islice(_shown(at, line, room, None), MOST_AROUND)


def _head(act: Event, room: int, ink: str = "faint") -> Line:
    return (Span(padded(f"  {clean_title(told_act(act))}", room), ink),)


def _words(column: Column) -> frozenset[str]:
    """All words that a run says at the place, as far as they are shown."""
    acts = column.side.acts[:MOST_ACTS] if column.side is not None else ()
    held = (column.trace.lines(act.lines[0], min(act.lines[1], act.lines[0] + MOST_LINES - 1)) for act in acts)
    return frozenset(word for lines in held for line in lines for word in words_of(line[:MOST_CHARACTERS]))


def _shown(number: int, line: str, room: int, known: frozenset[str] | None) -> Iterator[Line]:
    """A line of the trace as rows; of the acts around a place no word is set apart."""
    safe = clean_line(line[:MOST_CHARACTERS])
    new = [] if known is None else list(words_beyond(safe, known))
    text, new = untabbed(safe, new)
    ink = "faint" if known is None else "text" if new else "quiet"
    for at, (start, end) in enumerate(wrapped(text, room - _NUMBER - 1) or [(0, 0)]):
        head = f"{number:>{_NUMBER}} " if at == 0 else " " * (_NUMBER + 1)
        yield (Span(head, "faint"), *_parts(text, start, end, new, ink))


def _parts(text: str, start: int, end: int, new: Sequence[tuple[int, int]], ink: str) -> Iterator[Span]:
    at = start
    for first, last in new:
        first, last = max(first, at), min(last, end)
        if first < last:
            yield Span(text[at:first], ink)
            yield Span(text[first:last], "accent bold")
            at = last
    yield Span(text[at:end], ink)
