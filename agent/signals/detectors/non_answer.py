"""The run hands over an answer that says it has none."""

import re
from collections.abc import Iterable

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.final_answer import lacks_input
from agent.signals.readings.quoted_line import mark
from agent.signals.readings.run_end import run_end, task_marks
from agent.signals.readings.who_acts import is_visible_action
from agent.signals.signal import Precision, Signal
from agent.trace.event import Event, Kind

_NONE = re.compile(
    r"\bunable to (?:determine|provide|find|answer|complete|access|locate|identify|verify|retrieve|confirm|extract)\b"
    r"|\b(?:cannot|can't|could not|couldn't) (?:be )?(?:determined?|provided?|found|find|answer(?:ed)?|complete[d]?|"
    r"identif(?:y|ied)|retrieved?|located?|accessed?|confirm(?:ed)?|verif(?:y|ied))\b"
    r"|^\W*(?:no (?:final )?answer|unknown|undetermined|n/?a|not (?:found|available|determined))\W*$"
    r"|\b(?:information|data|answer) (?:is |was )?not (?:available|found)\b|\bno (?:final )?answer (?:was|could)\b",
    re.IGNORECASE,
)
_OUTAGE = re.compile(
    r"\b(?:under|for) maintenance\b|\b(?:un|temporarily un|not )available (?:until|at the moment|right now)\b"
    r"|\b(?:offline|out of service|unreachable)\b|\b(?:site|service|server|catalogue|page) is (?:down|closed)\b",
    re.IGNORECASE,
)
"""An answer that names an outage as its reason."""
_REFUSED = re.compile(
    r"\b50[234]\b|\bService Unavailable\b|\bmaintenance\b|\bERR_CONNECTION\w*|\bConnection (?:refused|reset)\b",
    re.IGNORECASE,
)
"""How an outage shows itself in what comes back."""
_BACK = 400
_PREFIX = re.compile(r"^[ \t]*FINAL ANSWER:[ \t]*", re.MULTILINE)
_LONGEST = 600
_LEADS = 160
"""So near to its beginning an answer says that it is none; further on it tells of one thing that could not be done."""
_GIVES = re.compile(
    r"\b(?:has|have|had|is|are|was|were) (?:been )?(?:\w+ly )?(?:addressed|fixed|resolved|implemented|added|"
    r"updated|changed|modified|completed|done)\b",
    re.IGNORECASE,
)
"""Work that the answer reports before it says what could not be done."""


class NonAnswer(Detector):
    """Reads the final answer, or the last message where there is none marked."""

    name = "non_answer"
    mode = "FM-3.1"
    tier = "fact"
    precision = Precision(7, 7)
    known_false = (
        "a task that really lacks what is needed, where saying so is the right answer",
        "an answer that mentions in passing what could not be done",
        "a report of work that says what could not be checked",
        "an earlier failure that was overcome",
        "an answer that gives an outage as its reason, where the trace shows the outage",
    )
    english_only = True

    def __init__(self) -> None:
        self._answer = 0

    def see(self, event: Event, text: str) -> None:
        """Remember the last answer."""
        if event.repeats is None and event.kind is Kind.ANSWER and text.strip():
            self._answer = event.number

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """The answer, if it is short and says that there is none."""
        last = run_end(trace).last
        number = self._answer or (last.number if last is not None and is_visible_action(last) and not last.to else 0)
        if not number:
            return
        event, text = trace.event(number), trace.text(number)
        said = _PREFIX.search(text)
        start = said.end() if said else 0
        body = text[start:].strip()
        if len(body) > _LONGEST or lacks_input(body):
            return
        none = _NONE.search(body)
        if none is None or none.start() > _LEADS or _GIVES.search(body, 0, none.start()):
            return
        if event.kind is not Kind.ANSWER and last is not None and last.number != number:
            return
        if _OUTAGE.search(body) and _was_out(trace, event):
            return
        at = start + (len(text[start:]) - len(text[start:].lstrip())) + none.start()
        yield self.hit(
            title=f"The final answer of {event.actor or 'the run'} says that there is none",
            why=(
                f"The task asks for a result; L{event.lines[0]} closes the run without one. It ended before its "
                "objective was met, and what was still missing stayed missing."
            ),
            actor=event.actor,
            acts=[mark(event, text, at, "the answer without an answer")],
            references=task_marks(trace),
            topic="final answer",
            occurrences=[event.lines],
            severity="fatal",
        )


def _was_out(trace: WholeTrace, answer: Event) -> bool:
    """Whether what came back to the actors shows an outage before the answer."""
    for number in range(max(1, answer.number - _BACK), answer.number):
        event = trace.event(number)
        if event.actor != answer.actor and event.kind is not Kind.TASK and _REFUSED.search(trace.text(number)):
            return True
    return False
