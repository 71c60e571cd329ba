"""What a sentence asserts: a fact about the run, advice, or that something is not there."""

import re

_ABSENT = re.compile(
    r"\b(?:not|never|nowhere|nobody|none|nothing|no (?:one|agent|line|event|mention|trace|sign)|doesn't|didn't)\b",
    re.IGNORECASE,
)
_ADVICE = re.compile(
    r"\b(?:should|could|would|might|must|add|change|require|instruct|replace|e\.g\.|for example)\b", re.IGNORECASE
)
_REPORTED = re.compile(
    r"\b(?:sa(?:id|ys)|wr[oi]tes?|written|repl(?:ied|ies)|answer(?:ed|s)|claim(?:ed|s)?|state[ds]|asked|told|report(?:ed|s)"
    r"|approve[ds]|print(?:ed|s)|read[s]?|return(?:ed|s))\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"\b(?:and|but|while|yet)\b|[;:]", re.IGNORECASE)
_NOT_HERE = re.compile(r"\bnot in (?:this|the) trace\b", re.IGNORECASE)
FEWEST_WORDS = 5


def is_denied(sentence: str, words: str) -> bool:
    """Whether a sentence says of certain words that they are not there, in the same clause."""
    before, _, after = sentence.partition(words)
    return bool(_ABSENT.search(_CLAUSE.split(before)[-1]) or _ABSENT.search(_CLAUSE.split(after)[0]))


def is_factual(sentence: str) -> bool:
    """Whether a sentence says something about the run, and not what to do, what is asked or what comes next."""
    text = sentence.strip()
    if text.endswith(("?", ":")) or text.startswith(("#", "|")) or _NOT_HERE.search(text) or _ADVICE.search(text):
        return False
    return len(re.findall(r"\w+", text)) >= FEWEST_WORDS


def is_advice(sentence: str) -> bool:
    """Whether a sentence says what to do, and reports nothing that was said."""
    return bool(_ADVICE.search(sentence) and not _REPORTED.search(sentence))
