"""The final answer does not have the form that the task asks for, where that can be counted."""

import re
from collections.abc import Iterable

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.final_answer import final_answer
from agent.signals.readings.normalised_text import has_any
from agent.signals.readings.quoted_line import line_with, mark
from agent.signals.signal import Mark, Signal
from agent.trace.event import Event, Kind

_NUMBER = re.compile(
    r"\b(?:answer|reply|respond)\b[^.\n]{0,40}\b(?:with|as|in) (?:the|a|one)? ?(?:single )?(?:number|integer)"
    r"(?:,? and nothing else| only| alone)"
    r"|\b(?:only|just) (?:the|a|one) (?:number|integer)\b(?! of)",
    re.IGNORECASE,
)
_WORDS = re.compile(
    r"(?:\b(?:answer|reply|summary|text|report|abstract|message|response|it)\b[^.\n]{0,60}|\b(?:in|with|within|of) )"
    r"\b(?:at most|no more than|not more than|up to|(?:a )?maximum of|under|fewer than|less than|max\.?) "
    r"(\d{1,4}) words\b",
    re.IGNORECASE,
)
_ONE_WORD = re.compile(r"\b(?:answer|reply|respond)\b[^.\n]{0,40}\b(?:with|in) (?:one|a single) word\b", re.IGNORECASE)
_SOFT = re.compile(
    r"\b(?:about|roughly|around|ideally|if possible|example|e\.g|each|every|per|title|headline|subject|caption|tagline"
    r"|sentences?|lines?|paragraphs?|names?)\b",
    re.IGNORECASE,
)
_SLACK = 1.1
"""A text may be counted in another way, by a tenth."""


class AnswerForm(Detector):
    """A number alone, one word, or so many words at most: what a program can count."""

    name = "answer_form"
    mode = "FM-1.1"
    tier = "fact"
    known_false = (
        "a number with its unit or sign",
        "about so many words",
        "a task that is quoted from somewhere else, or has several answers",
    )
    english_only = True

    def __init__(self) -> None:
        self._tasks: list[int] = []

    def see(self, event: Event, text: str) -> None:
        """Remember what was asked."""
        if event.kind is Kind.TASK and event.is_act:
            self._tasks.append(event.number)

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """The answer, if it breaks the form that the one task states."""
        answer = final_answer(trace)
        if answer is None or not answer.words or len(self._tasks) != 1 or answer.event.number <= self._tasks[0]:
            return
        number = self._tasks[0]
        asked = trace.text(number)
        broken = _broken(asked, answer.words)
        if broken is None:
            return
        at, what = broken
        text = trace.text(answer.event.number)
        yield self.hit(
            title=f"The final answer is {what}",
            why=f"L{trace.event(number).lines[0]} asks for another form; L{answer.event.lines[0]} gives the answer so, "
            "and whoever reads it by program cannot use it.",
            actor=answer.event.actor,
            acts=[mark(answer.event, text, answer.at, "the answer")],
            references=[Mark(number, line_with(asked, at), "the form that was asked for")],
            topic="form of the answer",
            occurrences=[answer.event.lines],
        )


def _broken(task: str, words: str) -> tuple[int, str] | None:
    """Where the task states a form that the answer breaks, and what the answer is instead."""
    count = len(words.split())
    if not has_any(task, ("number", "integer", "word")):
        return None
    number = _NUMBER.search(task)
    if number is not None and count > 4 and not _is_soft(task, number):
        return number.start(), f"{count} words long where a number alone was asked for"
    one = _ONE_WORD.search(task)
    if one is not None and count > 3 and not _is_soft(task, one):
        return one.start(), f"{count} words long where one word was asked for"
    most = _WORDS.search(task)
    if most is not None and count > _SLACK * int(most[1]) and not _is_soft(task, most):
        return most.start(), f"{count} words long where {most[1]} are the most"
    return None


def _is_soft(task: str, match: re.Match[str]) -> bool:
    return _SOFT.search(task, max(0, match.start() - 40), match.end()) is not None
