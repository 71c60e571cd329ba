"""Finds what to read first in a run that shows no failure: answer, last error, longest repetition, last test."""

from dataclasses import dataclass, field

from agent.signals.detector import WholeTrace
from agent.signals.readings.execution import execution_of
from agent.signals.readings.failed_result import failure_at, is_failed
from agent.signals.readings.final_answer import final_answer
from agent.signals.readings.log_header import after_header
from agent.signals.readings.normalised_text import fingerprint
from agent.signals.readings.quoted_line import mark
from agent.signals.readings.run_end import run_end
from agent.signals.readings.who_acts import by_agent
from agent.signals.signal import Mark
from agent.trace.event import Event, Kind

_KEYS = 20_000
_REPEATED = 3
_SHORTEST = 12
_WORDS = 40
"""Shorter words only name who is next, or that one has finished."""


@dataclass(frozen=True, slots=True)
class FirstLook:
    """A place to read first, with the question it raises; it says nothing about a failure."""

    title: str
    mark: Mark
    question: str


@dataclass(slots=True)
class FirstLooks:
    """Sees the events like a detector."""

    _error: int = 0
    _test: int = 0
    _times: dict[tuple[str | None, int], list[int]] = field(default_factory=dict)

    def see(self, event: Event, text: str) -> None:
        """Remember the last error and test, and count what agents do in the same words."""
        if event.repeats is not None:
            return
        if event.kind in (Kind.RESULT, Kind.ERROR):
            if is_failed(event, text):
                self._error = event.number
            run = execution_of(event, text)
            if run is not None and run.is_test:
                self._test = event.number
        elif by_agent(event) and len(text) - after_header(text) >= (_SHORTEST if event.kind is Kind.CALL else _WORDS):
            self._count(event, text)

    def _count(self, event: Event, text: str) -> None:
        key = (event.actor, fingerprint(text))
        seen = self._times.get(key)
        if seen is not None:
            seen[0] += 1
            seen[1] = event.number
        elif len(self._times) < _KEYS:
            self._times[key] = [1, event.number]

    def looks(self, trace: WholeTrace) -> tuple[FirstLook, ...]:
        """The places, the most telling first."""
        return tuple(
            FirstLook(title, mark(trace.event(number), trace.text(number), at), question)
            for title, number, at, question in self._places(trace)
            if number and trace.text(number).strip()
        )

    def _places(self, trace: WholeTrace) -> list[tuple[str, int, int | None, str]]:
        places: list[tuple[str, int, int | None, str]] = []
        answer = final_answer(trace)
        last = run_end(trace).last
        if answer is not None:
            places.append(("The answer of the run", answer.event.number, answer.at, "Is it what the task asks for?"))
        elif last is not None:
            places.append(("The last act of the run", last.number, None, "Is the task done here, and who says so?"))
        if self._error:
            at = failure_at(trace.text(self._error))
            places.append(("The last error", self._error, at, "Did anything after it take it back?"))
        times, number = max(self._times.values(), default=[0, 0], key=lambda seen: seen[0])
        if times >= _REPEATED:
            title = f"What was done most often in the same words: {times} times"
            places.append((title, number, None, "Did each time bring something new?"))
        if self._test and self._test != self._error:
            places.append(("The last test", self._test, None, "Does it cover what was changed last?"))
        return places
