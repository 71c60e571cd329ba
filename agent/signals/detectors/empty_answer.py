"""The run hands over an empty answer: a literal None, an apology for missing input, or the text of its last error."""

import re
from collections.abc import Iterable

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.final_answer import final_answer, lacks_input
from agent.signals.readings.quoted_line import mark
from agent.signals.readings.run_end import task_marks
from agent.signals.signal import Signal

_LITERAL = re.compile(r"[\W_]*(?:none|null|nil|undefined|nan)?[\W_]*", re.IGNORECASE)
_NEEDS = re.compile(
    r"\W{0,4}(?:I'm|I am|we're|we are) sorry,? but (?:I|we)(?: would| will)? (?:need|do not have|don't have|require)\b"
    r"|\W{0,4}I need (?:more|further|additional) (?:information|details|context)\b",
    re.IGNORECASE,
)
_ERROR = re.compile(
    r"\W{0,4}(?:Traceback \(most recent call last\)|(?:\w+\.)*[A-Z]\w*(?:Error|Exception)\b\s*[:(]|API Error\b"
    r"|Error code: [45]\d\d|Error:|Agent stopped due to|Error in )"
)
_ALLOWED = re.compile(r"\b(?:none|null|empty|nothing|n/a|not available|error)\b", re.IGNORECASE)
_ASKS = re.compile(
    r"\?|\b(?:what|which|who|whose|where|how (?:many|much|long|old|far|often)|answer|tell|report|give me|find out|count"
    r"|calculate|compute|determine|name the|return|explain|summari[sz]e|write)\b",
    re.IGNORECASE,
)
"""Words by which a task asks to be told something."""
_LONGEST = 1_500
_BEFORE = 8


class EmptyAnswer(Detector):
    """Looks at the final answer alone; silent where the task itself speaks of an empty one."""

    name = "empty_answer"
    mode = "FM-3.1"
    tier = "fact"
    known_false = (
        "a task that allows an empty answer, or asks about an error",
        "a task that lacks what an answer needs",
        "the end of a task in which something was to be done and nothing to be told",
        "an answer whose words merely begin with a name that ends in Error",
    )

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """The answer, if there is nothing in it."""
        answer = final_answer(trace)
        if answer is None or len(answer.words) > _LONGEST or not trace.text(answer.event.number).strip():
            return
        what = _kind_of(answer.words)
        if what == "empty" and trace.task and _ASKS.search(trace.task) is None:
            return
        if what is None or _ALLOWED.search(trace.task or "") or _is_explained(trace, answer.event.number):
            return
        event, line = answer.event, answer.event.lines[0]
        yield self.hit(
            title=f"The final answer of {event.actor or 'the run'} is {what}",
            why=f"L{line} closes the run with {what}; what the task asks for is not in it, so the run ended before its "
            "objective was met.",
            actor=event.actor,
            acts=[mark(event, trace.text(event.number), answer.at if answer.words else None, "the answer")],
            references=task_marks(trace),
            topic="final answer",
            occurrences=[event.lines],
            severity="fatal",
        )


def _is_explained(trace: WholeTrace, number: int) -> bool:
    """Whether the answer, or what was said shortly before it, gives the task's own gap as the reason."""
    return any(lacks_input(trace.text(n)) for n in range(max(1, number - _BEFORE), number + 1))


def _kind_of(words: str) -> str | None:
    """What an answer without content is; None where it has content."""
    if _LITERAL.fullmatch(words):
        return "empty"
    if _NEEDS.match(words):
        return "a request for what it lacks"
    return "the text of an error" if _ERROR.match(words) else None
