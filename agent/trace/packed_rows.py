"""Events as packed rows of one size, and what has no fixed size beside them; appended, and read back as `Event`."""

import struct
from array import array
from bisect import bisect_left, bisect_right
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from agent.trace.event import Coding, Event, Kind, Piece
from agent.trace.formats.base.format import Draft
from agent.trace.growing_bytes import GrowingBytes

BATCH = 64
"""How many rows are read together."""
ROW = struct.Struct("<IBIIIIIIQQqBIIIHIIHIQII")
LINES_AT = struct.calcsize("<IBII")
LINES = struct.Struct("<II")
BYTES_AT = struct.calcsize("<IBIIIIII")
BYTES = struct.Struct("<QQ")
_REPEATS_AT = struct.calcsize("<IBIIIIIIQQqBIIIH")
PLACES = struct.Struct(f"<{BYTES_AT}x QQ {ROW.size - BYTES_AT - BYTES.size}x")
"""A whole row of which only the bytes are wanted."""
COPIES = struct.Struct(f"<{LINES_AT}x II {_REPEATS_AT - LINES_AT - LINES.size}x I {ROW.size - _REPEATS_AT - 4}x")
"""A whole row of which only the lines, and the number of the event that it repeats, are wanted."""
CLOSED = 0x80
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


def _pieces(kept: bytes, start: int, end: int, kind: int) -> tuple[Piece, ...]:
    """The pieces that were kept, or the one that an event is where it is a stretch of the file."""
    if kept:
        return tuple([Piece(s, e, _CODINGS[c]) for s, e, c in _PIECE.iter_unpack(kept)])
    return (Piece(start, end - 1 if kind & CLOSED else end),)


class Stretch(NamedTuple):
    """What a search reads of an event: its first line, and the pieces of its text."""

    line: int
    pieces: tuple[Piece, ...]


class Rows:
    """An append-only store of events. One thread may append while others read."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self._rows = GrowingBytes()
        self._extras = GrowingBytes()
        self._starts = array("Q")
        self._count = 0

    def append(self, draft: Draft, lines: tuple[int, int], source: tuple[int, int], start: int, closed: int) -> None:
        """Keep a draft with its lines, its source lines, and where it begins in the file."""
        if self._count % BATCH == 0:
            self._starts.append(lines[0])
        self._count += 1
        number = self.words.number
        micros, zone = pack_time(draft.time) if draft.time else (0, 0)
        at, extra, tail = self._keep_extras(draft) if draft.pieces or draft.title or draft.call else (0, 0, 0)
        self._rows.append(
            ROW.pack(
                draft.record or 0,
                _KIND_CODE[draft.kind] | closed,
                number(draft.actor) if draft.actor else 0,
                number("\x00".join(map(_joinable, draft.to))) if draft.to else 0,
                *lines,
                *source,
                start,
                draft.end,
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
        )

    def _keep_extras(self, draft: Draft) -> tuple[int, int, int]:
        """Keep what has no fixed size; where it is, and how long its pieces and its words are."""
        extra = b"".join([_PIECE.pack(s, e, _CODING_CODE[c]) for s, e, c in draft.pieces]) if draft.pieces else b""
        tail = b""
        if draft.title or draft.call:
            tail = f"{_joinable(draft.title)}\x00{draft.call or ''}".encode("utf-8", "replace")
        return self._extras.append(extra + tail), len(extra), len(tail)

    def read(self, first: int, last: int) -> bytes:
        """The rows from one to another, counted from 0, the last one not included."""
        return self._rows.read(first * ROW.size, last * ROW.size)

    def at_line(self, line: int, count: int) -> tuple[int, bytes]:
        """The row that a line belongs to, among the first so many; counted from 0."""
        batches = -(-count // BATCH)
        start = max(0, bisect_right(self._starts, line, 0, batches) - 1) * BATCH
        rows = self.read(start, min(start + BATCH, count))
        inside = range(len(rows) // ROW.size)
        at = bisect_left(inside, line, key=lambda row: LINES.unpack_from(rows, row * ROW.size + LINES_AT)[1])
        return start + at, rows[at * ROW.size : (at + 1) * ROW.size]

    def event(self, number: int, row: bytes) -> Event:
        """A row as the event of a number."""
        (record, kind, actor, to, first, last, source_first, source_last, start, end, micros, zone, tool, status,
         parent, depth, repeats, copies, salience, section, at, extra, tail) = ROW.unpack(row)  # fmt: skip
        word = self.words.word
        title, call = "", ""
        data = self._extras.read(at, at + extra + tail) if extra or tail else b""
        if tail:
            title, call = data[extra:].decode("utf-8").split("\x00", 1)
        pieces = _pieces(data[:extra], start, end, kind)
        receivers = word(to)
        return Event(
            number=number,
            record=record or None,
            kind=_KINDS[kind & ~CLOSED],
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

    def stretch(self, row: bytes) -> Stretch:
        """Where a row's event begins among the lines, and the pieces of its text."""
        _, kind, _, _, first, _, _, _, start, end, *_, at, extra, _ = ROW.unpack(row)
        return Stretch(first, _pieces(self._extras.read(at, at + extra) if extra else b"", start, end, kind))

    def close(self) -> None:
        """Let go of what was spilled."""
        self._rows.close()
        self._extras.close()
