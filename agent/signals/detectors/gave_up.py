"""An actor ends the task as failed of its own accord."""

import re
from collections.abc import Iterable

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.normalised_text import has_any
from agent.signals.readings.quoted_line import mark
from agent.signals.readings.run_end import RunEnd, run_end, task_marks
from agent.signals.readings.step_end import ends_a_step
from agent.signals.readings.who_acts import is_action
from agent.signals.signal import Precision, Signal
from agent.trace.event import Event, Kind

_FAILS = re.compile(
    r"\b(?:complete_task|finish\w*|terminate\w*|submit\w*|end_task|stop|done)\b\s*\(?[^\n]{0,200}?"
    r"[\"']?(?:status|outcome|result|success)[\"']?\s*[=:]\s*[\"']?(?:fail(?:ed|ure)?|false|error)\b",
    re.IGNORECASE,
)
_STATUS = re.compile(
    r"[\"'](?:status|outcome)[\"']\s*:\s*[\"'](?:fail(?:ed|ure)?|error|infeasible|impossible)[\"']", re.IGNORECASE
)
_SAYS = re.compile(
    r"\b(?:I|we) (?:will |must |have to |need to |am going to |'ll )*(?:give up|mark (?:this"
    r"|the) task as (?:failed|a failure)"
    r"|stop (?:here|trying))\b|\bgiving up\b|\bmark(?:ing)? (?:this|the) task as (?:failed|a failure)\b"
    r"|\b(?:task|request) (?:cannot|can not|can't|could not) be (?:completed|fulfilled|solved|finished)\b"
    r"|\bI (?:am|was) (?:unable|not able) to (?:complete|proceed|finish|fulfil+)\b",
    re.IGNORECASE,
)
_CONCLUDES = re.compile(
    r"\b(?:therefore|thus|hence|conclusion|conclude)\b[^\n]{0,40}\bthere (?:is|are) no\b"
    r"|\b(?:conclusion|conclude)\b\W{0,12}(?:that )?no\b",
    re.IGNORECASE,
)
"""Words that answer with none: the task was done, whatever the answer is worth."""
_WORDS = ("give up", "giving up", "mark", "stop here", "stop trying", " be ", "able to")
_ENDERS = re.compile(r"terminate|finish|complete|submit|end|done|stop", re.IGNORECASE)
_CLOSE = 3
_NOTED = 8
"""How many events after an end the framework may take to note what it ended."""
_LONGEST = 6000


class GaveUp(Detector):
    """Looks for a terminating act that reports failure, or a last message that says so."""

    name = "gave_up"
    mode = "FM-3.1"
    tier = "fact"
    precision = Precision(8, 8)
    known_false = (
        "a prompt that explains how to report failure",
        "the words somewhere in the middle, with work going on after them",
        "a time limit from outside",
        "an answer that there is none of what was looked for",
        "the end of one step of a plan, after which the framework goes on",
    )
    english_only = True

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """The last declaration of failure, if no work goes on after it."""
        end = run_end(trace)
        later = 0
        for event in end.acts:
            text = trace.text(event.number)
            at, declared = self._declares(event, text)
            if at is not None and _ended_a_step(trace, event):
                return
            if at is not None and (declared or end.limit is None):
                yield self._hit(trace, event, at, end)
                return
            later += event.kind is not Kind.RESULT
            if later > _CLOSE or event.kind is Kind.CALL:
                return

    @staticmethod
    def _declares(event: Event, text: str) -> tuple[int | None, bool]:
        """Where an act declares failure, and whether by a call that ends the task rather than in words."""
        if not is_action(event):
            return None, False
        match = _FAILS.search(text)
        if match is None and event.kind is Kind.CALL and event.tool and _ENDERS.search(event.tool):
            match = _STATUS.search(text)
        if match is not None:
            return match.start(), True
        if len(text) < _LONGEST and event.kind is not Kind.THINK and has_any(text, _WORDS):
            match = _SAYS.search(text) if _CONCLUDES.search(text) is None else None
        return (match.start() if match else None), False

    def _hit(self, trace: WholeTrace, event: Event, at: int, end: RunEnd) -> Signal:
        last = end.acts[0]
        return self.hit(
            title=f"{event.actor or 'An actor'} ends the task as failed",
            why=(
                f"The last decision, at L{event.lines[0]}, is to stop without what the task asked for"
                f"{'' if end.limit else '; no limit is reported'}. Whether means were left is for "
                "the steps before it to show."
            ),
            actor=event.actor,
            acts=[mark(event, trace.text(event.number), at, "the decision to stop")],
            references=task_marks(trace),
            topic="end of the task",
            occurrences=[(event.lines[0], last.lines[1])],
            severity="fatal",
        )


def _ended_a_step(trace: WholeTrace, event: Event) -> bool:
    """Whether the framework takes this end for that of one step of its plan."""
    after = range(event.number + 1, min(trace.events, event.number + _NOTED) + 1)
    return any(ends_a_step(trace.event(number), trace.text(number)) for number in after)
