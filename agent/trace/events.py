"""The table of a trace's events: numbered as drafts arrive, kept as packed rows, read back as `Event`."""

import struct
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from agent.trace.event import Coding, Event, Kind, Piece
from agent.trace.formats.format import Draft
from agent.trace.index import LineCursor, LineIndex
from agent.trace.source import Source
from agent.trace.spill import Spill
from agent.trace.unfold import count_lines
from agent.trace.window import Window

_ROW = struct.Struct("<IBIIIIIIQQqBIIIHIIHIQII")
_BATCH = 64
_LINES_AT = struct.calcsize("<IBII")
_LINES = struct.Struct("<II")
_BYTES_AT = struct.calcsize("<IBIIIIII")
_BYTES = struct.Struct("<QQ")
_CLOSED = 0x80
_PIECE = struct.Struct("<QQB")
_KINDS = tuple(Kind)
_KIND_CODE = {kind: code for code, kind in enumerate(_KINDS)}
_CODINGS = tuple(Coding)
_CODING_CODE = {coding: code for code, coding in enumerate(_CODINGS)}
_EPOCH = datetime(1970, 1, 1)
_MICROSECOND = timedelta(microseconds=1)


class Words:
    """Strings that occur often, kept once; number 0 stands for none."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._words: list[str] = [""]

    def number(self, word: str | None) -> int:
        """The number of a word, given on first sight."""
        if word is None:
            return 0
        number = self._numbers.get(word)
        if number is None:
            number = self._numbers[word] = len(self._words)
            self._words.append(word)
        return number

    def word(self, number: int) -> str | None:
        """The word of a number."""
        return self._words[number] if number else None


def pack_time(time: str | None) -> tuple[int, int]:
    """Microseconds and what is known of the zone: 0 no time, 1 naive, 2 UTC."""
    if not time:
        return 0, 0
    zone = 1
    try:
        moment = datetime.fromisoformat(time)
        if moment.tzinfo is not None:
            moment = moment.astimezone(UTC).replace(tzinfo=None)
            zone = 2
    except (ValueError, OverflowError):
        return 0, 0
    return (moment - _EPOCH) // _MICROSECOND, zone


def unpack_time(micros: int, zone: int) -> str | None:
    """The time as ISO text."""
    if not zone:
        return None
    moment = _EPOCH + timedelta(microseconds=micros)
    text = moment.isoformat(timespec="milliseconds" if micros % 1000 == 0 else "microseconds")
    return text + "Z" if zone == 2 else text


def _joinable(word: str) -> str:
    """A word without the character that stands between words where several are kept as one."""
    return word.replace("\x00", "\ufffd")


class EventTable:
    """All events of a trace, in order; text is not in it. One thread may append while others read."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.line_index = LineIndex(source)
        self._window = Window(source)
        self._cursor = LineCursor(self._window, self.line_index)
        self._rows = Spill()
        self._extras = Spill()
        self._words = Words()
        self._starts = array("Q")
        self.reached = source.start
        self._count = 0
        self.lines = 0
        self.records = 0
        self.acts = 0
        self.complete = False
        """Whether no more events will come."""
        self.level = True
        """Whether every trace line so far is the source line of the same number, with nothing left out."""

    def __len__(self) -> int:
        return self._count

    def append(self, draft: Draft) -> int:
        """Give a draft its number and lines, and keep it."""
        start, end = max(draft.start, self.source.start), draft.end
        first = self._cursor.line_of(start)
        if draft.pieces:
            height, last, closed = self._measure_pieces(draft.pieces, start, end)
        else:
            height, last, closed = self._measure(first, start, end)
        if self.level and (draft.pieces or start != self.reached or first != self.lines + 1):
            self.level = False
        self.reached = end
        number = self._words.number
        micros, zone = pack_time(draft.time) if draft.time else (0, 0)
        at, extra, tail = self._keep_extras(draft) if draft.pieces or draft.title or draft.call else (0, 0, 0)
        row = _ROW.pack(
            draft.record or 0,
            _KIND_CODE[draft.kind] | closed,
            number(draft.actor) if draft.actor else 0,
            number("\x00".join(map(_joinable, draft.to))) if draft.to else 0,
            self.lines + 1,
            self.lines + height,
            first,
            last,
            start,
            end,
            micros,
            zone,
            number(draft.tool) if draft.tool else 0,
            number(draft.status) if draft.status else 0,
            draft.parent or 0,
            min(draft.depth, 65535) if draft.depth else 0,
            draft.repeats or 0,
            draft.copies,
            1000 if draft.salience == 1.0 else min(65535, round(draft.salience * 1000)),
            number(draft.section) if draft.section else 0,
            at,
            extra,
            tail,
        )
        if self._count % _BATCH == 0:
            self._starts.append(self.lines + 1)
        self._rows.append(row)
        self.lines += height
        self._count += 1
        self.records += draft.record is not None
        self.acts += draft.repeats is None
        return self._count

    def _measure(self, first: int, start: int, end: int) -> tuple[int, int, int]:
        """Lines, last source line, and whether a line break closes it, of an event that is a stretch of the file."""
        breaks, closed = self._window.breaks(start, end)
        self._cursor.stand(end, first + breaks)
        if closed:
            return breaks, first + breaks - 1, _CLOSED
        return breaks + 1, first + breaks, 0

    def _measure_pieces(self, pieces: tuple[Piece, ...], start: int, end: int) -> tuple[int, int, int]:
        last = self._cursor.line_of(max(start, end - 1))
        return count_lines(self._window, pieces), last, 0

    def _keep_extras(self, draft: Draft) -> tuple[int, int, int]:
        """Keep what has no fixed size; where it is, and how long its pieces and its words are."""
        extra = b"".join([_PIECE.pack(s, e, _CODING_CODE[c]) for s, e, c in draft.pieces]) if draft.pieces else b""
        tail = b""
        if draft.title or draft.call:
            tail = f"{_joinable(draft.title)}\x00{draft.call or ''}".encode("utf-8", "replace")
        return self._extras.append(extra + tail), len(extra), len(tail)

    def __getitem__(self, number: int) -> Event:
        """The event of a number, counting from 1."""
        if not 1 <= number <= self._count:
            raise IndexError(number)
        return self._event(number, self._rows.read((number - 1) * _ROW.size, number * _ROW.size))

    def __iter__(self) -> Iterator[Event]:
        return self.between(1, self._count)

    def between(self, first: int, last: int) -> Iterator[Event]:
        """The events numbered first to last, both inclusive."""
        for start in range(first - 1, min(last, self._count), _BATCH):
            end = min(start + _BATCH, last, self._count)
            rows = self._rows.read(start * _ROW.size, end * _ROW.size)
            for number in range(start, end):
                yield self._event(number + 1, rows[(number - start) * _ROW.size : (number - start + 1) * _ROW.size])

    def ranges(self, first: int, last: int) -> list[tuple[int, int, int]]:
        """Number, first byte and the byte after the last, of the events numbered first to last."""
        rows = self._rows.read((first - 1) * _ROW.size, last * _ROW.size)
        return [
            (first + at // _ROW.size, *_BYTES.unpack_from(rows, at + _BYTES_AT))
            for at in range(0, len(rows), _ROW.size)
        ]

    def at_line(self, line: int) -> Event:
        """The event that a trace line belongs to."""
        if not 1 <= line <= self.lines:
            raise IndexError(line)
        start = max(0, bisect_right(self._starts, line) - 1) * _BATCH
        end = min(start + _BATCH, self._count)
        rows = self._rows.read(start * _ROW.size, end * _ROW.size)
        inside = range(end - start)
        at = bisect_left(inside, line, key=lambda row: _LINES.unpack_from(rows, row * _ROW.size + _LINES_AT)[1])
        return self._event(start + at + 1, rows[at * _ROW.size : (at + 1) * _ROW.size])

    def _event(self, number: int, row: bytes) -> Event:
        (record, kind, actor, to, first, last, source_first, source_last, start, end, micros, zone, tool, status,
         parent, depth, repeats, copies, salience, section, at, extra, tail) = _ROW.unpack(row)  # fmt: skip
        word = self._words.word
        pieces: tuple[Piece, ...] = ()
        title, call = "", ""
        if extra or tail:
            data = self._extras.read(at, at + extra + tail)
            pieces = tuple(Piece(s, e, _CODINGS[c]) for s, e, c in _PIECE.iter_unpack(data[:extra]))
            if tail:
                title, call = data[extra:].decode("utf-8").split("\x00", 1)
        if not pieces:
            pieces = (Piece(start, end - 1 if kind & _CLOSED else end),)
        receivers = word(to)
        return Event(
            number=number,
            record=record or None,
            kind=_KINDS[kind & ~_CLOSED],
            actor=word(actor),
            to=tuple(receivers.split("\x00")) if receivers else (),
            title=title,
            lines=(first, last),
            source_lines=(source_first, source_last),
            bytes=(start, end),
            time=unpack_time(micros, zone),
            tool=word(tool),
            call=call or None,
            status=word(status),
            parent=parent or None,
            depth=depth,
            repeats=repeats or None,
            copies=copies,
            salience=salience / 1000,
            section=word(section),
            pieces=pieces,
        )

    def index(self) -> LineIndex:
        """The line index of the whole source."""
        self.line_index.build()
        return self.line_index

    def close(self) -> None:
        """Let go of what was spilled."""
        self._rows.close()
        self._extras.close()
