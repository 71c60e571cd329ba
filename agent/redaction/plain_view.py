"""Undoes escapes, entities, percent signs and colours around which a text says something, and finds the way back."""

import html
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import NamedTuple

# Hex of one visible character of ASCII.
_ASCII = "(?:2[0-9A-Fa-f]|[3-6][0-9A-Fa-f]|7[0-9A-Ea-e])"
_COLOUR = r"(?:\x1b|\x9b|\\{1,4}(?:x1b|u001b|033|e))\[?[0-9;?]{0,20}[A-Za-z]"
_INVISIBLE = "[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]"
_ENTITY = r"&(?:amp;){0,3}(?:quot|apos|lt|gt|amp|nbsp|equals|colon|#\d{2,3}|#[xX][0-9A-Fa-f]{2});"
_MARK = re.compile(
    rf"(?P<gone>{_COLOUR}|{_INVISIBLE})|%(?:25){{0,3}}(?P<percent>{_ASCII})"
    rf"|(?P<entity>{_ENTITY})|\\{{1,4}}(?:u00|x|u\{{)(?P<escape>{_ASCII})\}}?"
)
EXPRESSIONS = (
    "(?i)%(?:25)*[2-7][0-9a-f]",
    "&(?:amp;)*(?:quot|apos|lt|gt|amp|nbsp|equals|colon|#);?",
    r"(?i)\\(?:u00|x|u\{)[2-7][0-9a-f]",
    r"(?:\x1b|\\(?:x1b|u001b|033|e))\[?[0-9;?]*[A-Za-z]",
    r"\xc2[\x9b\xad]|\xe2\x80[\x8b-\x8f]|\xe2\x81[\xa0-\xa4]|\xef\xbb\xbf",
)
"""What a text shows, as bytes, that has anything to undo."""
_BEFORE, _AFTER = 200, 600
"""Characters around a mark that are read together with what it says."""


class _Piece(NamedTuple):
    """A stretch of a view: where it begins, and the stretch of the text that it says."""

    start: int
    raw: tuple[int, int]
    is_same: bool


class PlainView:
    """The stretches of a text that hold anything encoded, as what they say."""

    def __init__(self, text: str) -> None:
        self._pieces: list[_Piece] = []
        parts: list[str] = []
        length = 0
        for piece, said in _read(text):
            self._pieces.append(piece._replace(start=length))
            parts.append(said)
            length += len(said)
        self.text = "".join(parts)
        self._starts = [piece.start for piece in self._pieces]

    def raw_range(self, start: int, end: int) -> tuple[int, int]:
        """Where characters start to end of the view stand in the text; what is encoded counts whole."""
        first = self._pieces[bisect_right(self._starts, start) - 1]
        last = self._pieces[max(0, bisect_left(self._starts, end) - 1)]
        begin = first.raw[0] + (start - first.start if first.is_same else 0)
        return begin, last.raw[0] + end - last.start if last.is_same else last.raw[1]


def _read(text: str) -> Iterator[tuple[_Piece, str]]:
    done = reached = 0
    for mark in _MARK.finditer(text):
        if mark.start() > reached or not reached:
            if reached:
                yield _Piece(0, (done, reached), True), text[done:reached] + "\n"
            done = max(reached, mark.start() - _BEFORE)
        if mark.start() > done:
            yield _Piece(0, (done, mark.start()), True), text[done : mark.start()]
        done = mark.end()
        reached = min(len(text), done + _AFTER)
        if said := _said(mark):
            yield _Piece(0, mark.span(), False), said
    if reached:
        yield _Piece(0, (done, reached), True), text[done:reached]


def _said(mark: re.Match[str]) -> str:
    if mark["gone"]:
        return ""
    if mark["entity"]:
        return html.unescape(html.unescape(html.unescape(html.unescape(mark["entity"]))))[:1]
    return chr(int(mark["percent"] or mark["escape"], 16))
