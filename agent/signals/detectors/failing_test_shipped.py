"""The last test run failed, and the work is finished and handed over all the same."""

from collections.abc import Iterable

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.last_execution import LastExecution
from agent.signals.readings.new_code import NewCode
from agent.signals.readings.quoted_line import line_at, mark
from agent.signals.readings.run_end import run_end
from agent.signals.readings.who_acts import is_visible_action
from agent.signals.signal import Precision, Signal
from agent.trace.event import Event, Kind


class FailingTestShipped(Detector):
    """Pairs the failing output of the last test with the work that is finished after it."""

    name = "failing_test_shipped"
    mode = "FM-3.3"
    tier = "fact"
    precision = Precision(1, 1)
    known_false = (
        "a missing dependency is not a failing test",
        "a failure that a later run takes back",
        "a test that fails at the very end, with nothing finished after it",
        "code that was changed after the test",
    )

    def __init__(self) -> None:
        self._run = LastExecution()
        self._after: list[int] = []
        self._code = NewCode()
        self._changed = False

    def see(self, event: Event, text: str) -> None:
        """Follow the runs, and what is said after a failure."""
        before = self._run.failed
        self._run.see(event, text)
        new = "```" in text and is_visible_action(event) and self._code.see(text) is not None
        if self._run.failed != before:
            self._after, self._changed = [], False
        elif self._run.failed is not None and is_visible_action(event) and text.strip():
            self._after = [*self._after[:1], event.number]
            self._changed = self._changed or new

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """The failing test, if others finish their work after it."""
        run = self._run
        if (
            run.failed is None
            or not run.is_test
            or not self._after
            or self._changed
            or run_end(trace).limit is not None
        ):
            return
        last, report = trace.event(self._after[-1]), trace.event(run.failed[0])
        if last.kind in (Kind.CALL, Kind.HANDOFF) or not run.is_own_fault(trace):
            return
        text, output = trace.text(last.number), trace.text(report.number)
        first = trace.event(self._after[0])
        passes = (
            [mark(first, trace.text(first.number), note="what is said of it")] if first.kind is not Kind.CALL else []
        )
        line = line_at(report, output, run.failed[1])
        yield self.hit(
            title=f"{last.actor or 'The run'} finishes although the last test failed",
            why=(
                f"The last test output, at L{line}, shows an error; no later run takes it back, and the work is closed "
                f"at L{last.lines[0]}: the check spoke and was passed over."
            ),
            actor=last.actor,
            acts=[
                mark(last, text, note="finished after the failure"),
                *(passes if first.number != last.number else []),
            ],
            references=[mark(report, output, run.failed[1], "the failing output")],
            topic="last test",
            occurrences=[last.lines],
            severity="major",
        )
