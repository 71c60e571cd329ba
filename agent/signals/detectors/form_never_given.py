"""The task shows in quotes how the answer is to be written, and nothing in the trace is written so."""

import re
from collections.abc import Iterable

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.absence import absent
from agent.signals.readings.quoted_line import mark
from agent.signals.readings.run_end import run_end
from agent.signals.readings.who_acts import by_agent
from agent.signals.signal import Signal
from agent.trace.event import Event, Kind

_ASKED = re.compile(
    r"\b(?:answer|output|reply|respond|end|finish|conclude|give)\b[^\n]{0,80}?"
    r"\b(?:format|form|with|as|exactly|line)\b[^\n\"“]{0,30}[\"“]([^\"”\n]{6,60})[\"”]",
    re.IGNORECASE,
)
_HOLE = re.compile(
    r"<[^<>]{1,30}>|\[[^\[\]]{1,30}\]|\{[^{}]{1,30}\}|\b(?:X|N|Y|XX+|YOUR ANSWER|ANSWER)\b|\.\.\.|…|_{2,}"
)
_FILLED = r"(?!(?:X|N|Y|XX+|your|answer)\b)[^\s(){}<>\[\]\"'`]{1,40}(?: [^\s(){}<>\[\]\"'`]{1,40}){0,5}?"


class FormNeverGiven(Detector):
    """A form with one hole, filled in nowhere: neither in the answer nor on the way to it."""

    name = "form_never_given"
    mode = "FM-1.1"
    tier = "fact"
    known_false = (
        "a form without a hole, or with several",
        "the form with something else filled in, anywhere after the task",
        "a run that reached a limit before it could answer",
    )
    english_only = True

    def __init__(self) -> None:
        self._tasks: list[int] = []
        self._acts = 0

    def see(self, event: Event, text: str) -> None:
        """Remember what was asked."""
        if event.kind is Kind.TASK and event.is_act:
            self._tasks.append(event.number)
        self._acts += by_agent(event)

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """The end of the run, if the form stands nowhere before it."""
        end = run_end(trace)
        if len(self._tasks) != 1 or not self._acts or end.limit is not None or end.last is None:
            return
        number = self._tasks[0]
        asked = trace.text(number)
        form = _ASKED.search(asked)
        if form is None or end.last.number <= number:
            return
        holes = list(_HOLE.finditer(form[1]))
        if len(holes) != 1 or len(form[1]) - len(holes[0][0]) < 5:
            return
        before, after = form[1][: holes[0].start()], form[1][holes[0].end() :]
        # The run is asked for the words around the hole; in a form that ends with the hole anything may follow.
        pattern = _loose(before) + _FILLED + _loose(after.rstrip(" ."))
        search = absent(trace, pattern, number + 1, trace.events, end.last.lines[1])
        if search is None:
            return
        words = trace.text(end.last.number)
        yield self.hit(
            title=f"The form that the task asks for, {form[1][:40]!r}, is given nowhere",
            why=f"L{trace.event(number).lines[0]} shows how the answer is to be written; from there to the end, at "
            f"L{end.last.lines[0]}, nothing is written so, with whatever answer.",
            actor=end.last.actor,
            acts=[mark(end.last, words, note="the end of the run")],
            references=[mark(trace.event(number), asked, form.start(1), "the form that was asked for")],
            search=search,
            topic="form of the answer",
            occurrences=[end.last.lines],
        )


def _loose(words: str) -> str:
    """A pattern for words, however blanks and marks of Markdown stand between them."""
    return r"[\s*_`$]*".join(re.escape(part) for part in words.split()) + (r"[\s*_`$]*" if words.split() else "")
