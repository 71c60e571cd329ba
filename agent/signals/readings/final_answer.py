"""Finds the final answer of a run: who gives it, and its words without what leads up to them."""

import re
from typing import NamedTuple

from agent.signals.detector import WholeTrace
from agent.signals.readings.run_end import run_end
from agent.signals.readings.who_acts import is_visible_action
from agent.trace.event import Event, Kind

_MARKED = re.compile(r"\bFINAL ANSWER\b[:*\s]*|\\boxed\{", re.IGNORECASE)
_BACK = 200
_RECORDED = 60
"""How far back an answer is looked for: by its kind, and by the words that the format has on record."""
_ILL_POSED = re.compile(
    r"\b(?:problem|question|statement|task|puzzle)\b[^.\n]{0,60}\b(?:does not|doesn't|did not|lacks?|is missing"
    r"|fails to)\b"
    r"|\bwithout (?:this|that|the|more|further|such|additional|these) (?:\w+ )?(?:information|data|details|values?)\b"
    r"|\b(?:not enough|insufficient|missing|lack of|incomplete) (?:\w+ )?"
    r"(?:information|data|details|context)\b(?! (?:from|on|at)\b)"
    r"|\b(?:information|data) (?:given|provided|in the problem)\b|\bbased on the (?:given|provided|current) \w+",
    re.IGNORECASE,
)
_ADMITS = re.compile(
    r"\b(?:unable|not able|failed) to\b|\b(?:cannot|can't|could not|couldn't|did not|didn't|not) (?:be )?(?:\w+ )?"
    r"(?:find|found|determin\w+|verif\w+|confirm\w*|access\w*|retriev\w*|complet\w*|locat\w*|run|execut\w*|succeed\w*)\b"
    r"|\b(?:unfortunately|sorry|apologi[sz]e|failed|failure|limit(?:ation)?s?|time[sd]? ?out|incomplete|partial\w*)\b"
    r"|\b(?:educated guess|best guess|estimate[ds]?|approximat\w+|assum\w+|from memory|general knowledge)\b",
    re.IGNORECASE,
)


class FinalAnswer(NamedTuple):
    """The words of the final answer, and where in its event they begin."""

    event: Event
    at: int
    words: str


def final_answer(trace: WholeTrace) -> FinalAnswer | None:
    """The last answer, or what the last act marks as the final answer; looked for once."""
    if "final_answer" not in trace.known:
        trace.known["final_answer"] = _find(trace)
    answer: FinalAnswer | None = trace.known["final_answer"]
    return answer


def _find(trace: WholeTrace) -> FinalAnswer | None:
    for number in range(trace.events, max(0, trace.events - _BACK), -1):
        event = trace.event(number)
        if event.kind is Kind.ANSWER and event.repeats is None:
            return _words(event, trace.text(number))
    recorded = _recorded(trace)
    if recorded is not None:
        return recorded
    last = run_end(trace).last
    if last is None or not is_visible_action(last) or last.kind is Kind.CALL:
        return None
    text = trace.text(last.number)
    return _words(last, text) if _MARKED.search(text) else None


def _recorded(trace: WholeTrace) -> FinalAnswer | None:
    """The answer that the format has on record, where an act says it."""
    words = (trace.answer or "").strip()
    for number in range(trace.events, max(0, trace.events - _RECORDED), -1) if words else ():
        event = trace.event(number)
        if is_visible_action(event) and words in (text := trace.text(number)):
            return _words(event, text) if event.kind is not Kind.CALL else FinalAnswer(event, text.find(words), words)
    return None


def lacks_input(text: str) -> bool:
    """Whether words say that the task itself lacks what an answer needs."""
    return _ILL_POSED.search(text) is not None


def admits(text: str) -> bool:
    """Whether an answer says itself that something is missing, failed or guessed."""
    return _ADMITS.search(text) is not None


def _words(event: Event, text: str) -> FinalAnswer:
    marks = [match for match in _MARKED.finditer(text) if text[match.end() : match.end() + 200].strip(" \n}*:`.")]
    at = marks[-1].end() if marks else 0
    words = text[at:]
    if marks and marks[-1][0].endswith("{"):
        words = words.split("}", 1)[0]
    elif marks:
        words = words.strip().split("\n", 1)[0]
    at = text.find(words.strip(), at) if words.strip() else at
    return FinalAnswer(event, max(0, at), words.strip())
