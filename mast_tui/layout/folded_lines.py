"""Which lines are folded away because they repeat or say nothing, and what stands in their place."""

from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple

from agent.number_words import count
from agent.trace.event import Event, Kind
from mast_tui.layout.line_reader import LineReader

_QUIET = {Kind.NOISE: "noise", Kind.USAGE: "usage record"}
_FARTHEST = 5_000


class Fold(NamedTuple):
    """Lines that one row stands for."""

    first: int
    last: int
    why: str
    is_block: bool = False
    """Whether it lies inside an event, whose head stays in sight."""


class FoldedLines:
    """The folds of a trace, found where the eye goes."""

    def __init__(self, reader: LineReader) -> None:
        self._reader = reader
        self._starts: list[int] = []
        self._folds: list[Fold] = []
        self._opened: set[int] = set()
        self._blocks: list[Fold] = []
        self.complete = False
        """Whether the blocks that repeat earlier lines are known."""
        self._kept: dict[int, bool] = {}
        self.all_open = False

    def at(self, line: int) -> Fold | None:
        """The closed fold that a line lies in."""
        if self.all_open or not 1 <= line <= self._reader.last:
            return None
        at = bisect_right(self._starts, line) - 1
        if at >= 0 and line <= self._folds[at].last:
            fold = self._folds[at]
        else:
            event = self._reader.event_at(line)
            around = self._around(event) if self._is_foldable(event) else self._block_at(line)
            if around is None:
                return None
            fold = around
        return None if fold.first in self._opened else fold

    def take(self, blocks: Iterable[tuple[int, int, int]], in_sight: tuple[int, int]) -> None:
        """Fold these blocks too (first line, last line, and the line they repeat from); what is in sight stays open."""
        self.complete = True
        self._blocks = [
            Fold(first, last, f"repeats {_lines(again, again + last - first)} word for word", is_block=True)
            for first, last, again in blocks
        ]
        low, high = in_sight
        self._opened.update(fold.first for fold in self._blocks if fold.first <= high and fold.last >= low)

    def between(self, first: int, last: int) -> int:
        """How many of these lines are folded away."""
        hidden, line = 0, first
        while line <= last:
            fold = self.at(line)
            if fold is None:
                line += 1
                continue
            hidden += min(last, fold.last) - line + 1
            line = fold.last + 1
        return hidden

    def _block_at(self, line: int) -> Fold | None:
        at = bisect_right(self._blocks, line, key=lambda fold: fold.first) - 1
        return self._blocks[at] if at >= 0 and line <= self._blocks[at].last else None

    def open(self, line: int) -> bool:
        """Open the fold that a line lies in; False where there is none."""
        fold = self.at(line)
        if fold is not None:
            self._opened.add(fold.first)
        return fold is not None

    def toggle(self, line: int) -> bool:
        """Open the fold of a line, or close the one that was opened there; False where there is none."""
        if self.open(line):
            return True
        at = bisect_right(self._starts, line) - 1
        whole = self._folds[at] if at >= 0 and line <= self._folds[at].last else None
        fold = next((each for each in (whole, self._block_at(line)) if each and each.first in self._opened), None)
        if fold is not None:
            self._opened.remove(fold.first)
        return fold is not None

    def forget(self, from_line: int = 1) -> None:
        """Find folds anew from a line on, since the trace has grown; what was opened stays open."""
        kept = bisect_right(self._starts, from_line)
        while kept and self._folds[kept - 1].last + 1 >= from_line:
            kept -= 1
        del self._starts[kept:], self._folds[kept:]
        self._blocks = [fold for fold in self._blocks if fold.last < from_line]
        self.complete = self.complete and from_line > 1
        self._kept.clear()

    def _is_foldable(self, event: Event) -> bool:
        known = self._kept.get(event.number)
        if known is None:
            if len(self._kept) > 4 * _FARTHEST:
                self._kept.clear()
            known = self._kept[event.number] = event.kind in _QUIET or event.repeats is not None
        return known

    def _around(self, event: Event) -> Fold:
        """The run of foldable events that an event lies in."""
        events = self._reader.trace.events
        first = last = event
        for _ in range(_FARTHEST):
            if first.number == 1 or not self._is_foldable(before := events[first.number - 1]):
                break
            first = before
        for _ in range(_FARTHEST):
            if last.number == len(events) or not self._is_foldable(after := events[last.number + 1]):
                break
            last = after
        fold = Fold(first.lines[0], last.lines[1], self._why(first, last))
        at = bisect_right(self._starts, fold.first)
        self._starts.insert(at, fold.first)
        self._folds.insert(at, fold)
        return fold

    def _why(self, first: Event, last: Event) -> str:
        if first is last or first.number == last.number:
            if first.repeats is not None:
                low, high = self._reader.event(first.repeats).lines
                return f"repeats {_lines(low, high)}"
            return f"noise: {count(1, _QUIET[first.kind]) if first.kind is Kind.USAGE else 'log chatter'}"
        return f"{count(last.number - first.number + 1, 'event')} of noise and repetition"


def _lines(first: int, last: int) -> str:
    return f"line {first}" if first == last else f"lines {first}-{last}"
