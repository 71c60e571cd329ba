"""Blocks of lines that stand earlier in the trace word for word: a prompt names them instead of sending them again."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, repeat
from typing import NamedTuple

from agent.chunk.first_seen import FirstSeen
from agent.chunk.packed_lines import Copies, copies_in, packed_lines, without_copies
from agent.trace.event import Event
from agent.trace.trace import Trace

FEWEST_LINES, FEWEST_CHARACTERS, ALONE = 3, 160, 400
"""Lines and characters of a block that is worth naming, and characters of one that is whatever its lines."""
MOST_LINES = 4_000_000
"""Lines beyond these are not compared: the memory of what was seen stays bounded."""


MOST_COMPARED = 400_000
"""Lines of an event that are compared; those of a longer one are taken for new."""


class Fold(NamedTuple):
    """Lines `first` to `last` repeat the lines from `again` on."""

    first: int
    last: int
    again: int


class Folds:
    """The folds of a trace, found in one pass over the lines of its acts."""

    def __init__(self, trace: Trace, most: int = MOST_LINES, stop: Callable[[], bool] | None = None) -> None:
        self._by_event: dict[int, tuple[Fold, ...]] = {}
        self._packed: dict[int, tuple[int, tuple[Copies, ...]]] = {}
        seen = FirstSeen()
        for event in trace.events:
            if event.lines[1] > most or (stop is not None and stop()):
                break
            height = event.lines[1] - event.lines[0] + 1
            lines = trace.text(event).split("\n") if event.repeats is None and height <= MOST_COMPARED else []
            marks = _marks(lines)
            folds = tuple(_folds(event.lines[0], lines, marks, seen))
            if folds:
                self._by_event[event.number] = folds
            for at, pieces in packed_lines(event, lines):
                if inside := tuple(copies_in(pieces, lambda piece: seen.line(hash(piece.rstrip())))):
                    self._packed[event.lines[0] + at] = len(pieces), inside
            for mark in chain(marks, repeat(0, height - len(marks))):
                seen.append(mark)

    def __iter__(self) -> Iterator[Fold]:
        """All folds, in the order of their lines."""
        for folds in self._by_event.values():
            yield from folds

    def of(self, event: Event) -> tuple[Fold, ...]:
        """The folds inside an event, in order."""
        return self._by_event.get(event.number, ())

    def inside(self, number: int, line: str) -> str:
        """A line without what it packs of earlier lines, which are named instead."""
        pieces, copies = self._packed.get(number, (0, ()))
        return without_copies(line, pieces, copies) if copies else line


def _marks(lines: Sequence[str]) -> list[int]:
    return [hash(line.rstrip()) if line.strip() else 0 for line in lines]


def _folds(start: int, lines: list[str], marks: list[int], seen: FirstSeen) -> list[Fold]:
    """What of some lines, the first of which has this number, stands earlier."""
    folds = []
    at, count = 0, len(lines)
    while at < count:
        again = seen.line(marks[at])
        if not again:
            at += 1
            continue
        length = _run(marks, at, seen, again)
        size = sum(len(line) for line in lines[at : at + length])
        if size >= (FEWEST_CHARACTERS if length >= FEWEST_LINES else ALONE):
            folds.append(Fold(start + at, start + at + length - 1, again))
        at += max(1, length)
    return folds


def _run(marks: list[int], at: int, seen: FirstSeen, again: int) -> int:
    """How many lines from `at` on equal those from `again` on; blank lines at the end do not count."""
    length, earlier = 0, seen.marks
    while at + length < len(marks) and again + length < len(earlier) and marks[at + length] == earlier[again + length]:
        length += 1
    while length and not marks[at + length - 1]:
        length -= 1
    return length
