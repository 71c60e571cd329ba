"""A hint: the last message holds code, in a run that had run its code so far, and nobody runs it."""

from collections.abc import Iterable

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.code_blocks import code_blocks
from agent.signals.readings.execution import execution_of
from agent.signals.readings.quoted_line import mark
from agent.signals.readings.run_end import run_end
from agent.signals.readings.who_acts import by_agent
from agent.signals.signal import Signal
from agent.trace.event import Event, Kind

_LANGUAGES = frozenset({"python", "py", "python3", "sh", "bash", "javascript", "js"})
_LEAST = 60


class UnrunLastCode(Detector):
    """Whether running the last code would have changed anything is for a person to say."""

    name = "unrun_last_code"
    mode = "FM-3.1"
    tier = "hint"
    known_false = (
        "systems in which no code was run at all",
        "code that is the answer",
        "code that was run before, word for word",
    )

    def __init__(self) -> None:
        self._ran = 0

    def see(self, event: Event, text: str) -> None:
        """Note that code is run in this system."""
        if not self._ran and execution_of(event, text) is not None:
            self._ran = event.number

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """The last message, if it holds code that is not run."""
        end = run_end(trace)
        last = end.last
        if not self._ran or last is None or last.kind is not Kind.SAY or not by_agent(last) or end.limit is not None:
            return
        text = trace.text(last.number)
        blocks = [one for one in code_blocks(text) if one.language in _LANGUAGES and one.end - one.start >= _LEAST]
        if not blocks:
            return
        ran = trace.event(self._ran)
        yield self.hit(
            title=f"The run ends on code of {last.actor or 'an actor'} that nobody runs",
            why=f"L{last.lines[0]} is the last message and holds code; code was run earlier, as at L{ran.lines[0]}, "
            "but this is not. Was its result needed for the answer?",
            actor=last.actor,
            acts=[mark(last, text, blocks[-1].start, "code that is not run")],
            references=[mark(ran, trace.text(ran.number), note="code was run here")],
            topic="last code",
            occurrences=[last.lines],
        )
