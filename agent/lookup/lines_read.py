"""Which lines of the trace a model has been shown, which places and names it was told of, and what was counted."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from agent.diagnosis.document_parts import Lines


@dataclass
class LinesRead:
    """The lines a model was shown or told of before, and what was counted for it."""

    ranges: list[Lines] = field(default_factory=list)
    counts: set[int] = field(default_factory=set)
    """The numbers that lookups counted."""
    edges: set[int] = field(default_factory=set)
    """The first and last lines of places that lookups told of without their words: where a part of the run begins."""
    titled: list[Lines] = field(default_factory=list)
    """Lines that rows told of by the title of their event."""
    texts: list[str] = field(default_factory=list)
    """What was shown, with our own words around the lines: who did what with which tool."""

    def note(self, ranges: Iterable[Lines], counts: Iterable[int] = (), named: Iterable[Lines] = ()) -> None:
        """More lines that were shown, more numbers that were counted, more places that were told of."""
        self.ranges += ranges
        self.counts.update(counts)
        self.edges.update(line for place in named for line in place)

    def note_rows(self, text: str, titled: Iterable[Lines] = ()) -> None:
        """More text that was shown, and the lines that its rows tell of by the title of their event."""
        self.texts.append(text.casefold())
        self.titled += titled

    def forget(self) -> None:
        """Begin anew: what was shown before is not sent any more."""
        self.ranges.clear()
        self.titled.clear()
        self.texts.clear()

    def holds(self, lines: Lines) -> bool:
        """Whether any of these lines was shown."""
        return any(first <= lines[1] and last >= lines[0] for first, last in self.ranges)

    def was_told(self, lines: Lines) -> bool:
        """Whether a lookup told of these lines, be it only by their numbers or the title of their event."""
        inside = any(first <= lines[0] and lines[1] <= last for first, last in self.titled)
        return inside or self.edges.issuperset(lines) or self.holds(lines)

    def has_named(self, words: str) -> bool:
        """Whether these words, in small letters, stand in what was shown, and not inside other words."""
        whole = re.compile(rf"(?<!\w){re.escape(words)}(?!\w)")
        return any(whole.search(text) for text in self.texts)


def joined(ranges: Iterable[Lines]) -> list[Lines]:
    """The ranges in order, those that touch as one."""
    whole: list[Lines] = []
    for first, last in sorted(ranges):
        if whole and first <= whole[-1][1] + 1:
            whole[-1] = whole[-1][0], max(last, whole[-1][1])
        else:
            whole.append((first, last))
    return whole
