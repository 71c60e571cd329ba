"""Code is changed and handed over without being run, in a system in which code was run before."""

from collections.abc import Iterable

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.last_edit import LastEdit
from agent.signals.readings.quoted_line import mark
from agent.signals.readings.run_end import last_words, run_end
from agent.signals.readings.who_acts import by_agent, is_visible_action
from agent.signals.signal import Mark, Signal
from agent.trace.event import Event, Kind

_WORDS = 40
"""Shorter words only name who is next."""


class ChangeNeverRun(Detector):
    """The last change of a code file, with no run and no word of one after it up to an end that the agents chose."""

    name = "change_never_run"
    mode = "FM-3.2"
    tier = "fact"
    known_false = (
        "notes, data and settings that are written",
        "a limit, or a call without a result, that cut the run off",
        "systems in which nothing was ever run, and formats that record no results",
    )

    def __init__(self) -> None:
        self._last = LastEdit(code_only=True)
        self._said = 0

    def see(self, event: Event, text: str) -> None:
        """Remember the last edit and the last run."""
        self._last.see(event, text)
        if by_agent(event) and is_visible_action(event) and event.kind is not Kind.CALL and len(text) >= _WORDS:
            self._said = event.number

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """The last change, if it was never run."""
        end, unchecked, last_run = run_end(trace), self._last.unchecked, self._last.ran
        if unchecked is None or not last_run or not trace.reading.records_tool_results or end.limit is not None:
            return
        event, ran = trace.event(unchecked[0]), trace.event(last_run)
        text = trace.text(event.number)
        if end.last is None or end.last.kind is Kind.CALL or event.kind is not Kind.CALL:
            return
        yield self.hit(
            title=f"The last change of code by {event.actor or 'an actor'} is never run",
            why=f"L{event.lines[0]} changes code; the last command was run at L{ran.lines[0]}, before it, and from the "
            "change to the end nothing is run or tested: whether it works was not checked.",
            actor=event.actor,
            acts=[mark(event, text, note="the last change"), *self._handed_over(trace)],
            references=[
                mark(ran, trace.text(ran.number), note="the last run"),
                *([ending] if (ending := last_words(trace)) else []),
            ],
            topic="last change",
            occurrences=[event.lines],
        )

    def _handed_over(self, trace: WholeTrace) -> list[Mark]:
        """The words with which the work is handed over, if any come after the change."""
        change = self._last.unchecked
        if change is None or self._said <= change[0]:
            return []
        return [mark(trace.event(self._said), trace.text(self._said), note="handed over")]
