"""Matches a pattern only around words of which one stands in every match: a text is searched at the speed of memory."""

import re
from collections.abc import Iterator, Mapping, Sequence

from agent.signals.readings.normalised_text import LOWERED, lowered

_AROUND = 120


def matches_near(
    pattern: re.Pattern[str],
    text: str,
    words: Mapping[str, Sequence[str]],
    start: int = 0,
    end: int = LOWERED,
    around: int = _AROUND,
) -> Iterator[re.Match[str]]:
    """What a pattern matches in a text, in order.

    `words` are in small letters, each with what stands before it (one of these; nothing where any will do); a match
    begins at most so far before a word and ends at most so far after it.
    """
    lower = lowered(text)
    if len(lower) != min(len(text), LOWERED):  # a capital may have two small letters
        yield from pattern.finditer(text, start, end)
        return
    end, reached = min(end, len(lower)), start
    places = sorted(at for word, before in words.items() for at in _places(lower, word, before, start, end, around))
    for at in places:
        match = pattern.search(text, max(reached, at - around), min(end, at + around)) if at >= reached else None
        if match is not None:
            reached = match.end()
            yield match


def _places(text: str, word: str, before: Sequence[str], start: int, end: int, around: int) -> Iterator[int]:
    """Where a word stands, with one of some words shortly before if there are any."""
    at = text.find(word, start, end)
    while at >= 0:
        said = text[max(0, at - around) : at]
        if not (word[0].isalpha() and said[-1:].isalpha()) and (not before or any(map(said.__contains__, before))):
            yield at
        at = text.find(word, at + 1, end)
