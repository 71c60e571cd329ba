"""The rows of a trace on a screen of some width: heads, wrapped lines, folds and the notes under evidence."""

from bisect import bisect_right
from collections.abc import Iterator
from typing import Literal, NamedTuple

from agent.number_words import count
from agent.trace.event import Event
from mast_tui.layout.actors import Actors
from mast_tui.layout.event_heads import EventHeads
from mast_tui.layout.folded_lines import Fold, FoldedLines
from mast_tui.layout.line_bodies import LineBodies, Look
from mast_tui.layout.line_marks import Marks
from mast_tui.layout.line_reader import LineReader
from mast_tui.layout.note_words import evidence_note, written_note
from mast_tui.layout.row import Row, Span, row
from mast_tui.layout.width import cells, cut, wrapped
from mast_tui.terminal.themes import FULL, Symbols

_CACHE = 600
Kind = Literal["blank", "head", "text", "fold", "note"]


class Place(NamedTuple):
    """A row of the trace: a line, and which of its rows."""

    line: int
    row: int = 0


class TraceRow(NamedTuple):
    """A row with what it is."""

    kind: Kind
    row: Row

    @property
    def is_first_of_line(self) -> bool:
        """Whether it is the row that has the number of its line."""
        return self.kind == "text" and not self.row.spans[0].text.isspace()


