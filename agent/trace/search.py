"""The lines of a trace that match: found in the bytes where lines are the file's, in unfolded text elsewhere."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from agent.trace.block_filter import BlockFilter
from agent.trace.event_text import read_text, scrub, stream_text
from agent.trace.events import EventTable
from agent.trace.matcher import Matcher, Query, Stop, matcher
from agent.trace.packed_rows import Stretch

CHUNK = 1024 * 1024
BATCH = 64
LARGE = 1024 * 1024
OVERLAP = 64 * 1024
LONGEST_SHOWN = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Hit:
    """A line that matches; `spans` are characters of the line. Of a very long line the text is the beginning."""

    line: int
    event: int | None
    text: str
    spans: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class _MatchingLine:
    """A matching line and its bytes."""

    line: int
    data: bytes


def _never() -> bool:
    return False


class Search:
    """One query over one trace: hits as they are found, in the order of the lines; `stop` ends it within one chunk.

    A trace that is still being cut is searched as far as it has been cut, or, where its lines are the file's, whole.
    With `after`, only lines beyond that one are looked at: what came before is known.
    """

    def __init__(self, events: EventTable, query: Query, stop: Stop = _never, after: int = 0) -> None:
        self._events = events
        self._source = events.source
        self._query = query
        self._matcher: Matcher = matcher(query)
        self._stop = stop
        self._after = min(after, events.lines)
        self.share = 0.0
        """How much of the trace is searched, from none to all of it."""

    @property
    def note(self) -> str | None:
        """What a person should know about how is searched."""
        return self._matcher.note

    def hits(self) -> Iterator[Hit]:
        """Each matching line with its event and the places in it."""
        event: tuple[int, int] = (0, 0)
        for matching in self._matching_lines():
            if matching.line > event[1]:
                event = self._event_at(matching.line)
            text = scrub(matching.data.decode("utf-8", "surrogateescape"))
            yield Hit(matching.line, event[0] or None, text, tuple(self._matcher.spans(text)))

    def lines(self) -> Iterator[int]:
        """The number of each matching line."""
        return (matching.line for matching in self._matching_lines())

    def count(self) -> int:
        """How many lines match."""
        return sum(1 for _ in self.lines())

    def _event_at(self, line: int) -> tuple[int, int]:
        """The event that a line belongs to, and the event's last line."""
        try:
            return self._events.number_at(line)
        except IndexError:
            return 0, 0

    def _matching_lines(self) -> Iterator[_MatchingLine]:
        if self._events.level and len(self._events):
            yield from self._in_file()
        elif self._after < self._events.lines:
            yield from (matching for matching in self._in_events() if matching.line > self._after)

    def _in_file(self) -> Iterator[_MatchingLine]:
        """Block by block, each from the beginning of a line to the end of one; from an endless line on, by windows."""
        source, at = self._source, self._events.line_index.offset_of(self._after + 1)
        scan = _Scan(self._matcher, self._stop, self._events.line_index.line_of)
        while data := source.read(at, at + CHUNK):
            self.share = at / max(at + len(data), source.size)
            if self._stop():
                return
            cut = data.rfind(b"\n") + 1 if len(data) == CHUNK else len(data)
            if cut == 0:
                yield from scan.run((block for _, block in source.blocks(at, CHUNK)), at)
                return
            yield from scan.whole(data, cut, at)
            at += cut

    def _in_events(self) -> Iterator[_MatchingLine]:
        """Sixty-four events at a time, those left out whose bytes cannot hold a match."""
        events, source = self._events, self._source
        blocks = BlockFilter(source, self._query)
        for first in range(events.at_line(self._after + 1).number, len(events) + 1, BATCH):
            self.share = (first - 1) / len(events)
            if self._stop():
                return
            last = min(first + BATCH - 1, len(events))
            if not blocks.may_match(*events.extent(first, last)):
                continue
            ranges = events.ranges(first, last)
            numbers = [number for number, start, end in ranges if blocks.may_match(start, end)]
            small: list[Stretch] = []
            for number in numbers:
                event = events.stretch(number)
                if not any(blocks.may_hold(piece.start, piece.end) for piece in event.pieces):
                    continue
                if sum(piece.end - piece.start for piece in event.pieces) <= LARGE:
                    small.append(event)
                    continue
                yield from self._in_small(small)
                small = []
                yield from self._in_large(event)
            yield from self._in_small(small)

    def _in_small(self, events: list[Stretch]) -> Iterator[_MatchingLine]:
        """Matching lines of events that are searched together, as one block of text."""
        parts: list[bytes] = []
        held = 0
        for number, event in enumerate(events):
            parts.append(read_text(self._source, event.pieces).encode())
            held += len(parts[-1])
            if held >= CHUNK or number == len(events) - 1:
                yield from self._in_block(events[number + 1 - len(parts) : number + 1], parts)
                parts, held = [], 0

    def _in_block(self, events: list[Stretch], parts: list[bytes]) -> Iterator[_MatchingLine]:
        block = b"".join(part + b"\n" for part in parts)
        which, begin, counted, line = 0, 0, 0, events[0].line
        for start, end in self._matcher.lines(block, len(block), self._stop):
            while start > begin + len(parts[which]):
                begin += len(parts[which]) + 1
                which += 1
                counted, line = begin, events[which].line
            line += block.count(b"\n", counted, start)
            counted = start
            yield _MatchingLine(line, block[start:end][:LONGEST_SHOWN])

    def _in_large(self, event: Stretch) -> Iterator[_MatchingLine]:
        scan = _Scan(self._matcher, self._stop, None)
        for matching in scan.run(_blocks(stream_text(self._source, event.pieces)), 0):
            yield _MatchingLine(matching.line + event.line - 1, matching.data)


