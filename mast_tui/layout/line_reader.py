"""The lines of a trace read for the eye: a few events kept, huge ones read line by line."""

from collections import OrderedDict

from agent.trace.event import Coding, Event
from agent.trace.event_text import EventText, decode
from agent.trace.trace import Trace

_KEPT = 48
_HUGE = 1024 * 1024
_NEVER_WHOLE = 16 * 1024 * 1024
"""Bytes of an event from which on it is not held in memory, however slowly its later lines then come."""
LONGEST = 100_000
"""How many characters of one line are shown; the raw view has the rest."""


class LineReader:
    """Reads lines and events for one screen; belongs to the thread that draws."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self._kept: OrderedDict[int, EventText] = OrderedDict()
        self._event: Event | None = None

    @property
    def last(self) -> int:
        """The last line that is read so far."""
        return self.trace.events.lines

    def event_at(self, line: int) -> Event:
        """The event that a line belongs to."""
        event = self._event
        if event is None or not event.lines[0] <= line <= event.lines[1]:
            event = self._event = self.trace.events.at_line(line)
        return event

    def event(self, number: int) -> Event:
        """The event of a number."""
        return self.trace.events[number]

    def line(self, number: int) -> str:
        """The text of a line, cut where it is longer than anybody reads."""
        event = self.event_at(number)
        if self._is_stretch(event):
            return self._from_file(event, number)
        if sum(piece.end - piece.start for piece in event.pieces) > _NEVER_WHOLE:
            return self._streamed(number)
        lines = self.unfolded(event).lines
        at = number - event.lines[0]
        return lines[at][:LONGEST] if at < len(lines) else ""

    def whole(self, number: int) -> str:
        """The text of a line to its end, however long it is."""
        return next(self.trace.lines(number, number), "")

    def unfolded(self, event: Event) -> EventText:
        """The text of an event; the last few are kept."""
        kept = self._kept.pop(event.number, None)
        if kept is None:
            kept = EventText(self.trace.source, event.pieces)
        self._kept[event.number] = kept
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return kept

    def adopt(self, trace: Trace) -> None:
        """Read the grown trace from now on; what both traces share stays at hand."""
        same = trace.events.shared_lines
        known = trace.events.at_line(same).number if same else 0
        self.trace = trace
        self._event = None
        for number in [number for number in self._kept if number > known]:
            del self._kept[number]

    def raw(self, event: Event, limit: int) -> bytes:
        """The bytes of an event, up to a limit."""
        start, end = event.bytes
        return self.trace.source.read(start, min(end, start + limit))

    def _is_stretch(self, event: Event) -> bool:
        (first, *more) = event.pieces
        return not more and first.coding is Coding.PLAIN and first.end - first.start > _HUGE

    def _streamed(self, number: int) -> str:
        """A line of an event that is read bit by bit."""
        text = ""
        for _, part, ends in self.trace.pages.stretches(number, number):
            text += part
            if ends or len(text) >= LONGEST:
                break
        return text[:LONGEST]

    def _from_file(self, event: Event, number: int) -> str:
        """A line of an event that is one long stretch of the file."""
        piece, index = event.pieces[0], self.trace.events.line_index
        line = index.line_of(piece.start) + number - event.lines[0]
        start = max(piece.start, index.offset_of(line))
        end = min(piece.end, start + LONGEST)
        return decode(self.trace.source.read(start, end).split(b"\n", 1)[0], Coding.PLAIN)
