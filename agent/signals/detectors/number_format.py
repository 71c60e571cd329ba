"""The answer has another number of decimals than the task asks for."""

import re
from collections.abc import Iterable

from agent.signals.detector import Detector, WholeTrace
from agent.signals.signal import Mark, Signal

_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_DEMAND = r"\b(?:answer|result|report|give|express|provide|round|rounded|with)\b[^.?!\n]{0,60}?"
_ASKED = re.compile(
    _DEMAND + r"\b(\d|one|two|three|four|five|six) (?:decimal (?:places?|points?|digits?)|decimals|digits after)", re.I
)
_WHOLE = re.compile(r"\b(?:nearest (?:whole number|integer)|as an integer|whole number)\b", re.IGNORECASE)
_ANSWER = re.compile(r"[-+]?\$?\d[\d,]*(?:\.(\d+))?\s*[%$€£]?")
_NEAR_END = 10


class NumberFormat(Detector):
    """An answer that is one bare number, beside a task that says how many decimals it has."""

    name = "number_format"
    mode = "FM-1.1"
    tier = "hint"
    known_false = ("decimals asked for a step on the way", "answers that are sentences")
    english_only = True

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """The answer, if its form differs."""
        answer = (trace.answer or "").strip().removeprefix("FINAL ANSWER:").strip()
        number = _ANSWER.fullmatch(answer)
        asked = list(_ASKED.finditer(trace.task or "")) or list(_WHOLE.finditer(trace.task or ""))
        if number is None or len(asked) != 1:
            return
        wanted = _wanted(asked[0])
        has = len(number[1] or "")
        if has == wanted:
            return
        for place in range(trace.events, max(0, trace.events - _NEAR_END), -1):
            event = trace.event(place)
            if event.is_act and answer in trace.text(place):
                yield self.hit(
                    title=f"The answer {answer} has {has} decimals where the task asks for {wanted}",
                    why=f"The task says “{asked[0][0]}”, the answer at L{event.lines[0]} has another form: look "
                    "whether the demand was meant for the answer.",
                    actor=event.actor,
                    acts=(Mark(place, answer, "answered"),),
                    topic="answer",
                    occurrences=(event.lines,),
                )
                return


def _wanted(asked: "re.Match[str]") -> int:
    if asked.re is _WHOLE:
        return 0
    word = asked[1].lower()
    return _NUMBERS.get(word) or int(word)
