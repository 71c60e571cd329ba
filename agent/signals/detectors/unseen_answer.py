"""The final answer is a name or phrase that stands nowhere in the trace before it, although tools were asked."""

import re
from collections.abc import Iterable

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.absence import absent
from agent.signals.readings.final_answer import admits, final_answer
from agent.signals.readings.quoted_line import mark
from agent.signals.readings.run_end import task_marks
from agent.signals.signal import Signal
from agent.trace.event import Event, Kind

_LOOKS_UP = re.compile(r"search|brows|web|fetch|visit|open|read|page|url|file|wiki|click|go_?to|surf", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{3,}")
_TELLS = frozenset({Kind.CALL, Kind.RESULT, Kind.HANDOFF, Kind.SAY})
_SHORT = re.compile(r"[A-Za-z\u00c0-\u024f'.,&()-]+(?: [A-Za-z\u00c0-\u024f'.,&()-]+){0,5}")
"""A name or a phrase; a sentence is no answer that could be looked for."""
_ENOUGH = 3
_LONGEST = 60
_MOST_EVENTS = 3_000
_COMMON = frozenset("yes no none true false the and not unknown null left right both neither".split())


class UnseenAnswer(Detector):
    """Looks for each word of a short answer before it; numbers may have been worked out, and are left alone."""

    name = "unseen_answer"
    mode = "FM-3.2"
    tier = "hint"
    known_false = (
        "an answer that is reasoned out, such as a number, a move or a yes",
        "an answer that says itself that it is a guess",
        "runs in which nothing was looked up",
        "the last sentence of a conversation",
    )

    def __init__(self) -> None:
        self._looked_up: list[int] = []

    def see(self, event: Event, text: str) -> None:
        """Count what tools that look things up were asked, or brought."""
        if event.repeats is not None or event.kind not in _TELLS or len(self._looked_up) >= 64:
            return
        if _LOOKS_UP.search(f"{event.tool or ''} {event.actor or ''}"):
            self._looked_up.append(event.number)

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """The answer, if not one of its words was in sight before."""
        if len(self._looked_up) < _ENOUGH or trace.events > _MOST_EVENTS or not trace.reading.records_tool_results:
            return
        answer = final_answer(trace)
        if answer is None or not 3 <= len(answer.words) <= _LONGEST or not _SHORT.fullmatch(answer.words):
            return
        words = [word for word in _WORD.findall(answer.words) if word.lower() not in _COMMON]
        text = trace.text(answer.event.number)
        if not words or admits(text) or any(character.isdigit() for character in answer.words):
            return
        line = answer.event.lines[0]
        search = absent(trace, "|".join(map(re.escape, words)), 1, answer.event.number - 1, line)
        if search is None:
            return
        looked = trace.event(self._looked_up[-1])
        yield self.hit(
            title=f"The final answer, {answer.words[:40]!r}, stands nowhere in the trace before it",
            why=f"L{line} answers with words that no tool returned and nobody had said; {len(self._looked_up)} acts "
            "looked things up before.",
            actor=answer.event.actor,
            acts=[mark(answer.event, text, answer.at, "the answer")],
            references=[
                *task_marks(trace),
                mark(looked, trace.text(looked.number), note="the last that was looked up"),
            ],
            search=search,
            topic="final answer",
            occurrences=[answer.event.lines],
            severity="major",
        )
