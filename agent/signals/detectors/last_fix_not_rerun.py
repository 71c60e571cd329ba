"""A run failed, the code was changed, and the change was handed over without being run again."""

import re
from collections.abc import Iterable

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.changing_tools import changes_files
from agent.signals.readings.execution import execution_of
from agent.signals.readings.last_execution import LastExecution
from agent.signals.readings.new_code import NewCode
from agent.signals.readings.quoted_line import informative_line, line_at, line_with, mark
from agent.signals.readings.run_end import last_words, run_end
from agent.signals.readings.who_acts import by_agent
from agent.signals.signal import Mark, Signal
from agent.trace.event import Event, Kind

_CODE_FILE = re.compile(r"\.(?:py|js|ts|tsx|jsx|java|go|rs|c|cc|cpp|h|rb|php|sh|sql|html|ipynb)\b")
_LOOKS = re.compile(r"[\"']command[\"']\s*:\s*[\"']view[\"']")


class LastFixNotRerun(Detector):
    """Follows the last failing run, and the last code after it; any later run or call to run clears it."""

    name = "last_fix_not_rerun"
    mode = "FM-3.2"
    tier = "fact"
    known_false = (
        "a limit that cut the run off",
        "a failure that comes from outside, such as a package that is not installed",
        "code that is handed in again as it was",
        "formats that record no results",
    )

    def __init__(self) -> None:
        self._run = LastExecution()
        self._code = NewCode()
        self._fix: tuple[int, int] | None = None

    def see(self, event: Event, text: str) -> None:
        """Follow the runs, and the code that came after the last of them."""
        if event.repeats is not None:
            return
        self._run.see(event, text)
        if event.kind in (Kind.RESULT, Kind.ERROR):
            if execution_of(event, text) is not None:
                self._fix = None
            return
        new = self._code.see(text) if "```" in text and by_agent(event) else None
        if self._run.failed is None or not by_agent(event):
            return
        if event.kind is Kind.CALL:
            edits = event.tool is not None and changes_files(event.tool) and _LOOKS.search(text) is None
            self._fix = (event.number, 0) if edits and _CODE_FILE.search(text) else None if not edits else self._fix
        elif new is not None:
            self._fix = (event.number, new)

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """The last change, if nothing was run after it."""
        run, reading = self._run, trace.reading
        if run.failed is None or self._fix is None or not (reading.records_tool_results and reading.executes_code):
            return
        end = run_end(trace)
        if (
            end.limit is not None
            or not run.is_own_fault(trace)
            or (end.last is not None and end.last.kind is Kind.CALL)
        ):
            return
        number, at = self._fix
        event, report = trace.event(number), trace.event(run.failed[0])
        text, output = trace.text(number), trace.text(report.number)
        failed = line_at(report, output, run.failed[1])
        yield self.hit(
            title=f"The last change by {event.actor or 'an actor'} after a failed run is not run again",
            why=f"The run at L{failed} ends in an error; L{event.lines[0]} changes the code, and from there to the end "
            "nothing is run: whether the change helps was not checked.",
            actor=event.actor,
            acts=[Mark(number, informative_line(text[at:]) or line_with(text, at), "the last change")],
            references=[
                mark(report, output, run.failed[1], "the run that failed"),
                *([ending] if (ending := last_words(trace)) else []),
            ],
            topic="last change",
            occurrences=[event.lines],
            severity="major",
        )
