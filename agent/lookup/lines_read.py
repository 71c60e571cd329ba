"""Which lines of the trace a model has been shown, and what was counted for it."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from agent.diagnosis.document_parts import Lines


@dataclass
class LinesRead:
    """The lines a model was shown or told of before, and what was counted for it."""

    ranges: list[Lines] = field(default_factory=list)
    counts: set[int] = field(default_factory=set)
    """The numbers that lookups counted."""

    def note(self, ranges: Iterable[Lines], counts: Iterable[int] = ()) -> None:
        """More lines that were shown, and more numbers that were counted."""
        self.ranges += ranges
        self.counts.update(counts)

    def holds(self, lines: Lines) -> bool:
        """Whether any of these lines was shown."""
        return any(first <= lines[1] and last >= lines[0] for first, last in self.ranges)


def joined(ranges: Iterable[Lines]) -> list[Lines]:
    """The ranges in order, those that touch as one."""
    whole: list[Lines] = []
    for first, last in sorted(ranges):
        if whole and first <= whole[-1][1] + 1:
            whole[-1] = whole[-1][0], max(last, whole[-1][1])
        else:
            whole.append((first, last))
    return whole
