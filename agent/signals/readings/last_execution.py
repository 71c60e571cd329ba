"""Follows the executions of a trace: which failed last, with none after it that went well."""

import re
from dataclasses import dataclass

from agent.signals.detector import WholeTrace
from agent.signals.readings.execution import BAD, Execution, Verdict, execution_of, nothing_ran
from agent.trace.event import Event, Kind

_MODULE = re.compile(r"No module named ['\"]?([A-Za-z_]\w*)")

_AROUND = 200


@dataclass(slots=True)
class LastExecution:
    """Follows the runs of a trace: which failed last, and whether the work went on by other means since."""

    failed: tuple[int, int] | None = None
    is_test: bool = False
    lacking: bool = False
    moved_on: bool = False
    """A good result of another tool came after the failure, and no new code since that."""

    def see(self, event: Event, text: str) -> None:
        """Take note of a run, of other results, and of code that waits to be run."""
        if event.repeats is not None:
            return
        if event.kind is Kind.CALL and self.moved_on and "```" in text:
            self.moved_on = False
        if event.kind not in (Kind.RESULT, Kind.ERROR):
            return
        run = execution_of(event, text)
        if run is not None:
            self._take(event, run)
        elif event.kind is Kind.RESULT and (event.status or "ok").lower() not in BAD and not nothing_ran(text):
            self.moved_on = self.moved_on or bool(text.strip())

    def _take(self, event: Event, run: Execution) -> None:
        self.moved_on = False
        if run.verdict is Verdict.PASSED:
            self.failed = None
            return
        self.failed = (event.number, run.at)
        self.is_test, self.lacking = run.is_test, run.verdict is Verdict.LACKING

    def is_own_fault(self, trace: WholeTrace) -> bool:
        """Whether the failure is the work's and not a package that is not installed.

        A module that the trace itself names as a file is part of the work.
        """
        if self.failed is None:
            return False
        if not self.lacking:
            return True
        return is_own_module(trace, *self.failed)


def is_own_module(trace: WholeTrace, number: int, at: int) -> bool:
    """Whether the module that a run misses is named as a file by what stands around it."""
    module = _MODULE.search(trace.text(number), max(0, at - 200))
    if module is None:
        return False
    named = re.compile(rf"\b{re.escape(module[1])}\.py\b", re.IGNORECASE)
    around = range(max(1, number - _AROUND), min(trace.events, number + _AROUND) + 1)
    return any(named.search(trace.text(n)) for n in around)
