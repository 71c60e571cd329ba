"""Lines of a trace by number: read where they stand, cut to the width that is seen, the last few kept."""

from collections.abc import Iterator
from dataclasses import dataclass
from threading import Lock

from agent.trace.event import Coding, Event, Piece
from agent.trace.events import EventTable
from agent.trace.unfold import Unfolded, decode, stream_text

SMALL = 256 * 1024
"""Events up to this size are unfolded whole; of longer ones only what is asked for is read."""
KEPT_BYTES = 4 * 1024 * 1024
WIDEST = 2000
_PAGE = 16 * 1024
_TAIL = 64 * 1024
_LONGEST_TAIL = 1024 * 1024
_BYTES_PER_CHARACTER = 4


@dataclass(frozen=True, slots=True)
class Row:
    """A line as far as it is seen; `more` says that it goes on. Number and event are None while they are unknown."""

    number: int | None
    event: int | None
    text: str
    more: bool = False


class Pages:
    """The lines of a trace; what lies beyond the events cut so far is read from the file where lines are the file's."""

    def __init__(self, events: EventTable) -> None:
        self._events = events
        self._source = events.source
        self._kept: dict[int, tuple[int, Unfolded]] = {}
        self._held = 0
        self._lock = Lock()
        self._last: tuple[tuple[int, int, int, int, int], list[Row]] | None = None

    def unfold(self, event: Event) -> Unfolded:
        """The text of an event with its way back to the bytes; the last few are kept."""
        with self._lock:
            kept = self._kept.get(event.number)
        if kept is None:
            size = sum(piece.end - piece.start for piece in event.pieces)
            kept = (size, Unfolded(self._source, event.pieces))
        with self._lock:
            before = self._kept.pop(event.number, None)
            self._held += kept[0] - (before[0] if before is not None else 0)
            self._kept[event.number] = kept
            while self._held > KEPT_BYTES and len(self._kept) > 1:
                self._held -= self._kept.pop(next(iter(self._kept)))[0]
        return kept[1]

    def count(self) -> tuple[int, bool]:
        """How many lines there are, and whether that is known or estimated."""
        events, index = self._events, self._events.line_index
        if events.complete:
            return events.lines, True
        size = self._source.known_size or self._source.arrived
        if events.level and index.covered >= size:
            return index.lines, True
        lines, reached = (index.newlines, index.covered) if index.covered else (events.lines, events.reached)
        return max(events.lines, round(lines * size / reached) if reached else 0), False

    def rows(self, first: int, count: int, width: int = WIDEST, column: int = 0) -> list[Row]:
        """Up to `count` lines from `first` on, each from a column on and at most `width` characters of it."""
        key = (first, count, width, column, self._events.lines)
        if self._last is None or self._last[0] != key:
            self._last = (key, self._read_rows(max(1, first), count, width, column))
        return self._last[1]

    def _read_rows(self, first: int, count: int, width: int, column: int) -> list[Row]:
        events, last = self._events, first + count - 1
        rows: list[Row] = []
        if first <= events.lines:
            number = events.at_line(first).number
            for event in events.between(number, len(events)):
                if event.lines[0] > last:
                    break
                low, high = max(first, event.lines[0]), min(last, event.lines[1])
                rows += self._rows_of(event, low, high, width, column)
        if not events.complete and events.level and len(rows) < count:
            rows += self._rows_of_file(first + len(rows), count - len(rows), width, column)
        return rows

    def tail(self, count: int, width: int = WIDEST) -> list[Row]:
        """The last lines; of a file that is not cut yet they are read from its end, and may have no numbers."""
        lines, exact = self.count()
        if exact:
            return self.rows(max(1, lines - count + 1), count, width)
        size, reach = self._source.arrived, _TAIL
        data = self._source.read(size - min(size, reach), size)
        while data.count(b"\n") <= count and reach < min(size, _LONGEST_TAIL):
            reach *= 4
            data = self._source.read(size - min(size, reach), size)
        lasts = data.removesuffix(b"\n").split(b"\n")
        if len(data) < size and len(lasts) > 1:
            del lasts[0]
        texts = (decode(line[: width * _BYTES_PER_CHARACTER], Coding.PLAIN) for line in lasts[-count:])
        return [Row(None, None, text[:width], len(text) > width) for text in texts]

    def lines(self, first: int, last: int) -> Iterator[str]:
        """The trace's own text of lines first to last."""
        parts: list[str] = []
        for _, text, ends in self.stretches(first, last):
            parts.append(text)
            if ends:
                yield "".join(parts)
                parts = []

    def stretches(self, first: int, last: int) -> Iterator[tuple[int, str, bool]]:
        """The same text in stretches: the line's number, the stretch, and whether it ends the line."""
        first, last = max(1, first), min(last, self._events.lines)
        if first > last:
            return
        number = self._events.at_line(first).number
        for event in self._events.between(number, len(self._events)):
            if event.lines[0] > last:
                return
            low, high = max(first, event.lines[0]), min(last, event.lines[1])
            if not _is_large(event):
                lines = self.unfold(event).lines[low - event.lines[0] : high - event.lines[0] + 1]
                yield from ((low + at, line, True) for at, line in enumerate(lines))
            else:
                yield from self._large(event, low, high)

    def _large(self, event: Event, low: int, high: int) -> Iterator[tuple[int, str, bool]]:
        """Stretches of an event that is never held whole."""
        pieces, line = event.pieces, event.lines[0]
        if _is_plain(event):
            pieces, line = (Piece(self._offset(event, low), event.pieces[0].end),), low
        for text in stream_text(self._source, pieces):
            if line < low and line + text.count("\n") < low:
                line += text.count("\n")
                continue
            *whole, rest = text.split("\n")
            for part in whole:
                if low <= line <= high:
                    yield line, part, True
                line += 1
            if line > high:
                return
            if line >= low and rest:
                yield line, rest, False
        yield line, "", True

    def _rows_of(self, event: Event, low: int, high: int, width: int, column: int) -> Iterator[Row]:
        if not _is_large(event):
            lines = self.unfold(event).lines[low - event.lines[0] : high - event.lines[0] + 1]
            for at, line in enumerate(lines):
                yield Row(low + at, event.number, line[column : column + width], len(line) > column + width)
        elif _is_plain(event):
            for number in range(low, high + 1):
                start = self._offset(event, number)
                end = event.pieces[0].end if number == event.lines[1] else self._offset(event, number + 1) - 1
                yield self._row(number, event.number, start, end, width, column)
        else:
            yield from self._rows_of_stream(event, low, high, width, column)

    def _rows_of_stream(self, event: Event, low: int, high: int, width: int, column: int) -> Iterator[Row]:
        held = ""
        for line, text, ends in self._large(event, low, high):
            if len(held) <= column + width:
                held += text[: column + width + 1]
            if ends:
                yield Row(line, event.number, held[column : column + width], len(held) > column + width)
                held = ""

    def _rows_of_file(self, first: int, count: int, width: int, column: int) -> Iterator[Row]:
        """Rows of the file itself: a page is one read, but for lines that reach beyond it."""
        index = self._events.line_index
        size = self._source.known_size or self._source.arrived
        start = index.offset_of(first)
        page, at = self._source.read(start, start + _PAGE), start
        for line in range(first, first + count):
            if start >= size:
                return
            feed = page.find(b"\n", start - at)
            if feed >= 0 or at + len(page) >= size:
                end = at + feed if feed >= 0 else at + len(page)
                text = decode(page[start - at : min(end - at, start - at + (column + width + 1) * 4)], Coding.PLAIN)
                yield Row(line, None, text[column : column + width], len(text) > column + width)
                start = end + 1
                continue
            after = index.offset_of(line + 1)
            closed = self._source.read(after - 1, after) == b"\n"
            yield self._row(line, None, start, after - closed, width, column)
            start = after
            page, at = self._source.read(start, start + _PAGE), start

    def _row(self, line: int, event: int | None, start: int, end: int, width: int, column: int) -> Row:
        """A line of the file of which no more is read than what is seen and stands before it."""
        seen = column + width
        if seen * _BYTES_PER_CHARACTER >= end - start:
            text = decode(self._source.read(start, end), Coding.PLAIN)
            return Row(line, event, text[column:seen], len(text) > seen)
        passed, parts = 0, []
        for text in stream_text(self._source, (Piece(start, end),)):
            parts.append(text[max(0, column - passed) : max(0, seen - passed)])
            passed += len(text)
            if passed > seen:
                break
        return Row(line, event, "".join(parts), passed > seen)

    def _offset(self, event: Event, line: int) -> int:
        """Where a line of an event begins that is a stretch of the file."""
        if line == event.lines[0]:
            return event.pieces[0].start
        return self._events.line_index.offset_of(
            self._events.line_index.line_of(event.pieces[0].start) + line - event.lines[0]
        )


def _is_large(event: Event) -> bool:
    return sum(piece.end - piece.start for piece in event.pieces) > SMALL


def _is_plain(event: Event) -> bool:
    return len(event.pieces) == 1 and event.pieces[0].coding is Coding.PLAIN
