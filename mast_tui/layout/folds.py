"""Which lines are folded away because they repeat or say nothing, and what stands in their place."""

from bisect import bisect_right
from typing import NamedTuple

from agent.trace.event import Event, Kind
from mast_tui.layout.phrases import count
from mast_tui.layout.reading import Reading

_QUIET = {Kind.NOISE: "noise", Kind.USAGE: "usage record"}
_FARTHEST = 5_000


class Fold(NamedTuple):
    """Lines that one row stands for."""

    first: int
    last: int
    why: str


class Folds:
    """The folds of a trace, found where the eye goes."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._starts: list[int] = []
        self._folds: list[Fold] = []
        self._opened: set[int] = set()
        self._kept: dict[int, bool] = {}
        self.all_open = False

    def at(self, line: int) -> Fold | None:
        """The closed fold that a line lies in."""
        if self.all_open:
            return None
        at = bisect_right(self._starts, line) - 1
        if at >= 0 and line <= self._folds[at].last:
            fold = self._folds[at]
        else:
            event = self._reading.event_at(line)
            if not self._is_foldable(event):
                return None
            fold = self._around(event)
        return None if fold.first in self._opened else fold

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
        if at >= 0 and line <= self._folds[at].last and self._folds[at].first in self._opened:
            self._opened.remove(self._folds[at].first)
            return True
        return False

    def forget(self) -> None:
        """Find folds anew, since the trace has grown."""
        self._starts, self._folds = [], []
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
        events = self._reading.trace.events
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
                low, high = self._reading.event(first.repeats).lines
                return f"repeats line {low:,}" if low == high else f"repeats lines {low:,}-{high:,}"
            return f"noise: {count(1, _QUIET[first.kind]) if first.kind is Kind.USAGE else 'log chatter'}"
        return f"{count(last.number - first.number + 1, 'event')} of noise and repetition"
