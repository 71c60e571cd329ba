"""The tables of a run in numbers as rows of the screen, with the places behind each number."""

from collections.abc import Sequence
from typing import NamedTuple

from agent.clean import clean_line
from agent.statistics.statistics_tables import Cell, Table
from mast_tui.layout.row import Row, row
from mast_tui.layout.width import cells, cut, fitted, words_wrapped

_BARS, _ASCII_BARS = "▁▂▃▄▅▆▇█", ".:-=+*#%"
_FIRST_TO_GO = ("lines", "retries", "words", "out", "repeated", "cost", "tokens in", "calls", "time")
"""Columns in the order in which they give way where room is short."""
_WIDEST = 40
_PLAIN = "where it stands"
_EDGE, _GAP = 2, 2


class NumberPlace(NamedTuple):
    """A number on the screen: what it counts, and the lines of the trace behind it."""

    words: str
    lines: tuple[int, ...]
    total: int
    """How many places there are; the lines of the first of them are known."""


class StatisticsRows(NamedTuple):
    """All rows for a width, those that can be chosen, and the numbers of each of them."""

    rows: list[Row]
    stops: list[tuple[int, int]]
    places: list[list[NumberPlace]]


class _Column(NamedTuple):
    heading: str
    cells: list[Cell]
    texts: list[str]
    width: int


def statistics_rows(
    tables: Sequence[Table],
    missing: Sequence[str],
    steps: Sequence[int],
    width: int,
    chosen: tuple[int, int],
    *,
    ascii: bool,
) -> StatisticsRows:
    """The rows; `chosen` is the row of a table and the number in it that the cursor stands on."""
    made = StatisticsRows([], [], [])
    for table in tables:
        made.rows.append(Row())
        made.rows.extend(row((f"  {line}", "text bold")) for line in words_wrapped(clean_line(table.title), width - 4))
        _add_table(made, table, width, chosen, ascii=ascii)
    if len(steps) > 1:
        bars = _ASCII_BARS if ascii else _BARS
        shown = "".join(bars[step - 1] for step in steps)
        made.rows.append(row(("  ", "quiet"), (cut(shown, width - 4), "accent")))
    if missing:
        made.rows.extend((Row(), row(("  Not told by this trace", "text bold"))))
        for each in missing:
            made.rows.extend(row((f"  {line}", "quiet")) for line in words_wrapped(clean_line(each), width - 4))
    return made


def _add_table(made: StatisticsRows, table: Table, width: int, chosen: tuple[int, int], *, ascii: bool) -> None:
    columns, gone = _fitting(_columns(table, ascii=ascii), width)
    if any(column.heading for column in columns):
        made.rows.append(row(*((_set(c.heading, c), "quiet") for c in columns)))
    for at in range(len(table.rows)):
        spans: list[tuple[str, str]] = []
        places: list[NumberPlace] = []
        for place, column in enumerate(columns):
            cell = column.cells[at]
            ink = "text bold" if place == 0 else "text" if cell.is_number else "quiet"
            if cell.lines:
                if chosen == (len(made.stops), len(places)):
                    ink = "accent bold underline"
                who = columns[0].texts[at].strip()
                places.append(NumberPlace(f"{who}: {column.heading or _PLAIN}", cell.lines, _total(cell)))
            spans.append((_set(column.texts[at], column, wide=place == len(columns) - 1), ink))
        made.stops.append((len(made.rows), len(made.rows)))
        made.places.append(places)
        made.rows.append(row(*spans))
    if gone:
        words = f"not shown at this width: {', '.join(gone)}"
        made.rows.extend(row((f"  {line}", "faint")) for line in words_wrapped(words, width - 4))


def _total(cell: Cell) -> int:
    digits = cell.text.replace(",", "")
    return int(digits) if len(cell.lines) > 1 and digits.isdecimal() else len(cell.lines)


def _columns(table: Table, *, ascii: bool) -> list[_Column]:
    columns = []
    for place, heading in enumerate(table.headings):
        held = [each[place] for each in table.rows]
        texts = [clean_line(cell.text).replace("→", "->") if ascii else clean_line(cell.text) for cell in held]
        widest = max((cells(text) for text in (*texts, heading)), default=0)
        columns.append(_Column(heading, held, texts, min(widest, _WIDEST) if not held[0].is_number else widest))
    return columns


def _fitting(columns: list[_Column], width: int) -> tuple[list[_Column], list[str]]:
    """The columns that fit, and the headings of those that do not."""
    gone: list[str] = []
    for name in _FIRST_TO_GO:
        if _wide(columns) <= width - 1:
            break
        left = [column for column in columns if column.heading != name]
        if len(left) < len(columns):
            columns = left
            gone.append(name)
    return columns, gone


def _wide(columns: list[_Column]) -> int:
    return _EDGE + sum(column.width + _GAP for column in columns) - _GAP


def _set(text: str, column: _Column, *, wide: bool = False) -> str:
    """A text in its column: numbers at the right, words at the left; the last column takes what room there is."""
    is_number = column.cells[0].is_number if column.cells else False
    if is_number:
        return " " * (_GAP + column.width - cells(text)) + text
    if wide:
        return " " * _GAP + text
    return " " * _GAP + fitted(text, column.width)
