"""Knows which first copies of repeated lines one prompt shows, and how much of those before it may be shown again."""

from dataclasses import dataclass, field

from agent.chunk.folds import Fold

FEWEST = 4
"""Lines in a row that were shown again for which a longer stretch is cut; fewer are shown once more with the rest."""


@dataclass
class ShownCopies:
    """What a prompt that begins at some line shows of the lines that later ones repeat."""

    since: int
    room: int
    """Tokens that may still go to lines whose first copy stands before the prompt."""
    _again: list[Fold] = field(default_factory=list)

    def line_of(self, fold: Fold) -> int:
        """The line from which on the prompt shows what a fold repeats; 0 where it does not show it."""
        if fold.again >= self.since:
            return fold.again
        height = fold.last - fold.first
        for kept in self._again:
            ahead = fold.again - kept.again
            if ahead >= 0 and ahead + height <= kept.last - kept.first:
                return kept.first + ahead
        return 0

    def parts(self, fold: Fold) -> list[Fold]:
        """A fold cut where what was shown again of it begins or ends, so that nothing is shown again twice."""
        if self.line_of(fold):
            return [fold]
        last = fold.again + fold.last - fold.first
        for kept in self._again:
            begin, end = max(fold.again, kept.again), min(last, kept.again + kept.last - kept.first)
            if end - begin >= FEWEST:
                ahead = fold.first - fold.again
                cuts = ((fold.again, begin - 1), (begin, end), (end + 1, last))
                pieces = [Fold(first + ahead, until + ahead, first) for first, until in cuts if first <= until]
                return [part for piece in pieces for part in self.parts(piece)]
        return [fold]

    def show_again(self, folds: list[Fold], tokens: int) -> None:
        """Take note that the lines of some folds are shown in full."""
        self._again += folds
        self.room -= tokens
