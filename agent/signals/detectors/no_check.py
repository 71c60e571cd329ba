"""The final answer comes without any step that checks it."""

import re
from collections.abc import Iterable

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.absence import absent
from agent.signals.readings.normalised_text import has_any
from agent.signals.readings.quoted_line import mark
from agent.signals.signal import Precision, Signal
from agent.trace.event import Event, Kind

_CHECK = (
    r"\b(?:verif(?:y|ied|ication|ying)|double-?check\w*|cross-?check\w*|validat\w+|confirm\w*|re-?check\w*|tests?)\b"
)
_CHECKS = re.compile(_CHECK, re.IGNORECASE)
_WORDS = ("verif", "check", "validat", "confirm", "test")


class NoCheck(Detector):
    """A hint that carries little: runs with a right answer lack such a step as often as others."""

    name = "no_check"
    mode = "FM-3.2"
    tier = "hint"
    precision = Precision(1, 1)
    known_false = (
        "a check in other words",
        "an answer so plain that nothing was to check",
        "words of checking in the task or a prompt",
    )
    english_only = True

    def __init__(self) -> None:
        self._answer = 0
        self._checked = 0
        self._task = 0

    def see(self, event: Event, text: str) -> None:
        """Remember the last answer and the last words of checking."""
        if event.kind is Kind.TASK:
            self._task = event.number
        if event.repeats is not None:
            return
        if event.kind is Kind.ANSWER:
            self._answer = event.number
        elif event.kind in (Kind.SAY, Kind.THINK, Kind.HANDOFF, Kind.CALL) and not self._checked:
            self._checked = event.number if has_any(text, _WORDS) and _CHECKS.search(text, 0, 20_000) else 0

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """The answer, if nothing between the task and it speaks of a check."""
        if not self._answer or self._checked or not self._task:
            return
        answer, text = trace.event(self._answer), trace.text(self._answer)
        task_text = trace.text(self._task)
        search = absent(trace, _CHECK, self._task + 1, self._answer, answer.lines[0])
        if search is None or not text.strip() or not task_text.strip():
            return
        yield self.hit(
            title="The final answer is given without a word of checking it",
            why=(
                f"Between the task and the answer at L{answer.lines[0]} nobody says that anything is verified, tested "
                "or compared. Many right answers are given in this way, too."
            ),
            actor=answer.actor,
            acts=[mark(answer, text, note="the answer")],
            references=[mark(trace.event(self._task), task_text, note="the task")],
            search=search,
            topic="final answer",
            occurrences=[answer.lines],
        )
