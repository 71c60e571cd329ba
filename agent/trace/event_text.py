"""Pieces of the file become an event's text, and a place in that text becomes bytes again."""

import codecs
import json
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol, cast

from agent.trace.escapes import Level, Unescaper, unescape
from agent.trace.event import Coding, Piece

_STRING = re.compile(rb'"([^"\\]*+(?:\\.[^"\\]*+)*+)"', re.DOTALL)
_SURROGATE = re.compile("[\ud800-\udfff]")
_LEVELS = {Coding.PLAIN: 0, Coding.STRING: 1, Coding.STRINGS: 1, Coding.NESTED: 2}
_DECODER = json.JSONDecoder(strict=False)
_STEP = 256 * 1024
_LONGEST_SIGN = 32
"""Bytes that one character may take, with all its escapes."""

Held = tuple[int, bytes, Coding]
"""Where a piece begins, its bytes, and how its text is written in them."""


class Bytes(Protocol):
    """What bytes are read from by offset."""

    def read(self, start: int, end: int) -> bytes:
        """The bytes from start to end."""
        ...


def _decode(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def scrub(text: str) -> str:
    """Undecodable bytes and lone surrogates become the replacement character, one for one."""
    if text.isascii():
        return text
    return _SURROGATE.sub("\ufffd", text)


def decode(data: bytes, coding: Coding) -> str:
    """The text of one piece."""
    return scrub(_undo(data, coding))


def _undo(data: bytes, coding: Coding) -> str:
    text = _decode(data)
    for _ in range(_LEVELS[coding]):
        text = unescape(text)
    return text


def strings_of(data: bytes) -> list[str]:
    """The strings of a run; what the standard library takes for a list of them, it reads fastest."""
    written = f"[{_decode(data)}]"
    try:
        strings, end = _DECODER.raw_decode(written)
    except (ValueError, RecursionError):  # then they are read one by one
        strings, end = [], 0
    if end == len(written) and set(map(type, strings)) <= {str}:
        return cast(list[str], strings)
    return [_undo(string[1], Coding.STRING) for string in _STRING.finditer(data)]


def _read(source: Bytes, pieces: Sequence[Piece]) -> Iterator[Held]:
    return ((start, source.read(start, end), coding) for start, end, coding in pieces)


def _join(held: Iterable[Held]) -> str:
    texts: list[str] = []
    for _, data, coding in held:
        texts.extend(strings_of(data) if coding is Coding.STRINGS else (_undo(data, coding),))
    return scrub("\n".join(texts))


def read_text(source: Bytes, pieces: Sequence[Piece]) -> str:
    """The text that pieces make together."""
    return _join(_read(source, pieces))


def stream_text(source: Bytes, pieces: Sequence[Piece]) -> Iterator[str]:
    """The text that pieces make together, in stretches: the text of a piece is never held whole."""
    for number, (start, end, coding) in enumerate(pieces):
        if number:
            yield "\n"
        if coding is Coding.STRINGS or end - start <= _STEP:
            yield read_text(source, (Piece(start, end, coding),))
            continue
        decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
        levels = [Unescaper() for _ in range(_LEVELS[coding])]
        for at in range(start, end, _STEP):
            final = at + _STEP >= end
            text = decoder.decode(source.read(at, min(end, at + _STEP)), final)
            for level in levels:
                text = level.feed(text, final=final)
            yield scrub(text)


def beginning(source: Bytes, pieces: Sequence[Piece], most: int) -> Sequence[Piece]:
    """The pieces as far as they hold so many bytes; the last is cut where no character and no escape is torn."""
    if sum(end - start for start, end, _ in pieces) <= most:
        return pieces
    taken: list[Piece] = []
    for start, end, coding in pieces:
        if end - start > most:
            return [*taken, Piece(start, _untorn(source, start, start + most, coding), coding)]
        taken.append(Piece(start, end, coding))
        most -= end - start
    return taken


def _untorn(source: Bytes, start: int, end: int, coding: Coding) -> int:
    """The last place up to `end` where a text can end: before the character or the escape that goes on there."""
    first = max(start, end - _LONGEST_SIGN)
    data = source.read(first, end)
    if _LEVELS[coding] and b"\\" in data:
        return first + len(data[: data.rindex(b"\\")].rstrip(b"\\"))
    whole = data.rstrip(bytes(range(0x80, 0xC0)))
    return first + len(whole[:-1] if whole[-1:] >= b"\xc0" else data)


def count_lines(source: Bytes, pieces: Sequence[Piece]) -> int:
    """How many lines the text of the pieces has, without making the text where that can be avoided."""
    lines = 0
    for piece in pieces:
        start, end, coding = piece
        if coding is Coding.STRINGS:
            strings = strings_of(source.read(start, end))
            lines += len(strings) + "".join(strings).count("\n")
        elif end - start > _STEP and coding is not Coding.PLAIN:
            lines += sum(text.count("\n") for text in stream_text(source, (piece,))) + 1
        elif coding is Coding.PLAIN:
            lines += sum(source.read(at, min(end, at + _STEP)).count(b"\n") for at in range(start, end, _STEP)) + 1
        elif coding is Coding.STRING:
            lines += _newlines(source.read(start, end)) + 1
        else:
            data = source.read(start, end)
            lines += (decode(data, coding).count("\n") if b"\\" in data else data.count(b"\n")) + 1
    return max(lines, 1)


def _newlines(data: bytes) -> int:
    """How many line breaks the body of a JSON string stands for: pairs of backslashes hide no escape."""
    lines = data.count(b"\n")
    if b"\\" not in data:
        return lines
    if b"\\\\" in data:
        data = data.replace(b"\\\\", b"")
    lines += data.count(b"\\n")
    return lines + data.count(b"\\u000a") + data.count(b"\\u000A")


class _Part:
    """A part of an unfolded text that comes from one range of bytes."""

    def __init__(self, at: int, length: int, start: int, data: bytes, coding: Coding) -> None:
        self.at = at
        self.length = length
        self._start = start
        self._data = data
        self._levels_count = _LEVELS[coding]
        self._raw: str | None = None
        self._levels: list[Level] = []

    def byte(self, character: int) -> int:
        """The byte at which a character of this part was written."""
        if self._raw is None:
            text = self._raw = _decode(self._data)
            for _ in range(self._levels_count):
                self._levels.append(Level(text))
                text = self._levels[-1].text
        for level in reversed(self._levels):
            character = level.place(character)
        if len(self._raw) == len(self._data):
            return self._start + min(character, len(self._raw))
        return self._start + len(self._raw[:character].encode("utf-8", "surrogateescape"))


def _parts(held: Iterable[Held]) -> list[_Part]:
    """The parts of the text, in its order; each string of a run is one."""
    parts: list[_Part] = []
    at = 0
    for start, data, coding in held:
        strings = [(start, data, coding)]
        if coding is Coding.STRINGS:
            strings = [(start + one.start(1), one[1], Coding.STRING) for one in _STRING.finditer(data)]
        for string in strings:
            parts.append(_Part(at, len(_undo(*string[1:])), *string))
            at += parts[-1].length + 1
    return parts


def _place(parts: Sequence[_Part], character: int) -> int:
    """Which part a character belongs to."""
    return max(0, bisect_right(parts, character, key=lambda part: part.at) - 1)


class EventText:
    """An event's text, and the bytes that any stretch of it was made from."""

    def __init__(self, source: Bytes, pieces: Sequence[Piece]) -> None:
        self._held = list(_read(source, pieces))
        self.text = _join(self._held)
        self._lines: list[str] | None = None
        self._parts: list[_Part] | None = None

    @property
    def lines(self) -> list[str]:
        """The lines of the text; an event has at least one."""
        if self._lines is None:
            self._lines = self.text.split("\n")
        return self._lines

    def bytes_of(self, start: int, end: int) -> tuple[int, int]:
        """The smallest range of bytes that holds the characters from start to end.

        Parts may stand in the file in another order than in the text.
        """
        parts = self._parts
        if parts is None:
            parts = self._parts = _parts(self._held)
        first, last = _place(parts, start), _place(parts, max(start, end - 1))
        ranges = [
            (part.byte(max(start, part.at) - part.at), part.byte(min(end, part.at + part.length) - part.at))
            for part in parts[first : last + 1]
        ]
        return min(begin for begin, _ in ranges), max(stop for _, stop in ranges)
