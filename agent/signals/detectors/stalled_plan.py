"""A planner plans again and again."""

from collections.abc import Iterable

from agent.number_words import times
from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.quoted_line import informative_line
from agent.signals.readings.run_counter import RunCounter
from agent.signals.signal import Mark, Precision, Signal
from agent.trace.event import Event, Kind

ENOUGH = 3
_GAP = 2


class StalledPlan(Detector):
    """Three whole plans or more by one actor in one run, each with work since the one before."""

    name = "stalled_plan"
    mode = "FM-1.3"
    tier = "hint"
    precision = Precision(10, 10)
    known_false = ("a list of things to do that is kept up to date",)

    def __init__(self) -> None:
        self._runs = RunCounter()
        self._plans: dict[tuple[int, str | None], list[int]] = {}
        self._acts = 0
        self._last = 0

    def see(self, event: Event, text: str) -> None:
        """Count plans that come after some work."""
        run = self._runs.see(event)
        if event.repeats is not None:
            return
        if event.kind is not Kind.PLAN:
            self._acts += 1
            return
        if len(text) >= 200 and (not self._plans or self._acts - self._last >= _GAP):
            self._plans.setdefault((run, event.actor), []).append(event.number)
        self._last = self._acts

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """Actors that planned three times or more."""
        for (_, actor), numbers in self._plans.items():
            if len(numbers) < ENOUGH:
                continue
            first, last = trace.event(numbers[0]), trace.event(numbers[-1])
            yield self.hit(
                title=f"{actor or 'A planner'} makes a whole plan {times(len(numbers))}",
                why=f"The plan of L{first.lines[0]} is replaced again and again, last at L{last.lines[0]}: look "
                "whether the new plans differ, and what stopped the old ones.",
                actor=actor,
                acts=(Mark(numbers[-1], informative_line(trace.text(numbers[-1])), "planned again"),),
                references=(Mark(numbers[0], informative_line(trace.text(numbers[0])), "planned first"),),
                topic="plan",
                occurrences=tuple(trace.event(number).lines for number in numbers[:64]),
            )
