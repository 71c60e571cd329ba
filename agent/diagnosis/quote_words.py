"""Words, numbers, negations and names of a quote: what must be the same for two texts to say the same."""

import re
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

_TOKEN = re.compile(
    r"(?<![^\W\d_])\d+(?:[.,:/]\d+)*(?![^\W\d_])"  # a number
    r"|[^\W_]+(?:_+[^\W_]+)*(?:['’][^\W_]+)*"  # a word or an identifier
    r"|(?<=[\w)])\*+(?=[\w(])|(?<!\w)-(?=\d)|(?<=\w)\s>\s(?=\w)|[=<!+/%^]+=*|>="  # a sign that means something
)
_NEGATIONS = frozenset(
    "not no never none nothing neither nor nobody nowhere cannot without hardly barely scarcely fail "
    "fails failed failing false unable unless except instead".split()
)
_NUMBERS = frozenset(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred "
    "thousand million billion once twice thrice half both dozen first second third fourth fifth sixth "
    "seventh eighth ninth tenth single double triple".split()
)
_COMPARISONS = frozenset(
    "more less fewer greater smaller larger bigger higher lower better worse before after above below "
    "over under most least equal equals same different all some any every each only always until since "
    "than minimum maximum min max exceeds true up down old new last next earlier later inside outside and "
    "or but if".split()
)
_LITTLE = frozenset("the a an this that of to is are was were".split())
_TURNS = ("un", "in", "im", "ir", "il", "dis", "non", "mis", "de")
_ALIKE = 0.7
_GAP = r"(?:[^\w=<!+/%^]|_)*"


class Token(NamedTuple):
    """A word, number or sign, folded, with its place."""

    text: str
    start: int
    end: int
    is_name: bool = False
    """Whether it is written like a name: of somebody, of a file, of something in code."""


def tokens(text: str) -> list[Token]:
    """The words, numbers and signs of a text; formatting is left out."""
    return [
        Token(
            match[0].strip().casefold().replace("’", "'"),
            match.start(),
            match.end(),
            _is_name(text, match[0], match.start()),
        )
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


def _is_name(text: str, word: str, start: int) -> bool:
    if "_" in word or any(c.isdigit() for c in word) or any(c.isupper() for c in word[1:]):
        return True
    if text[max(0, start - 1) : start] in (".", "/", "@", "#", "$") and start:
        return True
    return word[0].isupper() and not _STARTS.search(text, max(0, start - 12), start)


_STARTS = re.compile(r"(?:^|[.!?:\n|>*#-])[^\w]*$")


def is_number(word: str) -> bool:
    """Whether a token is a number, in figures or in words."""
    return word[0].isdigit() or word in _NUMBERS


def is_negation(word: str) -> bool:
    """Whether a token turns a sentence round."""
    return word in _NEGATIONS or word.endswith("n't")


def is_telling(word: str) -> bool:
    """Whether the sense hangs on a token: a number, a negation, a comparison, a sign."""
    return is_number(word) or is_negation(word) or word in _COMPARISONS or not word[0].isalnum()


def same_sense(quote: Sequence[Token], line: Sequence[Token]) -> bool:
    """Whether a quote differs from words of the trace only where the sense does not hang on it.

    Words may be left out of a quote, or be spelt a little differently; no number, negation, comparison, sign or name
    may differ, nothing may stand in another order, and no word may stand for another.
    """
    matcher = SequenceMatcher(None, [one.text for one in quote], [one.text for one in line], autojunk=False)
    for change, low, high, first, last in matcher.get_opcodes():
        if change == "equal":
            continue
        said, there = quote[low:high], line[first:last]
        if any(is_telling(one.text) for one in (*said, *there)):
            return False
        if change == "insert":
            continue
        if change == "delete" and not all(one.text in _LITTLE for one in said):
            return False
        if change == "replace" and (len(said) != len(there) or not all(map(_alike, said, there))):
            return False
    return True


def _alike(said: Token, there: Token) -> bool:
    """Whether two words are forms of one, and not one the contrary of the other."""
    if said.is_name or there.is_name:
        return False
    short, long = sorted((said.text, there.text), key=len)
    if any(long == turn + short for turn in _TURNS) or short[:2] != long[:2]:
        return False
    return SequenceMatcher(None, short, long, autojunk=False).ratio() >= _ALIKE


def overlap(one: "Counter[str]", other: "Counter[str]") -> float:
    """The share of words that two texts have in common (Dice)."""
    total = one.total() + other.total()
    return 2 * (one & other).total() / total if total else 0.0
