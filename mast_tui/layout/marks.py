"""What is marked in a trace: evidence, search hits, bookmarks and notes, by line."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

Place = tuple[int, int, int]
"""A stretch of one line: its number, first character, and the one after the last."""


class Piece(NamedTuple):
    """A piece of evidence as the trace shows it."""

    finding: str
    number: int
    part: str
    lines: tuple[int, int]
    places: tuple[Place, ...]
    note: str
    severity: str = "minor"
    stale: bool = False


class Hit(NamedTuple):
    """What a search found in a line."""

    line: int
    spans: tuple[tuple[int, int], ...]


@dataclass
class Marks:
    """Every mark of a trace; the selected finding is the one whose words are filled."""

    pieces: tuple[Piece, ...] = ()
    selected: str | None = None
    hits: dict[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    bookmarks: dict[str, int] = field(default_factory=dict)
    notes: dict[int, str] = field(default_factory=dict)
    signals: frozenset[int] = frozenset()
    version: int = 0
    _lines: dict[int, list[Piece]] = field(default_factory=dict)

    def show(self, pieces: Iterable[Piece]) -> None:
        """Show these pieces of evidence and no others."""
        self.pieces = tuple(pieces)
        self._lines = {}
        for piece in self.pieces:
            for line in {place[0] for place in piece.places}:
                self._lines.setdefault(line, []).append(piece)
        self.version += 1

    def select(self, finding: str | None) -> None:
        """Fill the words of one finding."""
        if finding != self.selected:
            self.selected = finding
            self.version += 1

    def seek(self, hits: Iterable[Hit]) -> None:
        """Show these search hits and no others."""
        self.hits = {hit.line: hit.spans for hit in hits}
        self.version += 1

    def at(self, line: int) -> list[Piece]:
        """The evidence in a line."""
        return self._lines.get(line, [])

    def filled(self, line: int) -> list[Piece]:
        """The evidence in a line that belongs to the selected finding and still holds."""
        return [piece for piece in self.at(line) if piece.finding == self.selected and not piece.stale]

    def notes_after(self, line: int) -> list[Piece]:
        """The evidence of the selected finding that ends with a line: its note stands below."""
        return [piece for piece in self.pieces if piece.finding == self.selected and piece.lines[1] == line]

    def is_searched(self, line: int) -> bool:
        """Whether a search that found nothing went over the line."""
        return any(
            piece.part == "absence" and piece.lines[0] <= line <= piece.lines[1]
            for piece in self.pieces
            if piece.finding == self.selected
        )

    def letter(self, line: int) -> str:
        """The bookmark of a line."""
        return next((letter for letter, at in self.bookmarks.items() if at == line), "")

    def mark(self, line: int) -> tuple[str, str]:
        """What stands in the mark column of a line, and how."""
        found = self.at(line)
        own = [piece for piece in found if piece.finding == self.selected]
        if own or found:
            piece = (own or found)[0]
            ink = "faint strike" if piece.stale else "on_evidence/evidence bold" if own else "major bold"
            return str(piece.number)[-1], ink
        if letter := self.letter(line):
            return letter, "accent bold"
        if line in self.notes:
            return "+", "accent"
        if line in self.hits:
            return "›", "accent"
        return " ", "text"
