"""A hint: agents write tests, and no run of anything stands in the trace."""

import re
from collections.abc import Iterable

from agent.number_words import times
from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.absence import absent
from agent.signals.readings.execution import execution_of
from agent.signals.readings.normalised_text import lowered
from agent.signals.readings.quoted_line import line_at, mark
from agent.signals.readings.run_end import last_words
from agent.signals.readings.who_acts import by_agent
from agent.signals.signal import Signal
from agent.trace.event import Event, Kind

_TEST = re.compile(
    r"^[ \t]*(?:async )?def test_\w+\(|^[ \t]*test\(['\"`]|^func Test\w+\(|^[ \t]*@Test\b|^[ \t]*#\[test\]",
    re.MULTILINE,
)
_HINTS = ("def test_", "test(", "func Test", "@Test", "#[test]")
_OUTPUT = r"^=+ test session starts|\b\d+ (?:passed|failed)\b|^Ran \d+ tests?\b|\btraceback \(most recent call last\)"


class TestsNeverRun(Detector):
    """Silent as soon as anything was run or a tool was called: the tests may have been part of that."""

    __test__ = False
    name = "tests_never_run"
    mode = "FM-3.2"
    tier = "hint"
    known_false = (
        "a run in which anything was executed or a tool was called",
        "tests that are quoted from a file",
    )

    def __init__(self) -> None:
        self._tests: list[tuple[int, int, int]] = []
        self._ran = False

    def see(self, event: Event, text: str) -> None:
        """Count tests that are written, and look for anything that ran."""
        if self._ran:
            return
        if event.kind is Kind.CALL or execution_of(event, text) is not None:
            self._ran = True
        elif by_agent(event) and "test" in lowered(text) and any(map(text.__contains__, _HINTS)):
            tests = list(_TEST.finditer(text))
            if tests:
                self._tests.append((event.number, tests[0].start(), len(tests)))

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """The tests that were written last, if nothing ever ran."""
        if self._ran or not self._tests:
            return
        number, at, count = self._tests[-1]
        event, text = trace.event(number), trace.text(number)
        search = absent(trace, _OUTPUT, 1, trace.events, event.lines[1])
        if search is None:
            return
        line = line_at(event, text, at)
        tests = f"{count} tests" if count > 1 else "A test"
        yield self.hit(
            title=f"Tests of {event.actor or 'an actor'} were written {times(len(self._tests))} and never run",
            why=f"{tests} from L{line} on, and no output of a run anywhere in the trace: whether they pass, or can run "
            "at all, nobody saw.",
            actor=event.actor,
            acts=[mark(event, text, at, "a test that was not run")],
            references=[ending] if (ending := last_words(trace)) else [],
            search=search,
            topic="tests",
            occurrences=[(line_at(trace.event(n), trace.text(n), o),) * 2 for n, o, _ in self._tests[:50]],
        )
