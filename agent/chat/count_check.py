"""Holds the counts in an answer against what was counted: by a lookup, in the lines it cites, or by nobody."""

import re
from collections.abc import Iterable, Iterator, Set

_WORDS = {word: at for at, word in enumerate("four five six seven eight nine ten eleven twelve".split(), 4)}
_ZERO = frozenset({"no", "none", "zero", "never"})
_NOUNS = (
    r"times|calls?|lines?|events?|messages?|errors?|failures?|restarts?|rounds?|turns?|versions?|files?|phases?"
    r"|segments?|agents?|requests?|retries|attempts|occurrences|mentions|tokens"
)
_COUNTED = re.compile(
    rf"(?<![\w.,$-])(\d[\d,]*|{'|'.join(_WORDS)})(?=\s+(?:[\w-]+\s+){{0,2}}(?:{_NOUNS})\b)", re.IGNORECASE
)
_NUMBER = re.compile(r"(?<![\w@.-])\d[\d,]{0,12}(?![\w.]*\w)")
_QUOTED = re.compile(r"\"[^\"\n]*\"|“[^“”\n]*”|`[^`\n]*`|\([^()\n]*\bL\d[^()\n]*\)|\bL\d+(?:-L?\d+)?")


def numbers_in(text: str) -> Iterator[int]:
    """The whole numbers that stand in a text."""
    for number in _NUMBER.findall(text):
        yield int(number.replace(",", ""))


def counts_in(sentence: str) -> list[int]:
    """What a sentence says to have counted: `6 calls`, `nine failed attempts`; nothing of what it quotes."""
    numbers = _COUNTED.findall(_QUOTED.sub(" ", sentence))
    return [_WORDS.get(one.casefold()) or int(one.replace(",", "")) for one in numbers]


def is_counted(sentence: str, counted: Set[int]) -> bool:
    """Whether a sentence says what a lookup counted, or that there is none of it, which needs no line."""
    counts = counts_in(sentence)
    words = set(re.findall(r"[a-z]+", sentence.casefold()))
    says_none = bool(_ZERO & words) and re.search(rf"\b(?:{_NOUNS})\b", sentence, re.IGNORECASE) is not None
    return (bool(counts) and set(counts) <= counted) or (0 in counted and says_none)


def uncounted(sentence: str, counted: Iterable[int], places: int, cited: Iterable[str]) -> Iterator[str]:
    """What is to be said of counts that nobody made: no lookup, not the cited lines, not as many cited places."""
    if not (counts := counts_in(sentence)):
        return
    known = {*counted, places, *(number for text in cited for number in numbers_in(text))}
    for number in counts:
        if number not in known:
            yield f"{number:,} was counted by no lookup, and does not stand in the lines it cites"
