"""The whole trace in one column: who acts where, what is marked, and where the page is."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from agent.diagnosis.severity import gravity
from mast_tui.layout.actors import Actors, ShownActor
from mast_tui.layout.line_marks import Marks
from mast_tui.layout.line_reader import LineReader
from mast_tui.layout.row import Row, Span
from mast_tui.terminal.themes import FULL, Symbols


class Covered(NamedTuple):
    """What became of the lines of a chunk when a mode was judged."""

    lines: tuple[int, int]
    state: str


class Over(NamedTuple):
    """What stands in place of the actors: the coverage of a mode, nothing where a filter hides, `!` at a fault."""

    coverage: Sequence[Covered] | None = None
    shown: Sequence[tuple[int, int]] | None = None
    fault: bool = False


NOTHING = Over()


class Ruler:
    """Makes the rows of the ruler for a height; who acts where is looked up once for each state of the trace."""

    def __init__(self, reader: LineReader, actors: Actors, marks: Marks, symbols: Symbols = FULL) -> None:
        self._symbols = symbols
        self._reader = reader
        self._actors = actors
        self._marks = marks
        self._shape: tuple[int, int] = (0, 0)
        self._members: list[ShownActor] = []
        self._state: tuple[object, ...] = ()
        self._kept_marks: dict[int, Span] = {}

    def rows(self, height: int, first: int, last: int, share_read: float, over: Over = NOTHING) -> list[Row]:
        """One row for each equal share of the lines."""
        lines = self._reader.last
        read = height if share_read >= 1 else max(1, int(height * share_read)) if lines else 0
        members = self._runs(read, lines)
        marks = self._marked(read, lines)
        rows: list[Row] = []
        for at in range(height):
            if at >= read or not lines:
                rows.append(
                    Row((Span("  "), Span(self._symbols.unread * 2 if share_read < 1 else "  ", "rule"), Span("  ")))
                )
                continue
            low, high = share(at, read, lines)
            bar = Span(self._symbols.viewport, "accent") if first <= high and last >= low else Span(" ")
            if over.shown is not None and not meets(over.shown, low, high):
                rows.append(Row((bar, Span("     "))))
                continue
            member = members[at]
            new = at == 0 or members[at - 1] != member
            middle = self._tone(member, member.letters if new else "  ")
            if over.coverage is not None:
                middle = self._covered(over.coverage, low, high)
            rows.append(Row((bar, middle, Span(" "), marks.get(at, Span(" ")), Span(" "))))
        if over.fault and read and lines:
            bar, middle, gap, *_ = rows[read - 1].spans
            rows[read - 1] = Row((bar, middle, gap, Span("!", "fatal bold"), Span(" ")))
        return rows

    def _covered(self, coverage: Sequence[Covered], low: int, high: int) -> Span:
        """How the lines of a row were judged: the worst of it."""
        at = max(0, bisect_right(coverage, low, key=lambda each: each.lines[0]) - 1)
        states = set()
        while at < len(coverage) and coverage[at].lines[0] <= high:
            if coverage[at].lines[1] >= low:
                states.add(coverage[at].state)
            at += 1
        if "error" in states:
            return Span("! ", "fatal bold")
        if "undetermined" in states:
            return Span(self._symbols.unanswered * 2, "major")
        return Span(self._symbols.judged * 2, "faint") if "judged" in states else Span("  ")

    def line_at(self, row: int, height: int) -> int:
        """The first line that a row stands for."""
        return share(row, height, self._reader.last)[0]

    def _tone(self, member: ShownActor, letters: str) -> Span:
        if member.is_agent:
            return Span(f"{letters:<2}", f"{member.ink}/tone_{member.ink}")
        return Span(f"{letters:<2}", member.ink)

    def _runs(self, height: int, lines: int) -> list[ShownActor]:
        if self._shape != (height, lines):
            events = self._reader.trace.events
            self._members = [
                self._actors.of(events.at_line((low + high) // 2))
                for low, high in (share(at, height, lines) for at in range(height if lines else 0))
            ]
            self._shape = (height, lines)
        return self._members

    def _marked(self, height: int, lines: int) -> dict[int, Span]:
        state = (height, lines, self._marks.version, self._marks.signals)
        if state == self._state:
            return self._kept_marks
        marks: dict[int, Span] = {}
        self._state, self._kept_marks = state, marks
        if not lines:
            return marks
        for line in self._marks.signals:
            marks[row_of(line, height, lines)] = Span(self._symbols.signal, "quiet")
        for line in self._marks.hits:
            marks[row_of(line, height, lines)] = Span(self._symbols.prompt, "accent")
        ranked: dict[int, tuple[int, int, str, str]] = {}
        for line, number, severity in self._marks.claims:
            marks[row_of(line, height, lines)] = Span(str(number)[-1], f"{severity} bold")
        for piece in self._marks.pieces:
            if piece.part == "counter":
                continue
            at = row_of(piece.lines[0], height, lines)
            rank = (gravity(piece.severity), piece.number, piece.severity, piece.finding)
            several = at in ranked and ranked[at][3] != piece.finding
            ranked[at] = min(ranked.get(at, rank), rank)
            _, number, severity, _ = ranked[at]
            shown = f"{'faint strike' if piece.stale else f'page/{severity} bold'}{' underline' if several else ''}"
            marks[at] = Span(str(number)[-1], shown)
        return marks


def meets(ranges: Sequence[tuple[int, int]], low: int, high: int) -> bool:
    """Whether some of the ranges, which are in order, lie in these lines."""
    at = bisect_right(ranges, high, key=lambda each: each[0]) - 1
    return at >= 0 and ranges[at][1] >= low


def share(row: int, height: int, lines: int) -> tuple[int, int]:
    """The lines that a row of the ruler stands for."""
    low = row * lines // height + 1
    return low, max(low, (row + 1) * lines // height)


def row_of(line: int, height: int, lines: int) -> int:
    """The row of the ruler that a line belongs to."""
    return min(height - 1, max(0, (line * height - 1) // lines)) if lines else 0
