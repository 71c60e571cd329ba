r"""Make foreign text safe to show: the only maker of the type `Clean`.

What a terminal obeys, or what hides or reorders other text, becomes visible: C0 as a picture (`␛`), DEL as `␡`,
C1 as `\x9b`, bidi and zero-width characters, tags, broken surrogates and line separators as `\u{202e}`.
Tab and, in a block, the line break stay. Private use, unassigned and unusual spaces stay: they do nothing.
"""

import codecs
import os
import re
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import accumulate, pairwise
from typing import Any, Self, SupportsIndex, overload
from unicodedata import category

_MARKS_KEPT = 8
_TABLE_LIMIT = 70_000

# What an ASCII byte looks like once it is harmless: one character for one, so columns stay where they are.
_BLOCK = (
    "".join("\t\n"[c - 9] if c in (9, 10) else chr(0x2400 + c) if c < 32 else chr(c) for c in range(127)) + "\u2421"
)
_LINE = _BLOCK.replace("\n", "\u240a")
_NAME = _LINE.replace("\t", "\u2409")

# Every Cf, Cs, Zl and Zp, the rest of plane 14, and what draws nothing at all; a test sweeps the whole of Unicode.
_INVISIBLE = (
    "\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff0-\ufffb"
)
_INVISIBLE_ASTRAL = (
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")
_CONTROL = "\x00-\x08\x0b-\x1f\x7f-\x9f"
_FREE = re.compile("[\t\n]")


class Clean(str):
    """Text that is safe to show. Only this module makes it; a slice of it, and a sum or join of such, stay so."""

    __slots__ = ()

    def __new__(cls, *_: object) -> Self:
        """Refuse: a promise about text is made by the function that checks it."""
        raise TypeError("Clean is made by agent.clean only; call clean(), clean_line() or clean_name().")

    def __getitem__(self, key: SupportsIndex | slice) -> "Clean":
        return _sealed(super().__getitem__(key))

    @overload
    def __add__(self, other: "Clean") -> "Clean": ...
    @overload
    def __add__(self, other: str) -> str: ...
    def __add__(self, other: str) -> str:
        both = super().__add__(other)
        return _sealed(both) if isinstance(other, Clean) else both

    @overload
    def join(self, parts: "Iterable[Clean]", /) -> "Clean": ...
    @overload
    def join(self, parts: Iterable[str], /) -> str: ...
    def join(self, parts: Iterable[str], /) -> str:
        """Join the parts; clean if all of them are."""
        parts = list(parts)
        joined = super().join(parts)
        return _sealed(joined) if all(isinstance(part, Clean) for part in parts) else joined

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return clean, (str(self),)


def clean(text: str | bytes) -> Clean:
    """Make a block of lines safe; the return of a CRLF is hidden, any other is shown."""
    text = _decoded(text)
    if "\r" in text:
        text = text.replace("\r\n", "\n").removesuffix("\r")
    return _sealed(_safe(text, _BLOCK))


def clean_line(text: str | bytes) -> Clean:
    """Make one line safe: its own closing return is hidden, a line break inside it is shown."""
    if isinstance(text, str) and text.isascii() and text.isprintable():
        return str.__new__(Clean, text)
    return _sealed(_safe(_decoded(text).removesuffix("\r"), _LINE))


def clean_title(text: str | bytes) -> Clean:
    """Make a label of one line safe: a tab would move what stands beside it, so it is a space."""
    return _sealed(clean_line(text).replace("\t", " "))


def clean_name(path: str | bytes | os.PathLike[str] | os.PathLike[bytes]) -> Clean:
    """Make the name of a file safe for a message: not even a tab or a line break stays."""
    return _sealed(_safe(os.fsdecode(path), _NAME))


def clean_spans(text: str | bytes, spans: Sequence[tuple[int, int]]) -> tuple[Clean, list[tuple[int, int]]]:
    """Make one line safe and say where its spans of characters lie in the result."""
    text = _decoded(text).removesuffix("\r")
    end = len(text)
    if _is_level(text):
        return clean_line(text), [(min(start, end), min(stop, end)) for start, stop in spans]
    edges = sorted({0, end}.union(*([min(start, end), min(stop, end)] for start, stop in spans)))
    pieces = [_safe(text[start:stop], _LINE) for start, stop in pairwise(edges)]
    place = dict(zip(edges, accumulate(map(len, pieces), initial=0), strict=True))
    return _sealed("".join(pieces)), [(place[min(start, end)], place[min(stop, end)]) for start, stop in spans]


def _sealed(text: str) -> Clean:
    return str.__new__(Clean, text)


def _decoded(text: str | bytes) -> str:
    return text if isinstance(text, str) else text.decode("utf-8", "surrogateescape")


def _is_level(text: str) -> bool:
    """Whether every character stays one character."""
    return text.isascii() or not (_unsafe().search(text) or _ASTRAL.search(text))


def _safe(text: str, table: str) -> str:
    if text.isascii():
        return text if text.isprintable() else codecs.charmap_decode(text.encode("ascii"), "strict", table)[0]
    if _unsafe().search(text):
        text = _flood().sub(_capped, text)
    elif not _ASTRAL.search(text) and (table is _BLOCK or not _FREE.search(text)):
        return text
    return text.translate(_pictures(table))


class _Pictures(dict[int, int | str]):
    """What to write for a code point; learns the harmless ones as they come, since a miss is slow."""

    def __missing__(self, code: int) -> int:
        if len(self) < _TABLE_LIMIT:
            self[code] = code
        return code


@cache
def _pictures(table: str) -> _Pictures:
    known: dict[int, int | str] = {code: ord(picture) for code, picture in enumerate(table)}
    known |= {code: f"\\x{code:02x}" for code in range(0x80, 0xA0)}
    for first, last in re.findall("(.)(?:-(.))?", _INVISIBLE + _INVISIBLE_ASTRAL, re.DOTALL):
        known |= {code: f"\\u{{{code:x}}}" for code in range(ord(first), ord(last or first) + 1)}
    return _Pictures(known)


# A class of the basic plane only is matched by a table, a wider one range by range, twenty times slower.
@cache
def _marks() -> str:
    return "".join(chr(code) for code in range(0x300, 0x10000) if category(chr(code)) in ("Mn", "Me"))


@cache
def _unsafe() -> re.Pattern[str]:
    return re.compile(f"[{_CONTROL}{_INVISIBLE}{_marks()}]")


@cache
def _flood() -> re.Pattern[str]:
    return re.compile(f"([{_marks()}]{{{_MARKS_KEPT}}})([{_marks()}]+)")


def _capped(flood: re.Match[str]) -> str:
    return f"{flood[1]}\\u{{+{len(flood[2])} marks}}"


def inert_json(document: Any, indent: int | None = 2) -> str:
    """A document as strict JSON in which all that could move a terminal, or is no Unicode, is written as escapes."""
    import json  # the first page of a trace needs none

    text = json.dumps(document, ensure_ascii=False, allow_nan=False, indent=indent)
    for character in set(text) - {"\n"}:
        if clean_name(character) != character:
            escaped = "\\u007f" if character == "\x7f" else json.dumps(character)[1:-1]
            text = text.replace(character, escaped)
    return text
