"""Who takes up what: the later acts that use a word which an act brought into its run and the other run never has."""

from agent.divergence.act_words import ActWords

MOST = 40
"""How many later acts are kept for each act that brings words in."""


class TakenUp:
    """For each act of a run: the later acts that use words which it brought in and the other run does not know."""

    def __init__(self, run: ActWords, known: frozenset[int]) -> None:
        self._later: dict[int, list[int]] = {}
        brought: dict[int, int] = {}
        for at in range(len(run)):
            for term in run.terms(at, known):
                first = brought.setdefault(term, at)
                later = self._later.setdefault(first, []) if first != at else []
                if first != at and len(later) < MOST and (not later or later[-1] != at):
                    later.append(at)

    def after(self, start: int, end: int) -> int:
        """How many acts behind a stretch use what came in there."""
        return len({later for at in range(start, end) for later in self._later.get(at, ()) if later >= end})
