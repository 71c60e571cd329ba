"""The bytes of a JSON source, read on block by block, and the pattern of its tokens; commas and colons are skipped.

A token is whatever `TOKEN` matches: its group says which kind it is, group 1 is the key before it. A key that the end
of the bytes held parts from its value matches as a string of its own.
"""

import codecs
import re
from collections.abc import Callable
from typing import Any, Protocol

READ = 1024 * 1024
STRING, STRINGS, OPEN, CLOSE, LITERAL = 2, 3, 4, 5, 6
SHORT = 66
# Running to the next quote is three times as fast as looking at every backslash: none or two before a quote leave it
# the end of its string, one or three do not; only what has more is read escape by escape.
STRING_END = (
    rb'(?:[^"]*+(?:(?<=\\)(?:(?<=[^\\]\\)|(?<=[^\\]\\\\\\))"[^"]*+)*+(?:(?<!\\)|(?<=[^\\]\\\\))"'
    rb'|[^"\\]*+(?:\\.[^"\\]*+)*+")'
)
TOKEN = re.compile(
    rb"[\s,:]*+"
    rb'("' + STRING_END + rb"(?=\s*+:)[\s:]*+)?"
    rb'(?:("' + STRING_END + rb")"
    rb'|(\[\s*+"' + STRING_END + rb'(?:\s*+,\s*+"' + STRING_END + rb")*+\s*+\])"
    rb"|([{\[])|([}\]])"
    rb'|([^\s"{}\[\],:]++)'
    rb")",
    re.DOTALL,
)
_GAP = b" \t\r\n,:"
_INSIDE = re.compile(rb'[^"\\]*+(?:\\.[^"\\]*+)*+', re.DOTALL)


def token_after_token(data: bytes, position: int = 0) -> Callable[[], Any]:
    """What gives the next token at each call, and None where none follows at once.

    `re` has this and does not document it; going on with `finditer` takes a twentieth longer for a whole document.
    """
    return TOKEN.scanner(data, position).match  # type: ignore[attr-defined, no-any-return]


class Readable(Protocol):
    """Whatever gives bytes by offset."""

    def read(self, start: int, end: int) -> bytes:
        """The bytes from start to end; fewer where it ends before."""
        ...


class JsonBytes:
    """The stretch of a source that tokens are looked for in: `data`, which begins at the offset `base`."""

    def __init__(self, source: Readable, start: int = 0, end: int | None = None) -> None:
        self.data = b""
        self.base = start
        if start == 0 and source.read(0, 3) == codecs.BOM_UTF8:
            self.base = 3
        self._source = source
        self._end = end

    def read(self, start: int, end: int) -> bytes:
        """Bytes of the source."""
        return self._source.read(start, end)

    def fill(self) -> bool:
        """Read on; whether there may be more behind what is held now."""
        start = self.base + len(self.data)
        wanted = READ if self._end is None else min(READ, self._end - start)
        fresh = self._source.read(start, start + wanted) if wanted > 0 else b""
        self.data = self.data + fresh if self.data else fresh
        return len(fresh) == wanted and wanted > 0 and start + wanted != self._end

    def drop(self, count: int) -> None:
        """Let go of what has been made use of."""
        self.data, self.base = self.data[count:], self.base + count

    @property
    def is_blank(self) -> bool:
        """Whether nothing but gaps between tokens is held."""
        return not self.data.strip(_GAP)

    @property
    def opens_string(self) -> bool:
        """Whether a string begins what is held."""
        return self.data.lstrip(_GAP)[:1] == b'"'

    @property
    def is_one_word(self) -> bool:
        """Whether one word without quotes, longer than any number, is all that is held."""
        return len(self.data.lstrip(_GAP)) > READ // 2

    def pass_string(self) -> tuple[int, int] | None:
        """The range of a string longer than what is held, whose end is looked for without keeping what is passed.

        None if it does not end; `base` is then where it begins.
        """
        opening = self.base + self.data.index(b'"')
        at = opening + 1
        while block := self._source.read(at, at + READ):
            inside = len(_INSIDE.match(block)[0])  # type: ignore[index]  # it matches nothing, if nothing else
            if block[inside : inside + 1] == b'"':
                self.data, self.base = b"", at + inside + 1
                return opening, self.base
            at += len(block) + (inside < len(block))  # a backslash at the end escapes what follows
        self.data, self.base = b"", opening
        return None
