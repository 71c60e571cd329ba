"""Finds what agents do again after the process was started again: work of an earlier run, in nearly the same words."""

from collections import deque

from agent.signals.detector import WholeTrace
from agent.signals.readings.run_counter import RunCounter
from agent.signals.readings.same_wording import GUESS, LETTERS, SHINGLES, is_same
from agent.signals.readings.text_similarity import LIMIT, SimilarTexts, Sketch, sketch
from agent.signals.readings.who_acts import WORDS, by_agent
from agent.trace.event import Event, Kind

READ_BACK = 200
PER_RUN = 20


class ReplayedActs:
    """Acts of a later run whose wording is nearly that of an act of an earlier run."""

    def __init__(self) -> None:
        self._index = SimilarTexts()
        self._before: deque[tuple[int, tuple[str | None, Kind], Sketch]] = deque(maxlen=LIMIT)
        """Acts of the first run: they are laid into the index when a second one begins, which it seldom does."""
        self._run_of: dict[int, int] = {}
        self._pairs: dict[int, list[tuple[int, int]]] = {}

    def see(self, event: Event, text: str, runs: RunCounter) -> None:
        """Compare an act of a later run with those of the runs before."""
        if event.kind not in WORDS or len(text) < LETTERS or not by_agent(event):
            return
        own = sketch(text)
        if len(own.hashes) < SHINGLES:
            return
        if not runs.again:
            self._before.append((event.number, (event.actor, event.kind), own))
            self._run_of[event.number] = runs.now
            return
        while self._before:
            self._index.keep(*self._before.popleft())
        other, share = self._index.find((event.actor, event.kind), own)
        if share >= GUESS and self._run_of.get(other, runs.now) < runs.now:
            self._pairs.setdefault(runs.now, []).append((other, event.number))
            return
        self._index.keep(event.number, (event.actor, event.kind), own)
        self._run_of[event.number] = runs.now

    def pairs(self, trace: WholeTrace) -> list[tuple[int, int]]:
        """Acts of earlier runs, each with the act of a later run that is the same to a reader; of a long trace some."""
        candidates = [pair for pairs in self._pairs.values() for pair in pairs[:PER_RUN]]
        return [pair for pair in candidates[:READ_BACK] if is_same(trace, *pair)]
