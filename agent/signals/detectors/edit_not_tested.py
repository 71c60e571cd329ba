"""The last change to files is followed by no run and no test."""

from collections.abc import Iterable

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.absence import absent
from agent.signals.readings.last_edit import CHECK, LastEdit
from agent.signals.readings.quoted_line import line_at, mark
from agent.signals.readings.run_end import last_words
from agent.signals.signal import Precision, Signal
from agent.trace.event import Event


class EditNotTested(Detector):
    """Remembers the last edit and whether any run, test or request for one comes after it."""

    name = "edit_not_tested"
    mode = "FM-3.2"
    tier = "hint"
    precision = Precision(6, 6)
    known_false = (
        "code that is run to try the change, without a test in its name",
        "an editor that only shows a file",
        "an edit that was tested before the next one of the same file",
        "a command to test that the format does not show the result of",
        "a system that cannot execute code by design",
    )

    def __init__(self) -> None:
        self._last = LastEdit()

    def see(self, event: Event, text: str) -> None:
        """Remember the last edit and the last check."""
        self._last.see(event, text)

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """The last edit, if no check follows."""
        if self._last.unchecked is None or not trace.reading.executes_code:
            return
        number, at = self._last.unchecked
        event, text = trace.event(number), trace.text(number)
        search = absent(trace, CHECK, number + 1, trace.events, event.lines[1])
        if search is None:
            return
        line = line_at(event, text, at)
        proves = (
            "" if trace.reading.records_tool_results else " The format records no results, only what was asked for."
        )
        yield self.hit(
            title=f"The last change by {event.actor or 'an actor'} is followed by no run and no test",
            why=(
                f"L{line} changes a file; from there to the end of the trace no command to run or test is "
                "found, so the "
                f"final state was not checked.{proves}"
            ),
            actor=event.actor,
            acts=[mark(event, text, at, "the last change")],
            references=[ending] if (ending := last_words(trace)) else [],
            search=search,
            topic="last change",
            occurrences=[event.lines],
        )
