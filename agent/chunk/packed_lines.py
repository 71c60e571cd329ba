"""Long lines in which a framework packs text of other lines, its line breaks written out as two characters."""

from collections.abc import Callable, Iterator, Sequence
from html import unescape
from typing import NamedTuple

from agent.trace.event import Event, Kind

LONG, FEWEST_CHARACTERS = 1_000, 160
"""Characters of a line from which on it is looked at, and of what stands in it once more."""
BREAK = "\\n"
_ESCAPES = (("\\'", "'"), ('\\"', '"'), ("\\t", "\t"), ("\\\\", "\\"))


class Copies(NamedTuple):
    """Pieces `first` to `last` of a packed line, each of which is a line between `since` and `until`, or blank."""

    first: int
    last: int
    since: int
    until: int


def packed_lines(event: Event, lines: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """The long lines of a framework's own record, by their place in it, as the lines that are packed into them."""
    if event.kind is Kind.SYSTEM:
        for at, line in enumerate(lines):
            if len(line) >= LONG and BREAK in line:
                yield at, [_plain(piece) for piece in line.split(BREAK)]


def copies_in(pieces: Sequence[str], line_of: Callable[[str], int]) -> Iterator[Copies]:
    """The stretches of a packed line of which every piece stands earlier on a line of its own."""
    known: list[int] = []
    for at, piece in enumerate([*pieces, None]):
        line = line_of(piece) if piece and piece.strip() else 0
        if line or (known and piece is not None and not piece.strip()):
            known.append(line)
            continue
        numbers = [number for number in known if number]
        if sum(len(one) for one in pieces[at - len(known) : at]) >= FEWEST_CHARACTERS:
            yield Copies(at - len(known), at - 1, min(numbers), max(numbers))
        known = []


def without_copies(line: str, pieces: int, copies: Sequence[Copies]) -> str:
    """A packed line with what stands elsewhere named by its lines; as it is where secrets left other pieces in it."""
    parts = line.split(BREAK)
    if len(parts) != pieces:
        return line
    for first, last, since, until in reversed(copies):
        parts[first : last + 1] = [f"({last - first + 1} lines that stand in L{since}-{until} too)"]
    return BREAK.join(parts)


def _plain(piece: str) -> str:
    """A piece as it stands on a line of its own."""
    for escaped, sign in _ESCAPES:
        piece = piece.replace(escaped, sign)
    return unescape(piece)
