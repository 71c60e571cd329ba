"""Code is handed over that was never run in the whole trace, although the system can run code."""

import re
from collections.abc import Iterable

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.absence import absent
from agent.signals.readings.code_blocks import code_blocks
from agent.signals.readings.execution import execution_of
from agent.signals.readings.quoted_line import mark
from agent.signals.readings.run_end import last_words
from agent.signals.readings.who_acts import is_visible_action
from agent.signals.signal import Signal
from agent.trace.event import Event, Kind

_ASKS_CODE = re.compile(
    r"\b(?:write|implement|develop|create|build|code|program|script|function|debug|fix|refactor)\b[^.\n]{0,120}"
    r"\b(?:code|program|script|function|class|app|application|game|module|api|bug|test)\b",
    re.IGNORECASE,
)
_RAN = (
    r"\bexit ?code:? ?\d|\btraceback \(most recent call last\)|\brun successfully\b|\bcode executed\b"
    r"|\bexecution (?:failed|"
    r"succeeded)\b|^Ran \d+ tests?\b|^=+ test session starts|\b\d+ passed\b|^\$ |^Code output:"
)
_LEAST = 200


class NeverExecuted(Detector):
    """Silent where the format records no results or the system cannot run code: absence would prove nothing."""

    name = "never_executed"
    mode = "FM-3.2"
    tier = "hint"
    known_false = (
        "a system that cannot execute code by design",
        "a format that does not record tool results",
        "code that only illustrates an answer",
        "nested markdown fences",
    )
    english_only = True

    def __init__(self) -> None:
        self._code: tuple[int, int] | None = None
        self._ran = False

    def see(self, event: Event, text: str) -> None:
        """Remember the last code, and whether anything ran."""
        if self._ran:
            return
        if event.kind in (Kind.RESULT, Kind.ERROR):
            self._ran = execution_of(event, text) is not None
        elif is_visible_action(event) and "```" in text:
            for block in code_blocks(text):
                if block.language and block.end - block.start >= _LEAST:
                    self._code = (event.number, block.start)

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """The last code, if nothing ever ran and the task asks for code."""
        reading = trace.reading
        if self._ran or self._code is None or not (reading.executes_code and reading.records_tool_results):
            return
        if not trace.task or not _ASKS_CODE.search(trace.task):
            return
        number, at = self._code
        event, text = trace.event(number), trace.text(number)
        search = absent(trace, _RAN, 1, trace.events, event.lines[1])
        if search is None:
            return
        yield self.hit(
            title=f"The code of {event.actor or 'the run'} is handed over without having been run",
            why=(
                f"The last code stands at L{event.lines[0]}; nowhere in the trace is there the output of a run or a "
                "test, so nothing about it was checked by execution."
            ),
            actor=event.actor,
            acts=[mark(event, text, at, "code that was never run")],
            references=[ending] if (ending := last_words(trace)) else [],
            search=search,
            topic="code",
            occurrences=[event.lines],
        )
