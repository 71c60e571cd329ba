"""Reads lines of a trace by number: the last few events are kept, and a long one is never held whole."""

from collections.abc import Iterator
from threading import Lock

from agent.trace.event import Coding, Event, Piece
from agent.trace.event_text import EventText, beginning, read_text, stream_text
from agent.trace.events import WHOLE, EventTable
from agent.trace.source import Source
from agent.trace.window import Window

SMALL = 256 * 1024
"""Events up to this size are unfolded whole; of longer ones only what is asked for is read."""
KEPT_BYTES = 4 * 1024 * 1024
STRETCH = 1024 * 1024
_BESIDE = 2048
"""Bytes that an unfolded event takes besides its text, however short that is."""


class Pages:
    """The lines of a trace, as far as its events are cut."""

    def __init__(self, events: EventTable) -> None:
        self._events = events
        self._source = events.source
        self._kept: dict[int, tuple[int, EventText]] = {}
        self._held = 0
        self._lock = Lock()

    def unfold(self, event: Event) -> EventText:
        """The text of an event, at most its first `WHOLE` bytes, with its way back to them; the last few are kept."""
        with self._lock:
            kept = self._kept.get(event.number)
        if kept is None:
            pieces = beginning(self._source, event.pieces, WHOLE)
            size = sum(piece.end - piece.start for piece in pieces) + _BESIDE
            kept = (size, EventText(self._source, pieces))
        with self._lock:
            before = self._kept.pop(event.number, None)
            self._held += kept[0] - (before[0] if before is not None else 0)
            self._kept[event.number] = kept
            while self._held > KEPT_BYTES and len(self._kept) > 1:
                self._held -= self._kept.pop(next(iter(self._kept)))[0]
        return kept[1]

    def whole_text(self, event: Event) -> Iterator[str]:
        """The text of an event to its end, in stretches of some lines; a line that is longer than one is torn."""
        if not is_huge(event):
            yield self.unfold(event).text
            return
        held = ""
        for text in stream_text(self._source, event.pieces):
            held += text
            if len(held) >= STRETCH:
                end = max(held.rfind("\n"), 0) or max(held.rfind(" "), 0) or len(held)
                yield held[:end]
                held = held[end:]
        yield held

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

    def _offset(self, event: Event, line: int) -> int:
        """Where a line of an event begins that is a stretch of the file."""
        if line == event.lines[0]:
            return event.pieces[0].start
        return self._events.line_index.offset_of(
            self._events.line_index.line_of(event.pieces[0].start) + line - event.lines[0]
        )


def bytes_of(event: Event) -> int:
    """How many bytes of the file the text of an event is made from."""
    return sum(piece.end - piece.start for piece in event.pieces)


def is_huge(event: Event) -> bool:
    """Whether only the beginning of an event is held."""
    return bytes_of(event) > WHOLE


class TextsInOrder:
    """The texts of many events for whoever reads them once, one after the other: nothing is kept of them."""

    def __init__(self, source: Source) -> None:
        self._window = Window(source)

    def text(self, event: Event) -> str:
        """The text of an event; of a huge one its beginning."""
        return read_text(self._window, beginning(self._window, event.pieces, WHOLE))


def _is_large(event: Event) -> bool:
    return bytes_of(event) > SMALL


def _is_plain(event: Event) -> bool:
    return len(event.pieces) == 1 and event.pieces[0].coding is Coding.PLAIN
