"""Tells whether two acts are the same for a reader: alike in words, and about the same things."""

import re

from agent.signals.detector import WholeTrace
from agent.signals.readings.code_blocks import code_share
from agent.signals.readings.log_header import after_header
from agent.signals.readings.normalised_text import words_of
from agent.signals.readings.text_similarity import similarity
from agent.trace.event import Kind

LETTERS = 150
SHINGLES = 18
GUESS = 0.8
PROSE = 0.85
CODE = 0.98
_ANEW = re.compile(
    r"\W*(?:(?:my |I )?apolog(?:ies|i[sz]e)|(?:I'm |I am )?sorry|let me (?:try|correct|fix|redo|rephrase))\b",
    re.IGNORECASE,
)
_OBJECT = re.compile(r"\d|[/_\\.:=]\w|[a-z][A-Z]|^\W*[A-Z]\w{2,}")


def is_same(trace: WholeTrace, first: int, again: int) -> bool:
    """Whether two acts are the same for a reader: alike in words, and about the same things."""
    one, other = trace.text(first), trace.text(again)
    coded = trace.event(again).kind is Kind.CALL or code_share(other) > 0.5
    return similarity(one, other) >= (CODE if coded else PROSE) and not is_swapped(one, other)


def tries_otherwise(text: str) -> bool:
    """Whether a text begins by saying that what failed is tried in another way: its thought is told again with it."""
    return _ANEW.match(text, after_header(text)) is not None


def is_swapped(one: str, other: str) -> bool:
    """Whether a number, name or path of one text stands where the other has a different one: a step of a loop."""
    first, second = set(words_of(one)), set(words_of(other))
    return any(map(_OBJECT.search, first - second)) and any(map(_OBJECT.search, second - first))
