"""The table of a trace's events: numbered as drafts arrive, kept as packed rows, read back as `Event`."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from agent.trace.event import Event, Piece
from agent.trace.event_text import count_lines
from agent.trace.formats.base.format import Draft
from agent.trace.index import LineCursor, LineIndex
from agent.trace.packed_rows import (
    BATCH,
    BYTES,
    BYTES_AT,
    CLOSED,
    COPIES,
    LINES,
    LINES_AT,
    PLACES,
    ROW,
    Rows,
    Stretch,
    Words,
)
from agent.trace.source import Source
from agent.trace.window import Window

_LONG = 16 * 1024 * 1024
WHOLE = 3 * 512 * 1024
"""Bytes of an event that are held at once: of a longer one the text is its beginning, and its lines are read apart."""
NAMED = 3


def _at_once() -> None:
    """Stand back for nobody."""


class _Mark(NamedTuple):
    """How far a table had come."""

    events: int
    lines: int
    records: int
    acts: int
    level: bool
    reached: int
    place: tuple[int, int]


class EventTable:
    """All events of a trace, in order; text is not in it. One thread may append while others read.

    It is `level` while every trace line is the source line of the same number, with nothing left out.

    Events that nothing written later can change are settled; the table of the grown trace goes on behind them. Both
    share the settled rows, and each has to itself what may be different in the other.
    """

    def __init__(self, source: Source, before: "EventTable | None" = None) -> None:
        self.source = source
        self._has_heir: bool = False
        self.line_index: LineIndex = LineIndex(source) if before is None else before.line_index.over(source)
        self._window = Window(source)
        self._cursor = LineCursor(self._window, self.line_index)
        self._rows, mark = Rows(Words()), _Mark(0, 0, 0, 0, True, source.start, self._cursor.place)
        if before is not None and before._settled is not None:
            self._rows, mark = before._rows, before._settled
            before._has_heir = True
        self._tail: Rows | None = None
        self._settled: _Mark | None = None
        self._count, self.lines, self.records, self.acts, self.level, self.reached, place = mark
        self._cursor.stand(*place)
        self.shared_lines = self.lines
        """How many of the first lines are those of the table before, with the same numbers."""
        self.huge: list[int] = [number for number in before.huge if number <= mark.events] if before is not None else []
        """Events that are too long for their whole text to be held."""
        self.complete = False
        """Whether no more events will come."""
        self.give_way: Callable[[], None] = before.give_way if before is not None else _at_once
        """Called before each event that a pass over many comes to: an app lets its screen go first here."""

    @property
    def is_settled(self) -> bool:
        """Whether a table of the grown trace can go on behind this one."""
        return self.complete and self._settled is not None and not self._has_heir

    def __len__(self) -> int:
        return self._count

    def append(self, draft: Draft) -> int:
        """Give a draft its number and lines, and keep it."""
        self.give_way()
        start, end = max(draft.start, self.source.start), draft.end
        first = self._cursor.line_of(start)
        if draft.pieces:
            height, last, closed = self._measure_pieces(draft.pieces, start, end)
        else:
            height, last, closed = self._measure(first, start, end)
        if self.level and (draft.pieces or start != self.reached or first != self.lines + 1):
            self.level = False
        self.reached = end
        rows = self._rows if self._tail is None else self._tail
        rows.append(draft, (self.lines + 1, self.lines + height), (first, last), start, closed)
        self._count += 1
        if end - start > WHOLE and (not draft.pieces or sum(one.end - one.start for one in draft.pieces) > WHOLE):
            self.huge.append(self._count)
        self.lines += height
        self.records += draft.record is not None
        self.acts += draft.repeats is None
        return self._count

    def settle(self) -> None:
        """What is kept so far stays as it is however the source grows; what comes now may be different then."""
        self._tail = Rows(self._rows.words)
        self._settled = _Mark(
            self._count, self.lines, self.records, self.acts, self.level, self.reached, self._cursor.place
        )

    def _measure(self, first: int, start: int, end: int) -> tuple[int, int, int]:
        """Lines, last source line, and whether a line break closes it, of an event that is a stretch of the file."""
        if end - start > _LONG:
            breaks, closed = self.line_index.line_of(end) - first, self.source.read(end - 1, end) == b"\n"
        else:
            breaks, closed = self._window.breaks(start, end)
        self._cursor.stand(end, first + breaks)
        if closed:
            return breaks, first + breaks - 1, CLOSED
        return breaks + 1, first + breaks, 0

    def _measure_pieces(self, pieces: tuple[Piece, ...], start: int, end: int) -> tuple[int, int, int]:
        last = self._cursor.line_of(max(start, end - 1))
        return count_lines(self._window, pieces), last, 0

    def __getitem__(self, number: int) -> Event:
        """The event of a number, counting from 1."""
        if not 1 <= number <= self._count:
            raise IndexError(number)
        return self._event(number, self._read(number - 1, number))

    def __iter__(self) -> Iterator[Event]:
        return self.between(1, self._count)

    def between(self, first: int, last: int) -> Iterator[Event]:
        """The events numbered first to last, both inclusive."""
        for start in range(first - 1, min(last, self._count), BATCH):
            end = min(start + BATCH, last, self._count)
            rows = self._read(start, end)
            for number in range(start, end):
                self.give_way()
                yield self._event(number + 1, rows[(number - start) * ROW.size : (number - start + 1) * ROW.size])

    def ranges(self, first: int, last: int) -> list[tuple[int, int, int]]:
        """Number, first byte and the byte after the last, of the events numbered first to last."""
        rows = self._read(first - 1, last)
        return [
            (first + at // ROW.size, *BYTES.unpack_from(rows, at + BYTES_AT)) for at in range(0, len(rows), ROW.size)
        ]

    def stretch(self, number: int) -> Stretch:
        """Where the event of a number begins among the lines, and the pieces of its text."""
        return self._rows_of(number).stretch(self._read(number - 1, number))

    def extent(self, first: int, last: int) -> tuple[int, int]:
        """The first byte, and the byte after the last, of the events numbered first to last."""
        starts, ends = zip(*PLACES.iter_unpack(self._read(first - 1, last)), strict=True)
        return min(starts), max(ends)

    def copies(self) -> Iterator[tuple[int, int]]:
        """The first and last line of each event that the log merely prints again, in order."""
        if self.acts == self._count:
            return
        for start in range(0, self._count, BATCH):
            for first, last, repeats in COPIES.iter_unpack(self._read(start, min(start + BATCH, self._count))):
                if repeats:
                    yield first, last

    def at_line(self, line: int) -> Event:
        """The event that a trace line belongs to."""
        return self._event(*self._row_at(line))

    def number_at(self, line: int) -> tuple[int, int]:
        """The number of the event that a trace line belongs to, and that event's last line."""
        number, row = self._row_at(line)
        last: int = LINES.unpack_from(row, LINES_AT)[1]
        return number, last

    def _row_at(self, line: int) -> tuple[int, bytes]:
        """The number and the row of the event that a trace line belongs to."""
        if not 1 <= line <= self.lines:
            raise IndexError(line)
        settled = self._settled
        if settled is None or self._tail is None or line <= settled.lines:
            at, row = self._rows.at_line(line, self._count if settled is None else settled.events)
            return at + 1, row
        at, row = self._tail.at_line(line, self._count - settled.events)
        return settled.events + at + 1, row

    def _read(self, first: int, last: int) -> bytes:
        """Rows counted from 0, the last one not included."""
        settled = self._settled
        if settled is None or self._tail is None or last <= settled.events:
            return self._rows.read(first, last)
        data = self._rows.read(first, settled.events) if first < settled.events else b""
        return data + self._tail.read(max(0, first - settled.events), last - settled.events)

    def _event(self, number: int, row: bytes) -> Event:
        return self._rows_of(number).event(number, row)

    def _rows_of(self, number: int) -> Rows:
        """Where an event is kept: among what is settled, or behind it."""
        settled, tail = self._settled, self._tail
        return self._rows if settled is None or tail is None or number <= settled.events else tail

    def warnings(self) -> Iterator[str]:
        """What is not looked at of events that are too long to be held."""
        if huge := self.huge:
            named = ", ".join(map(str, huge[:NAMED])) + (" and others" if len(huge) > NAMED else "")
            told = f"event {named} is" if len(huge) == 1 else f"{len(huge)} events ({named}) are"
            yield (
                f"{told} longer than {WHOLE:,} bytes: what is concluded rests on the beginning; "
                "search, the view and `lines` reach all of it"
            )

    def index(self) -> LineIndex:
        """The line index of the whole source."""
        self.line_index.build()
        return self.line_index

    def close(self) -> None:
        """Let go of what was spilled, but for what a table that goes on from here still reads."""
        if not self._has_heir:
            self._rows.close()
        if self._tail is not None:
            self._tail.close()
