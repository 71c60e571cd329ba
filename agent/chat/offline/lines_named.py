"""The part of a trace that a question keeps to: between two places, before one, or from one on."""

import re

from agent.chat.offline.draft import Draft
from agent.chat.offline.question import Question
from agent.diagnosis.document_parts import Lines

_FROM = re.compile(r"\b(?:after|since|from|past|following)\b", re.IGNORECASE)
_UNTIL = re.compile(r"\b(?:before|until|till|by|up to|prior to)\b", re.IGNORECASE)


def lines_named(draft: Draft, question: Question) -> Lines | None:
    """The lines that a question keeps to; None where it means the whole trace, or names a place only."""
    events = draft.material.trace.events
    places = question.lines
    if places is None and question.events is not None and len(events):
        first, last = (events[min(max(1, number), len(events))] for number in question.events)
        places = first.lines[0], last.lines[1]
    if places is None and (finding := draft.material.visible.finding(next(iter(question.findings), ""))) is not None:
        places = finding.onset, finding.onset
    if places is None or not events.lines:
        return None
    if _is_one(question) and not (_FROM.search(question.text) or _UNTIL.search(question.text)):
        return None
    low, high = (max(1, min(line, events.lines)) for line in places)
    if _FROM.search(question.text) and _is_one(question):
        return low, events.lines
    if _UNTIL.search(question.text) and _is_one(question):
        return 1, high
    return low, high


def _is_one(question: Question) -> bool:
    """Whether a question names one place, and no range."""
    named = question.lines or question.events
    return named is None or named[0] == named[1]