class _Scan:
    """Whole lines of a stream of bytes go to a matcher, block by block; a line without end goes by windows."""

    def __init__(self, engine: Matcher, stop: Stop, line_of: Callable[[int], int] | None) -> None:
        self._matcher = engine
        self._stop = stop
        self._line_of = line_of
        self._line = 1

    def run(self, blocks: Iterable[bytes], offset: int) -> Iterator[_MatchingLine]:
        """The matching lines, numbered from 1."""
        rest = b""
        shown: bytes | None = None  # the beginning of a line whose end has not come yet
        hit = False
        for block in blocks:
            if self._stop():
                return
            data = rest + block if rest else block
            cut = data.rfind(b"\n") + 1
            if shown is not None:
                feed = data.find(b"\n")
                hit = hit or any(True for _ in self._matcher.lines(data, len(data) if feed < 0 else feed, self._stop))
                if feed < 0:
                    offset, rest = offset + len(data) - OVERLAP, data[-OVERLAP:]
                    continue
                if hit:
                    yield _MatchingLine(self._number(offset), shown)
                shown, hit = None, False
                offset, data, cut = offset + feed + 1, data[feed + 1 :], max(0, cut - feed - 1)
                self._line += 1
            if cut == 0 and len(data) >= CHUNK:
                shown = data[:LONGEST_SHOWN]
                hit = any(True for _ in self._matcher.lines(data, len(data), self._stop))
                offset, rest = offset + len(data) - OVERLAP, data[-OVERLAP:]
                continue
            yield from self.whole(data, cut, offset)
            offset, rest = offset + cut, data[cut:]
        if shown is not None:
            if hit:
                yield _MatchingLine(self._number(offset), shown)
        elif rest:
            yield from self.whole(rest, len(rest), offset)

    def whole(self, data: bytes, end: int, offset: int) -> Iterator[_MatchingLine]:
        """The matching lines of a block of whole lines."""
        counted, line = 0, 0
        for start, stop in self._matcher.lines(data, end, self._stop):
            line = (line or self._number(offset)) + data.count(b"\n", counted, start)
            counted = start
            yield _MatchingLine(line, data[start : min(stop, start + LONGEST_SHOWN)])
        if self._line_of is None:
            self._line += data.count(b"\n", 0, end)

    def _number(self, offset: int) -> int:
        return self._line if self._line_of is None else self._line_of(offset)


def _blocks(texts: Iterable[str]) -> Iterator[bytes]:
    """Text as blocks of bytes of a good size."""
    parts: list[bytes] = []
    held = 0
    for text in texts:
        parts.append(text.encode())
        held += len(parts[-1])
        if held >= CHUNK:
            yield b"".join(parts) + b"\n"
            parts, held = [], 0
    yield b"".join(parts) + b"\n"
