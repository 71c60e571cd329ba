"""Words, numbers and negations of a quote: what must be the same for two texts to say the same."""

import re
from collections import Counter
from typing import NamedTuple

_TOKEN = re.compile(
    r"(?<![^\W\d_])\d+(?:[.,:/]\d+)*(?![^\W\d_])"  # a number
    r"|[^\W_]+(?:_+[^\W_]+)*(?:['’][^\W_]+)*"  # a word or an identifier
    r"|(?<=[\w)])\*+(?=[\w(])|(?<!\w)-(?=\d)|(?<=\w)\s>\s(?=\w)|[=<!+/%^]+=*|>="  # a sign that means something
)
_NEGATIONS = frozenset("not no never none nothing neither nor cannot without fail fails failed false unable".split())
_GAP = r"(?:[^\w=<!+/%^]|_)*"


class Token(NamedTuple):
    """A word, number or sign, folded, with its place."""

    text: str
    start: int
    end: int


def tokens(text: str) -> list[Token]:
    """The words, numbers and signs of a text; formatting is left out."""
    return [
        Token(match[0].strip().casefold().replace("’", "'"), match.start(), match.end())
        for match in _TOKEN.finditer(text)
    ]


def loose_pattern(text: str) -> "re.Pattern[str] | None":
    """A pattern that finds the words of a text whatever their spacing, case, quote marks and markup."""
    words = [match[0].strip() for match in _TOKEN.finditer(text)]
    if not words:
        return None
    parts = [re.escape(word).replace("'", "['’]").replace("’", "['’]") for word in words]
    first = r"(?<!\w)" if words[0][0].isalnum() else ""
    last = r"(?!\w)" if words[-1][-1].isalnum() else ""
    return re.compile(first + _GAP.join(parts) + last, re.IGNORECASE)


def is_number(word: str) -> bool:
    """Whether a token is a number."""
    return word[0].isdigit()


def is_negation(word: str) -> bool:
    """Whether a token turns a sentence round."""
    return word in _NEGATIONS or word.endswith("n't")


def same_claims(one: list[str], other: list[str]) -> bool:
    """Whether two texts hold equal numbers, equal signs and equally many negations."""
    return (
        Counter(w for w in one if is_number(w)) == Counter(w for w in other if is_number(w))
        and Counter(w for w in one if not w[0].isalnum()) == Counter(w for w in other if not w[0].isalnum())
        and sum(map(is_negation, one)) == sum(map(is_negation, other))
    )


def overlap(one: "Counter[str]", other: "Counter[str]") -> float:
    """The share of words that two texts have in common (Dice)."""
    total = one.total() + other.total()
    return 2 * (one & other).total() / total if total else 0.0
