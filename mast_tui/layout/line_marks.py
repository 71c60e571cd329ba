"""What is marked in a trace: evidence, search hits, bookmarks and notes, by line."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from agent.diagnosis.severity import Severity

Place = tuple[int, int, int]
"""A stretch of one line: its number, first character, and the one after the last."""


class EvidenceMark(NamedTuple):
    """A piece of evidence as the trace shows it."""

    finding: str
    number: int
    part: str
    lines: tuple[int, int]
    places: tuple[Place, ...]
    note: str
    severity: Severity = "minor"
    stale: bool = False

    @property
    def target(self) -> int:
        """The line to go to: where a quote begins, and where a search that found nothing ends with its note."""
        return self.lines[1] if self.part == "absence" else self.lines[0]


class SearchMark(NamedTuple):
    """What a search found in a line."""

    line: int
    spans: tuple[tuple[int, int], ...]


class LineNote(NamedTuple):
    """What a person wrote on some lines; stale when the lines no longer read as they did then."""

    lines: tuple[int, int]
    text: str
    stale: bool = False


@dataclass
class Marks:
    """Every mark of a trace; the selected finding is the one whose words are filled."""

    pieces: tuple[EvidenceMark, ...] = ()
    selected: str | None = None
    hits: dict[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    bookmarks: dict[str, int] = field(default_factory=dict)
    notes: tuple[LineNote, ...] = ()
    signals: frozenset[int] = frozenset()
    claims: tuple[tuple[int, int, str], ...] = ()
    """Line, number and severity of each claim that is not challenged yet."""
    version: int = 0
    _lines: dict[int, list[EvidenceMark]] = field(default_factory=dict)

    def show(self, pieces: Iterable[EvidenceMark]) -> None:
        """Show these pieces of evidence and no others."""
        self.pieces = tuple(pieces)
        self.claims = ()
        self._lines = {}
        for piece in self.pieces:
            for line in {place[0] for place in piece.places}:
                self._lines.setdefault(line, []).append(piece)
        self.version += 1

    def claim(self, line: int, number: int, severity: str) -> None:
        """Show where something was claimed."""
        self.claims = (*self.claims, (line, number, severity))
        self.version += 1

    def select(self, finding: str | None) -> None:
        """Fill the words of one finding."""
        if finding != self.selected:
            self.selected = finding
            self.version += 1

    def seek(self, hits: Iterable[SearchMark]) -> None:
        """Show these search hits and no others."""
        self.hits = {hit.line: hit.spans for hit in hits}
        self.version += 1

    def annotate(self, notes: Iterable[LineNote]) -> None:
        """Show these notes and no others."""
        self.notes = tuple(sorted(notes))
        self.version += 1

    def note_at(self, line: int) -> LineNote | None:
        """The note on a line."""
        return next((note for note in self.notes if note.lines[0] <= line <= note.lines[1]), None)

    def notes_below(self, first: int, last: int) -> list[LineNote]:
        """The notes that end in some lines: they stand below them."""
        return [note for note in self.notes if first <= note.lines[1] <= last]

    def at(self, line: int) -> list[EvidenceMark]:
        """The evidence in a line."""
        return self._lines.get(line, [])

    def filled(self, line: int) -> list[EvidenceMark]:
        """The evidence in a line that belongs to the selected finding and still holds."""
        return [piece for piece in self.at(line) if piece.finding == self.selected and not piece.stale]

    def notes_after(self, first: int, last: int) -> list[EvidenceMark]:
        """The evidence of the selected finding that ends in some lines: its note stands below."""
        return [piece for piece in self.pieces if piece.finding == self.selected and first <= piece.lines[1] <= last]

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
        pieces = self.at(line)
        own = [piece for piece in pieces if piece.finding == self.selected]
        if own or pieces:
            piece = (own or pieces)[0]
            filled = own and any(each.part != "counter" for each in own)
            ink = "faint strike" if piece.stale else "on_evidence/evidence bold" if filled else "major bold"
            return str(piece.number)[-1], ink
        if letter := self.letter(line):
            return letter, "accent bold"
        if note := self.note_at(line):
            return "+", "faint strike" if note.stale else "accent bold"
        if line in self.hits:
            return "›", "accent"
        return " ", "text"
