"""Pieces of the file become an event's text, and a place in that text becomes bytes again."""

import json
import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.trace.event import Coding, Piece
from agent.trace.source import Source

_STRING = re.compile(rb'"([^"\\]*+(?:\\.[^"\\]*+)*+)"', re.DOTALL)
_ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[\s\S])",
)
_SIMPLE = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", '"': '"', "\\": "\\", "/": "/"}
_SURROGATE = re.compile("[\ud800-\udfff]")
_LEVELS = {Coding.PLAIN: 0, Coding.STRING: 1, Coding.STRINGS: 1, Coding.NESTED: 2}


def _decode(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _one(escape: "re.Match[str]") -> str:
    body = escape[0][1:]
    if body[0] == "u" and len(body) >= 5:
        if len(body) > 5:
            high, low = int(body[1:5], 16), int(body[7:11], 16)
            return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
        return chr(int(body[1:5], 16))
    return _SIMPLE.get(body, escape[0])


def unescape(text: str) -> str:
    """Undo one level of JSON string escapes; what is no escape stays as it is."""
    if "\\" not in text:
        return text
    try:
        return str(json.loads(f'"{text}"', strict=False))
    except ValueError:
        return _ESCAPE.sub(_one, text)


def _scrub(text: str) -> str:
    """Undecodable bytes and lone surrogates become the replacement character, one for one."""
    if text.isascii():
        return text
    return _SURROGATE.sub("\ufffd", text)


def decode(data: bytes, coding: Coding) -> str:
    """The text of one piece."""
    text = _decode(data)
    for _ in range(_LEVELS[coding]):
        text = unescape(text)
    return _scrub(text)


def _parts(source: Source, pieces: Sequence[Piece]) -> Iterator[tuple[int, bytes, Coding]]:
    for start, end, coding in pieces:
        data = source.read(start, end)
        if coding is Coding.STRINGS:
            for string in _STRING.finditer(data):
                yield start + string.start(1), string[1], Coding.STRING
        else:
            yield start, data, coding


def read_text(source: Source, pieces: Sequence[Piece]) -> str:
    """The text that pieces make together."""
    return "\n".join(decode(data, coding) for _, data, coding in _parts(source, pieces))


def count_lines(source: Source, pieces: Sequence[Piece]) -> int:
    """How many lines the text of the pieces has, without making the text where that can be avoided."""
    lines = 0
    for _, data, coding in _parts(source, pieces):
        if coding is Coding.PLAIN or b"\\" not in data:
            lines += data.count(b"\n") + 1
        elif coding is Coding.STRING and b"\\\\" not in data and b"\\u000" not in data:
            lines += data.count(b"\\n") + data.count(b"\n") + 1
        else:
            lines += decode(data, coding).count("\n") + 1
    return max(lines, 1)


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of an unfolded text that comes from one range of bytes."""

    at: int
    start: int
    data: bytes
    coding: Coding

    def offsets(self) -> "array[int]":
        """The byte offset of each character of this part, and one more for its end."""
        text = _decode(self.data)
        places = array("Q", [self.start])
        if text.isascii():
            places = array("Q", range(self.start, self.start + len(self.data) + 1))
        else:
            here = self.start
            for character in text:
                code = ord(character)
                here += (
                    1 if code < 0x80 or 0xDC80 <= code <= 0xDCFF else 2 if code < 0x800 else 3 if code < 0x10000 else 4
                )
                places.append(here)
        for _ in range(_LEVELS[self.coding]):
            text, places = _undo(text, places)
        return places


def _undo(text: str, places: "array[int]") -> tuple[str, "array[int]"]:
    """One level of escapes undone, with the places of the characters that are left."""
    kept = array("Q")
    parts: list[str] = []
    at = 0
    for escape in _ESCAPE.finditer(text):
        kept.extend(places[at : escape.start()])
        parts.append(text[at : escape.start()])
        replacement = _one(escape)
        width = len(replacement)
        kept.extend(
            places[escape.start() : escape.start() + 1] * width if width == 1 else places[escape.start() : escape.end()]
        )
        parts.append(replacement)
        at = escape.end()
    kept.extend(places[at:])
    parts.append(text[at:])
    return "".join(parts), kept


class Unfolded:
    """An event's text, and the bytes that any stretch of it was made from."""

    def __init__(self, source: Source, pieces: Sequence[Piece]) -> None:
        texts: list[str] = []
        self._parts: list[_Part] = []
        at = 0
        for start, data, coding in _parts(source, pieces):
            text = decode(data, coding)
            self._parts.append(_Part(at, start, data, coding))
            texts.append(text)
            at += len(text) + 1
        self.text = "\n".join(texts)

    @property
    def lines(self) -> list[str]:
        """The lines of the text; an event has at least one."""
        return self.text.split("\n")

    def bytes_of(self, start: int, end: int) -> tuple[int, int]:
        """The smallest range of bytes that holds the characters from start to end."""
        first, last = self._part_at(start), self._part_at(max(start, end - 1))
        low = first.offsets()
        high = low if last is first else last.offsets()
        return low[min(start - first.at, len(low) - 1)], high[min(end - last.at, len(high) - 1)]

    def same_part(self, start: int, end: int) -> bool:
        """Whether the characters from start to end come from one stretch of the file."""
        return self._part_at(start) is self._part_at(max(start, end - 1))

    def _part_at(self, character: int) -> _Part:
        return self._parts[max(0, bisect_right(self._parts, character, key=lambda part: part.at) - 1)]
