"""A hint: the final answer rests on one place of the trace, and nobody looks at that again."""

import re
from collections.abc import Iterable

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.final_answer import admits, final_answer
from agent.signals.readings.quoted_line import line_at, mark
from agent.signals.readings.who_acts import FRAMING, by_agent, is_request
from agent.signals.signal import Mark, Signal
from agent.trace.event import Event, Kind

_LONGEST = 60
_BACK = 300
_READ = 60_000
_MOST = 2
_CODE = re.compile(r"\bprint\(|^\s*(?:def|import|from|return|for)\b|[=+*/]", re.MULTILINE)


class AnswerSource(Detector):
    """Leads from the answer to the line it came from; right answers have such a line as well."""

    name = "answer_source"
    mode = "FM-3.2"
    tier = "hint"
    known_false = (
        "an answer that stands in several places",
        "an answer that the task itself names, such as the letter of a choice",
        "an answer that says itself that it is a guess",
    )

    def __init__(self) -> None:
        self._acts = 0

    def see(self, event: Event, text: str) -> None:
        """Count what agents do: a single reply rests on nothing before it."""
        self._acts += by_agent(event)

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """The place, if it is the only one or one of two."""
        answer = final_answer(trace)
        if answer is None or self._acts < 2 or not trace.reading.records_tool_results:
            return
        words = answer.words.strip(" .$")
        if not words or len(words) > _LONGEST or "\n" in words or admits(words):
            return
        wanted = re.compile(
            rf"(?<![\w.,-]){re.escape(words)}{'(?:[.]0+)?' if words.isdigit() else ''}(?!\w|[.,]\d)", re.I
        )
        if trace.task and wanted.search(trace.task):
            return
        places = _places(trace, wanted, answer.event.number)
        if not 1 <= len(places) <= _MOST:
            return
        yield self._hit(trace, words, answer.event, places)

    def _hit(self, trace: WholeTrace, words: str, answer: Event, places: list[tuple[int, int]]) -> Signal:
        number, at = places[-1]
        event, text = trace.event(number), trace.text(number)
        line = line_at(event, text, at)
        made = _made_by(trace, event)
        by = f", which the code at L{trace.event(made.event).lines[0]} brought" if made else ""
        earlier = "".join(f" and at L{line_at(trace.event(n), trace.text(n), o)}" for n, o in places[:-1])
        return self.hit(
            title=f"The answer {words!r} rests on L{line}" + (" alone" if len(places) == 1 else ""),
            why=f"Before L{answer.lines[0]} it stands at L{line}{by}{earlier}, and nowhere else; nobody comes to it "
            "in another way or looks at it again. Many right answers rest on one line, too.",
            actor=answer.actor,
            acts=[mark(event, text, at, "where the answer comes from")]
            if event.is_act
            else [mark(answer, trace.text(answer.number), note="the answer")],
            references=[
                *([made] if made else []),
                *(mark(trace.event(n), trace.text(n), o, "it stands here first") for n, o in places[:-1]),
            ],
            topic="source of the answer",
            occurrences=[(line, line)],
        )


def _places(trace: WholeTrace, wanted: re.Pattern[str], answer: int) -> list[tuple[int, int]]:
    """Where the words stand before the answer, the first place of each act; one more than is of use ends the search."""
    places: list[tuple[int, int]] = []
    for number in range(answer - 1, max(0, answer - _BACK), -1):
        event = trace.event(number)
        if event.repeats is not None or event.kind in FRAMING or event.kind is Kind.TASK or is_request(event):
            continue
        match = wanted.search(trace.text(number), 0, _READ)
        if match is not None:
            places.append((number, match.start()))
            if len(places) > _MOST:
                break
    return places[::-1]


def _made_by(trace: WholeTrace, source: Event) -> Mark | None:
    """The code right before a result, where it holds any."""
    if source.kind is not Kind.RESULT:
        return None
    for number in range(source.number - 1, max(0, source.number - 4), -1):
        event = trace.event(number)
        if by_agent(event):
            text = trace.text(number)
            code = re.search(r"```\w*\n", text)
            at = code.end() if code else None
            return mark(event, text, at, "what brought it") if _CODE.search(text) else None
    return None