class TraceRows:
    """Maps places of a trace to rows, on demand: no row is made before somebody looks at it."""

    def __init__(
        self, reader: LineReader, actors: Actors, marks: Marks, folds: FoldedLines, symbols: Symbols = FULL
    ) -> None:
        self.reader = reader
        self.folds = folds
        self.heads = EventHeads(reader, actors, symbols)
        self._actors = actors
        self._marks = marks
        self._symbols = symbols
        self._bodies = LineBodies(reader, marks)
        self._cache: dict[int, list[TraceRow]] = {}
        self._shape: tuple[object, ...] = ()
        self.width = 80
        self.wrap = True
        self.pretty = True
        """Whether JSON is laid out and code is coloured; else lines stand as they are written."""
        self.has_colours = False
        """Whether code is coloured yet: the first frame does without."""
        self.column = 0
        self.fault = ""
        """Why the trace ends after its last line, if it breaks off there."""
        self._only: list[tuple[int, int]] | None = None

    @property
    def digits(self) -> int:
        """How wide line numbers are."""
        return max(5, len(str(self.reader.last)))

    @property
    def text_width(self) -> int:
        """How wide the text of a line is."""
        return max(8, self.width - self.digits - 6)

    @property
    def look(self) -> Look:
        """How the text of lines is shown now."""
        return Look(self.text_width, self.wrap, self.column, self.pretty, self.has_colours)

    @property
    def is_filtered(self) -> bool:
        """Whether some events are hidden by a filter."""
        return self._only is not None

    @property
    def shown(self) -> list[tuple[int, int]] | None:
        """The lines that a filter lets through; None where there is none."""
        return self._only

    def only(self, ranges: list[tuple[int, int]] | None) -> None:
        """Show these lines and no others; None shows all."""
        self._only = ranges
        self.refresh()

    def shows(self, line: int) -> bool:
        """Whether no filter hides a line."""
        return self._shown(line, 1) == line

    def _shown(self, line: int, direction: int) -> int | None:
        """The nearest line in a direction that no filter hides."""
        if not 1 <= line <= self.reader.last:
            return None
        if self._only is None:
            return line
        at = bisect_right(self._only, line, key=lambda each: each[0]) - 1
        if at >= 0 and line <= self._only[at][1]:
            return line
        if direction > 0:
            following = self._only[at + 1][0] if at + 1 < len(self._only) else self.reader.last + 1
            return following if following <= self.reader.last else None
        return self._only[at][1] if at >= 0 else None

    def _fold_at(self, line: int) -> Fold | None:
        """The fold of a line; where a filter has chosen events, nothing else is hidden."""
        return self.folds.at(line) if self._only is None else None

    def rows_of(self, line: int) -> list[TraceRow]:
        """The rows that stand for a line; none for a line inside a fold."""
        shape = (self.look, self.width, self._marks.version, self.digits)
        if shape != self._shape:
            self._cache.clear()
            self._shape = shape
        rows = self._cache.get(line)
        if rows is None:
            if len(self._cache) > _CACHE:
                self._cache.clear()
            rows = self._cache[line] = list(self._made(line))
        return rows

    def refresh(self) -> None:
        """Make rows anew: a fold was opened, or the trace has grown."""
        self._cache.clear()

    def settled(self, place: Place) -> Place:
        """The nearest place that has a row."""
        last = self.reader.last
        if last == 0:
            return Place(1)
        line = min(max(1, place.line), last)
        line = self._shown(line, 1) or self._shown(line, -1) or line
        fold = self._fold_at(line)
        if fold is not None and line != fold.first:
            return Place(fold.first, self.first_text(fold.first))
        return Place(line, min(max(0, place.row), len(self.rows_of(line)) - 1))

    def after(self, place: Place) -> Place | None:
        """The place one row further on."""
        if place.row + 1 < len(self.rows_of(place.line)):
            return Place(place.line, place.row + 1)
        fold = self._fold_at(place.line)
        line = self._shown((fold.last if fold else place.line) + 1, 1)
        if line is None:
            return None
        fold = self._fold_at(line)
        return Place(fold.first if fold else line)

    def before(self, place: Place) -> Place | None:
        """The place one row back."""
        if place.row > 0:
            return Place(place.line, place.row - 1)
        line = self._shown(place.line - 1, -1)
        if line is None:
            return None
        fold = self._fold_at(line)
        line = fold.first if fold else line
        return Place(line, len(self.rows_of(line)) - 1)

    def moved(self, place: Place, rows: int) -> Place:
        """The place some rows on or back, as far as the trace goes."""
        step = self.after if rows > 0 else self.before
        for _ in range(abs(rows)):
            nearer = step(place)
            if nearer is None:
                break
            place = nearer
        return place

    def page(self, top: Place, height: int) -> Iterator[tuple[Place, TraceRow]]:
        """The rows from a place on, as many as fit."""
        place: Place | None = top if self.reader.last else None
        for _ in range(height):
            if place is None:
                return
            yield place, self.rows_of(place.line)[place.row]
            place = self.after(place)

    def first_text(self, line: int) -> int:
        """Which row of a line is the first that is the line itself, and neither blank nor head."""
        rows = self.rows_of(line)
        return next((at for at, each in enumerate(rows) if each.kind in ("text", "fold")), 0)

    def _made(self, line: int) -> Iterator[TraceRow]:
        fold = self._fold_at(line)
        event = self.reader.event_at(line)
        if fold is not None and (line != fold.first or not fold.is_block):
            if line == fold.first:
                yield from self._folded(event, fold)
            return
        if line == event.lines[0] and self.heads.has_head(event):
            if line > 1:
                yield TraceRow("blank", Row())
            yield TraceRow("head", self.heads.head(event, self.width, self.digits))
        if fold is not None:
            yield from self._folded(event, fold)
            return
        for each in self._text(event, line):
            yield TraceRow("text", each)
        for each in self._notes(event, line, line):
            yield TraceRow("note", each)
        if self.fault and line == self.reader.last:
            for start, end in wrapped(self.fault, self.text_width - 3):
                yield TraceRow("note", row((" " * (self.digits + 4), "text"), (f"! {self.fault[start:end]}", "fatal")))

    def _folded(self, event: Event, fold: Fold) -> Iterator[TraceRow]:
        yield TraceRow("fold", self._fold(fold))
        for each in self._notes(event, fold.first, fold.last):
            yield TraceRow("note", each)

    def _gutter(self, event: Event, line: int, *, first: bool) -> list[Span]:
        mark, ink = self._marks.mark(line) if first else (" ", "text")
        member = self._actors.of(event)
        bar = "╎" if self._marks.is_searched(line) else self._symbols.bar
        number = f"{line:>{self.digits}}" if first else " " * self.digits
        return [Span(f"{number} ", "faint"), Span(mark, ink), Span(f"{bar}  ", member.ink)]

    def _text(self, event: Event, line: int) -> Iterator[Row]:
        raw = self.reader.line(line)
        base = "faint" if self.heads.is_own_first_line(event, line, raw) else "text"
        back = "evidence_line" if self._marks.filled(line) else ""
        for number, body in enumerate(self._bodies.of(event, line, raw, self.look, base)):
            yield Row((*self._gutter(event, line, first=number == 0), *body), back)

    def _notes(self, event: Event, first: int, last: int) -> Iterator[Row]:
        evidence = (evidence_note(piece, self._symbols) for piece in self._marks.notes_after(first, last))
        written = (written_note(note, last, self._symbols) for note in self._marks.notes_below(first, last))
        left, own = Span(" " * (self.digits + 2), "text"), self._actors.of(event).ink
        for bar, notes in ((own, evidence), ("quiet", written)):
            for words, ink in notes:
                for start, end in wrapped(words, self.text_width):
                    yield Row((left, Span(f"{self._symbols.bar}  ", bar), Span(words[start:end], ink)))

    def _fold(self, fold: Fold) -> Row:
        words = f"{self._symbols.fold} {count(fold.last - fold.first + 1, 'line')}  "
        why = Span(cut(fold.why, self.text_width - cells(words)), "quiet italic")
        return row(" " * (self.digits + 2), (f"{self._symbols.bar}  ", "quiet"), (words, "quiet"), why)
