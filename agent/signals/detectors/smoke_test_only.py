"""A hint: a program was started without an error, and that is the only test it got."""

import re
from collections.abc import Iterable

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.code_blocks import code_blocks
from agent.signals.readings.execution import Verdict, execution_of, test_summary_at
from agent.signals.readings.log_header import after_header
from agent.signals.readings.quoted_line import mark
from agent.signals.readings.who_acts import is_visible_action
from agent.signals.signal import Signal
from agent.trace.event import Event

_WELL = re.compile(
    r"\brun successfully without errors\b|\bexit ?code:? ?0\b|\bexecuted successfully\b|\bexecution succeeded\b"
    r"|\bno (?:errors?|output)\b",
    re.IGNORECASE,
)
_FEW = 20
"""With more words than these, a run has shown something of what the program does."""
_LEAST = 600
"""So much code does more than start."""


class SmokeTestOnly(Detector):
    """Whether more was to be tested is for a person to say; what was seen is that it starts."""

    name = "smoke_test_only"
    mode = "FM-3.2"
    tier = "hint"
    known_false = (
        "a run whose output shows what the program does",
        "a test framework that says what it ran",
        "code that is run on the way to an answer",
    )
    english_only = True

    def __init__(self) -> None:
        self._code = 0
        self._started: list[int] = []
        self._more = False

    def see(self, event: Event, text: str) -> None:
        """Tell starts from runs that show something."""
        if event.repeats is not None or self._more:
            return
        if is_visible_action(event):
            if "```" in text and sum(block.end - block.start for block in code_blocks(text)) >= _LEAST:
                self._code = event.number
            return
        run = execution_of(event, text)
        if run is None or run.verdict is not Verdict.PASSED:
            return
        words = text[after_header(text) :]
        if test_summary_at(text) is not None or len(words.split()) > _FEW:
            self._more = True
        elif run.is_test and _WELL.search(words):
            self._started.append(event.number)

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """The last start, where there is code and nothing more was run."""
        if self._more or not self._started or not self._code or not trace.reading.records_tool_results:
            return
        event = trace.event(self._started[-1])
        code = trace.event(self._code)
        yield self.hit(
            title="The only test of the program is that it starts",
            why=f"L{event.lines[0]} says that it ran without an error; nothing in the trace shows what it does, with "
            f"which input, or that a part of the task works. The last code stands at L{code.lines[0]}.",
            actor=code.actor,
            acts=[mark(event, trace.text(event.number), note="it starts")],
            references=[mark(code, trace.text(code.number), note="the last code")],
            topic="test of the program",
            occurrences=[event.lines],
        )
