"""A run in lanes as rows of the screen: an axis, flags of findings, then a row for each lane and one between two."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from agent.number_words import duration
from agent.statistics.lanes import OTHERS, Arrow, Lanes, ticks
from mast_tui.layout.actors import Actors
from mast_tui.layout.row import Row, Span
from mast_tui.layout.width import fitted, padded
from mast_tui.terminal.themes import Symbols

HEADING = 2
"""The rows above the lanes: the axis, and the flags."""
_LABEL, _LABEL_NARROW, _NARROW = 28, 16, 100
_TICK = 12


class LaneMark(NamedTuple):
    """A finding in the picture."""

    id: str
    severity: str
    column: int
    lane: str
    line: int


class LaneSigns(NamedTuple):
    """The signs that lanes are drawn with."""

    act: str
    way: str
    down: str
    up: str
    here: str


SIGNS, ASCII_SIGNS = LaneSigns("━", "│", "▼", "▲", "┃"), LaneSigns("=", ":", "v", "^", "|")
_Cells = list[tuple[str, str]]


def label_width(width: int) -> int:
    """The columns at the left that the names take."""
    return _LABEL if width >= _NARROW else _LABEL_NARROW


def lane_rows(
    made: Lanes,
    marks: Sequence[LaneMark],
    actors: Actors,
    width: int,
    chosen: tuple[int, int],
    symbols: Symbols,
    *,
    ascii: bool,
) -> list[Row]:
    """The rows; the lane of number n stands in row `HEADING + 2 * n`. `chosen` are a lane and a column."""
    signs, label = ASCII_SIGNS if ascii else SIGNS, label_width(width)
    at_left = Span(" " * label)
    rows = [
        Row((at_left, *_spans(_axis(made, chosen[1], signs)))),
        Row((at_left, *_spans(_flags(made, marks, symbols)))),
    ]
    gaps = _gaps(made, actors, signs)
    for number, lane in enumerate(made.lanes):
        ink = _ink(actors, lane.name)
        drawn = [(signs.act, ink) if count else (" ", ink) for count in lane.counts]
        for mark in marks:
            if mark.lane == lane.name:
                drawn[mark.column] = getattr(symbols, mark.severity), f"{mark.severity} bold"
        if number == chosen[0]:
            sign = drawn[chosen[1]][0]
            drawn[chosen[1]] = sign if sign.strip() else signs.here, "on_accent/accent bold"
        rows.append(Row((*_label(actors, lane.name, label), *_spans(drawn))))
        if number < len(gaps):
            rows.append(Row((at_left, *_spans(gaps[number]))))
    return rows


def _label(actors: Actors, name: str, width: int) -> Iterator[Span]:
    """The letters of an agent, and as much of its name as there is room for."""
    if name == OTHERS:
        yield Span(padded("      others", width), "quiet")
        return
    member = actors.member(name)
    yield Span("  ")
    yield Span(f" {member.letters} ", f"page/{member.ink} bold" if member.is_agent else f"{member.ink} bold")
    yield Span(f" {fitted(member.name, width - 8)} ", "text")


def _ink(actors: Actors, name: str) -> str:
    return "quiet" if name == OTHERS else actors.member(name).ink


def _axis(made: Lanes, chosen: int, signs: LaneSigns) -> _Cells:
    """Round values along the axis, and where the cursor stands."""
    line: _Cells = [(" ", "faint")] * made.columns
    free = 0
    for column, value in ticks(made, _TICK):
        words = f"L{value:.0f}" if made.axis == "lines" else duration(value)
        if column >= free and column + len(words) < made.columns:
            line[column : column + len(words)] = [(sign, "quiet") for sign in words]
            free = column + len(words) + 1
    under = line[chosen][0]
    line[chosen] = (under, "on_accent/accent bold") if under.strip() else (signs.here, "accent bold")
    return line


def _flags(made: Lanes, marks: Sequence[LaneMark], symbols: Symbols) -> _Cells:
    """The findings by their names where there is room, at the edge before it, else by the sign of their severity."""
    line: _Cells = [(" ", "faint")] * made.columns
    free = 0
    for mark in sorted(marks, key=lambda mark: mark.column):
        words = mark.id
        if mark.column < free:
            continue
        start = min(mark.column, made.columns - len(words))
        if start < free or any(mark.column < other.column <= mark.column + len(words) for other in marks):
            words, start = getattr(symbols, mark.severity), mark.column
        line[start : start + len(words)] = [(sign, f"{mark.severity} bold") for sign in words]
        free = start + len(words)
    return line


def _gaps(made: Lanes, actors: Actors, signs: LaneSigns) -> list[_Cells]:
    """The rows between lanes, with the ways of arrows through them; in each column the first arrow is drawn."""
    places = {lane.name: at for at, lane in enumerate(made.lanes)}
    gaps: list[_Cells] = [[(" ", "quiet")] * made.columns for _ in made.lanes[1:]]
    for arrow in made.arrows:
        low, high = sorted((places[arrow.sender], places[arrow.receiver]))
        crossed = gaps[low:high]
        if not crossed or any(gap[arrow.column][0] != " " for gap in crossed):
            continue
        ink = _ink(actors, arrow.sender)
        for gap in crossed:
            gap[arrow.column] = signs.way, ink
        is_down = places[arrow.sender] < places[arrow.receiver]
        head = crossed[-1] if is_down else crossed[0]
        head[arrow.column] = signs.down if is_down else signs.up, f"{ink} bold"
    return gaps


def arrows_at(made: Lanes, lane: str, column: int) -> list[Arrow]:
    """The arrows that begin or end in a cell."""
    return [each for each in made.arrows if each.column == column and lane in (each.sender, each.receiver)]


def _spans(line: _Cells) -> Iterator[Span]:
    """Neighbours of one look together."""
    at = 0
    while at < len(line):
        end = at + 1
        while end < len(line) and line[end][1] == line[at][1]:
            end += 1
        yield Span("".join(sign for sign, _ in line[at:end]), line[at][1])
        at = end
