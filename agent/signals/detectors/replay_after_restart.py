"""After the process was started again, agents do what they had already done in the run before."""

from collections.abc import Iterable
from typing import ClassVar

from agent.signals.detector import WholeTrace
from agent.signals.detectors.near_duplicate import GUESS, LETTERS, SHINGLES, is_same
from agent.signals.hit import hit
from agent.signals.readings.quoted_line import informative_line, topic_of
from agent.signals.readings.run_counter import RunCounter
from agent.signals.readings.text_similarity import SimilarTexts, sketch
from agent.signals.readings.who_acts import WORDS, by_agent
from agent.signals.signal import Mark, Precision, Signal, Tier
from agent.trace.event import Event

READ_BACK = 200
PER_RUN = 20
ENOUGH = 3


class ReplayAfterRestart:
    """Acts of a later run whose wording is nearly that of an act of an earlier run."""

    name: ClassVar[str] = "replay_after_restart"
    mode: ClassVar[str] = "FM-1.3"
    tier: ClassVar[Tier] = "fact"
    precision: ClassVar[Precision] = Precision(10, 10)
    known_false: ClassVar[tuple[str, ...]] = ("duplicate log handlers", "a new run that takes another way")
    english_only: ClassVar[bool] = False

    def __init__(self) -> None:
        self._runs = RunCounter()
        self._index = SimilarTexts()
        self._run_of: dict[int, int] = {}
        self._pairs: dict[int, list[tuple[int, int]]] = {}

    def see(self, event: Event, text: str) -> None:
        """Compare an act of a later run with those of the runs before."""
        run = self._runs.see(event)
        if event.kind not in WORDS or len(text) < LETTERS or not by_agent(event):
            return
        own = sketch(text)
        if len(own.hashes) < SHINGLES:
            return
        if self._runs.again:
            other, share = self._index.find((event.actor, event.kind), own)
            if share >= GUESS and self._run_of.get(other, run) < run:
                self._pairs.setdefault(run, []).append((other, event.number))
                return
        self._index.keep(event.number, (event.actor, event.kind), own)
        self._run_of[event.number] = run

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """All runs that replay acts of the runs before, in one signal."""
        left = READ_BACK
        replays: list[list[tuple[int, int]]] = []
        for pairs in self._pairs.values():
            same = [pair for pair in pairs[: min(left, PER_RUN)] if is_same(trace, *pair)]
            left -= min(len(pairs), PER_RUN)
            if len(same) >= ENOUGH:
                replays.append(same)
            if left <= 0:
                break
        if replays:
            yield self._signal(trace, replays)

    def _signal(self, trace: WholeTrace, replays: list[list[tuple[int, int]]]) -> Signal:
        same = replays[0]
        first, again = same[0]
        run = self._run_of[first]
        before, after = trace.event(first), trace.event(again)
        earlier = trace.text(first)
        quote = informative_line(trace.text(again), set(earlier.split("\n"))) or informative_line(trace.text(again))
        before_quote = quote if quote in earlier else informative_line(earlier)
        return hit(
            self,
            title=f"What an earlier run had done is done again after a restart ({len(replays)} of the later runs)",
            why=f"After the restart, L{after.lines[0]} repeats L{before.lines[0]} of run {run}, and "
            f"{len(same) - 1} more acts do the same: work is done once more instead of being used.",
            actor=after.actor,
            acts=(Mark(again, quote, "done again"),),
            references=(Mark(first, before_quote, "done in the earlier run"),),
            topic=topic_of(quote),
            occurrences=tuple(trace.event(number).lines for pairs in replays for _, number in pairs),
            severity="major",
        )
