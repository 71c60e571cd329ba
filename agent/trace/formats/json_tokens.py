"""The tokens of a JSON source with their bytes, found block by block; commas and colons are passed over."""

import codecs
import re
from collections.abc import Generator, Iterator
from typing import Protocol

READ = 1024 * 1024
STRING, STRINGS, OPEN, CLOSE, LITERAL = 2, 3, 4, 5, 6
SHORT = 66
_BODY = rb'[^"\\]*+(?:\\.[^"\\]*+)*+'
_TOKEN = re.compile(
    rb"[\s,:]*+"
    rb'("' + _BODY + rb'"(?=\s*+:)[\s:]*+)?'
    rb'(?:("' + _BODY + rb'")'
    rb'|(\[\s*+"' + _BODY + rb'"(?:\s*+,\s*+"' + _BODY + rb'")*+\s*+\])'
    rb"|([{\[])|([}\]])"
    rb'|([^\s"{}\[\],:]++)'
    rb")",
    re.DOTALL,
)
_GAP = b" \t\r\n,:"
_SPECIAL = re.compile(rb'["\\]')

Token = tuple[int, int, int, bytes | None, bytes | None]
"""Its kind, its first byte and the byte after its last, the key before it, and what is short, as written.

A key that the end of the buffer parts from its value comes as a string of its own.
"""


class Readable(Protocol):
    """Whatever gives bytes by offset."""

    def read(self, start: int, end: int) -> bytes:
        """The bytes from start to end; fewer where it ends before."""
        ...


class JsonTokens:
    """A stream of tokens; `broken_at` says where it stops making sense, once it has ended."""

    def __init__(self, source: Readable, start: int = 0, end: int | None = None) -> None:
        self.broken_at: int | None = None
        self._source = source
        self._base = start
        self._buffer = b""
        self._end = end
        self._back_to: int | None = None

    def read(self, start: int, end: int) -> bytes:
        """Bytes of the source."""
        return self._source.read(start, end)

    def back_to(self, offset: int) -> None:
        """Go on from an offset inside the token that was handed out last."""
        self._back_to = offset

    def __iter__(self) -> Iterator[Token]:
        """The tokens in document order."""
        if self._base == 0 and self._source.read(0, 3) == codecs.BOM_UTF8:
            self._base = 3
        more = True
        while more:
            more = self._fill()
            position = yield from self._scan(more=more)
            self._buffer, self._base = self._buffer[position:], self._base + position
            if more and position == 0 and self._buffer.lstrip(_GAP)[:1] == b'"':
                yield from self._long_string()
                if self.broken_at is not None:
                    return
        if self._buffer.strip(_GAP):
            self.broken_at = self._base

    def _fill(self) -> bool:
        """Read on; whether there may be more behind what the buffer holds now."""
        start = self._base + len(self._buffer)
        wanted = READ if self._end is None else min(READ, self._end - start)
        fresh = self._source.read(start, start + wanted) if wanted > 0 else b""
        self._buffer += fresh
        return len(fresh) == wanted and wanted > 0 and start + wanted != self._end

    def _scan(self, *, more: bool) -> Generator[Token, None, int]:
        """The tokens that lie whole in the buffer; returns how far they reach."""
        buffer, base, position = self._buffer, self._base, 0
        while True:
            for token in iter(_TOKEN.scanner(buffer, position).match, None):  # type: ignore[attr-defined]
                kind = token.lastindex
                start, end = token.span(kind)
                if more and kind == LITERAL and end == len(buffer):
                    return position
                position = end
                key = token[1]
                short = buffer[start:end] if end - start <= SHORT else None
                yield kind, base + start, base + end, key and key[1 : key.rindex(b'"')], short
                if self._back_to is not None:
                    position = self._back_to - base
                    self._back_to = None
                    break
            else:
                return position

    def _long_string(self) -> Iterator[Token]:
        """A string longer than the buffer, whose end is looked for without keeping what is passed."""
        opening = self._base + self._buffer.index(b'"')
        at = opening + 1
        while block := self._source.read(at, at + READ):
            found = 0
            while special := _SPECIAL.search(block, found):
                if special[0] == b'"':
                    closing = at + special.end()
                    self._base, self._buffer = closing, b""
                    yield STRING, opening, closing, None, None
                    return
                found = special.end() + 1
            at += max(found, len(block))
        self.broken_at = opening
