"""The process starts over: what the agents had said to each other is gone."""

from collections.abc import Iterable
from typing import ClassVar

from agent.signals.detector import WholeTrace
from agent.signals.hit import hit, times
from agent.signals.readings.quoted_line import informative_line
from agent.signals.readings.run_counter import RunCounter
from agent.signals.readings.who_acts import by_agent
from agent.signals.signal import Mark, Precision, Signal, Tier
from agent.trace.event import Event, Kind


class ProcessRestart:
    """A later run that begins while agents of an earlier one were at work and had given no answer."""

    name: ClassVar[str] = "process_restart"
    mode: ClassVar[str] = "FM-2.1"
    tier: ClassVar[Tier] = "fact"
    precision: ClassVar[Precision] = Precision(13, 13)
    known_false: ClassVar[tuple[str, ...]] = (
        "duplicate log handlers",
        "phases of one run",
        "several runs or conversations in one file",
        "a start that failed before any agent had spoken",
        "a new run after the old one had given its answer",
    )
    english_only: ClassVar[bool] = False

    def __init__(self) -> None:
        self._runs = RunCounter()
        self._run = 1
        self._last: int | None = None
        self._start: int | None = None
        self._restarts: list[tuple[int, int, int]] = []

    def see(self, event: Event, text: str) -> None:
        """Note the last act before a later run, where that run begins, and the first act in it."""
        run = self._runs.see(event)
        if run != self._run:
            self._run, self._start = run, None
        if event.repeats is not None or not text.strip():
            return
        if self._start is None and self._runs.again:
            self._start = event.number
        if not by_agent(event):
            return
        if self._last is not None and self._start is not None and self._last < self._start:
            self._restarts.append((self._last, self._start, event.number))
        self._last = None if event.kind is Kind.ANSWER else event.number

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """All restarts of the trace in one signal."""
        if not self._restarts:
            return
        last, start, first = self._restarts[0]
        acts = [Mark(start, informative_line(trace.text(start)), "the run begins anew")]
        if first != start:
            acts.append(Mark(first, informative_line(trace.text(first)), "the first act after it"))
        before, after = trace.event(last), trace.event(start)
        yield hit(
            self,
            title=f"The run starts over {times(len(self._restarts))} while agents were at work",
            why=f"At L{after.lines[0]} everything is set up anew, right after the work at L{before.lines[0]}: "
            "the conversation so far is lost.",
            actor=after.actor,
            acts=tuple(acts),
            references=(Mark(last, informative_line(trace.text(last)), "the last act before it"),),
            topic="restart",
            occurrences=tuple(trace.event(number).lines for _, number, _ in self._restarts),
            severity="major",
        )
