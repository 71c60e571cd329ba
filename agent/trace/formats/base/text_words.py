"""Finds in a text record its first words, its time, and its bytes without the blanks around them."""

import re

from agent.trace.event import Piece

TITLE = 80
_CONTROLS = dict.fromkeys([*range(32), 127, *range(128, 160)], " ")
_WORDS = re.compile(rb"[^\s][^\n]*")


def first_words(data: bytes, start: int = 0) -> str:
    """The first line that says anything, short enough for a title."""
    match = _WORDS.search(data, start)
    if match is None:
        return ""
    return match[0][: 4 * TITLE].decode("utf-8", "replace").translate(_CONTROLS).strip()[:TITLE]


def flat_words(data: bytes, start: int = 0) -> str:
    """The beginning of a text on one line, for texts whose first line is a bracket."""
    return b" ".join(data[start : start + 4 * TITLE].split()).decode("utf-8", "replace").translate(_CONTROLS)[:TITLE]


def tight(data: bytes, start: int, end: int) -> tuple[int, int]:
    """The same stretch without the white space around it."""
    while start < end and data[start] in b" \t\r\n":
        start += 1
    while end > start and data[end - 1] in b" \t\r\n":
        end -= 1
    return start, end


def tight_piece(data: bytes, start: int, end: int, offset: int) -> Piece:
    """A stretch of a record without the white space around it, as a piece of the file."""
    start, end = tight(data, start, end)
    return Piece(offset + start, offset + end)


def iso(time: bytes) -> str:
    """A time written `2025-03-31 13:01:12` (with `,` or `.` before its fraction) in ISO form."""
    return time.decode("ascii", "replace").replace(" ", "T").replace(",", ".")
