"""Tells what a value looks like: random as a key is, chosen by a person as a password is, or a placeholder."""

import re
from collections import Counter
from itertools import pairwise
from math import log2

SYMBOLS = frozenset("!@#$%^&*+?~|=&")
_MANY_SIGNS = 6
_PAIR = re.compile(r"\(\)|\[\]|\{\}")
_CONSONANTS = re.compile("[bcdfghjklmnpqrstvwxz]{6}", re.IGNORECASE)
_STAND_INS = re.compile(
    r"[\W_]{0,4}(?:your|my|the|some|any|enter|insert|replace|change|new|old|user|test|fake|dummy|sample|example)?[ _-]?"
    r"(?:[a-z]+[ _-])?(?:password|passwd|pass|pwd|secret|token|api[ _-]?key|key|credentials?|string|value|none|null|"
    r"true|false|undefined|required|optional|hidden|masked|redacted|removed|empty|text|bearer|basic|header)"
    r"(?:[ _-]here)?\W*|[*•.xX#_-]+|\W{1,3}",
    re.IGNORECASE,
)
_NAME = r"(?:[A-Z_][A-Z0-9_]*|[a-z_]+\d?|[a-z]+(?:[A-Z][a-z]+)+)"
_END = r"[\s,;.:)\]}\"']*$"
_REFERENCE = re.compile(
    r"[\[<]?\$?\{{1,2}(?:[#%/-]? ?[A-Za-z_$.][\w .:$()/'\"\[\]|?,-]*\}+(?:[^\w#~^%$?!@+*=].*)?$"
    r"|\s?[A-Za-z_ .:$()/'\"\[\]|?-]*$)"
    rf"|\${_NAME}(?:{_END}|[\s(\[./].*|->.*)|\$\(.*|\$\{{.*\}}{_END}|%{_NAME}%{_END}|%(?:\(\w+\))?[sdr]$"
    r"|<[^>\d]{1,60}>?$|(?:os|process\.env|env|self)\..*|(?:https?|s3)://.*|<base64.*"
    r"|[\[{]\\{0,4}[\"'].*|(?:[.~]{1,2}/|/[a-z._-]{2,}(?:/|$)).*"
    r"|.*\[(?:a-z|A-Z|0-9|\\w).*|.*(?:your|YOUR|Your)[_ -].*|.*(?:REDACTED|redacted|placeholder).*|.*<SECRET:.*"
)
"""A value that names where the true one stands, all of it: `${NAME}`, `{{ name }}`, `%NAME%`, a path, an address."""

_FILES = (".json", ".jsonl", ".log", ".txt", ".md", ".py", ".html", ".yaml")
_DATE = re.compile(r"(?:19|20)\d{2}[-/.]\d{1,2}[-/.]\d{1,2}.*|\d{1,2}[-/.]\d{1,2}[-/.](?:19|20)\d{2}")


def is_stand_in(value: str) -> bool:
    """Whether a value only says what belongs there."""
    return bool(_REFERENCE.match(value) or _STAND_INS.fullmatch(value))


def is_filler(text: str) -> bool:
    """Whether the characters only fill a place, as in `xxxxxxxx`."""
    return "xxxxx" in text.lower() or len({c for c in text.lower() if c.isalnum()}) <= 1


def starts_word(text: str, start: int) -> bool:
    r"""Whether a word can start here: at the edge of one, or behind an escape such as the two characters `\n`."""
    if start == 0 or not (text[start - 1].isalnum() or text[start - 1] in "-_"):
        return True
    return start > 1 and text[start - 1] in "nrtbf" and text[start - 2] == "\\"


def is_mixed(text: str) -> bool:
    """Whether letters and digits both occur, as they do in what a machine made."""
    return any(c.isdigit() for c in text) and any(c.isalpha() for c in text)


def is_shuffled(text: str) -> bool:
    """Whether small and capital letters alternate as in no word that a person made."""
    changes = sum(a.isalpha() and b.isalpha() and a.islower() != b.islower() for a, b in pairwise(text))
    return len(text) >= 12 and changes * 4 >= len(text)


def is_jumbled(text: str) -> bool:
    """Whether so many consonants follow each other as in no word that a person made."""
    return len(text) >= 16 and text.isalpha() and _CONSONANTS.search(text) is not None


def is_machine_made(text: str) -> bool:
    """Whether the characters look drawn by lot."""
    return is_mixed(text) or is_shuffled(text)


def is_made_for_session(value: str) -> bool:
    """Whether a value is as random as what names a session."""
    is_drawn = (is_mixed(value) or is_jumbled(value)) and entropy(value) >= 3.0
    return is_drawn and not is_stand_in(value) and not value.endswith(_FILES)


def is_strong(value: str) -> bool:
    """Whether a value is a key, whatever its name."""
    return (
        len(value) >= 20
        and is_mixed(value)
        and entropy(value) >= 3.5
        and re.fullmatch(r"[\w+/=:-]+", value) is not None
    )


def is_scrambled(value: str) -> bool:
    """Whether signs stand in a value as in no word and no code: many of them, and brackets that have no partner."""
    if len(value) < 12 or " " in value or len({c for c in value if not c.isalnum()}) < _MANY_SIGNS:
        return False
    left = "".join(c for c in value if c in "()[]{}")
    while (shorter := _PAIR.sub("", left)) != left:
        left = shorter
    return bool(left)


def kinds_of_signs(value: str) -> int:
    """How many of small letters, capitals behind the first sign, digits and symbols occur."""
    return (
        any(c.islower() for c in value)
        + any(c.isupper() for c in value[1:])
        + any(c.isdigit() for c in value)
        + (not SYMBOLS.isdisjoint(value))
    )


def entropy(value: str) -> float:
    """How many bits a character of the value carries."""
    return -sum(n / len(value) * log2(n / len(value)) for n in Counter(value).values())


def has_check_digit(value: str) -> bool:
    """Whether the last digit is the one that numbers of cards end with."""
    digits = [int(sign) for sign in reversed(value) if sign.isdigit()]
    doubled = [2 * digit - 9 * (digit > 4) if place % 2 else digit for place, digit in enumerate(digits)]
    return sum(doubled) % 10 == 0 and len(set(digits)) > 1


def is_telephone(value: str) -> bool:
    """Whether some digits and signs may be the number of a telephone: no date, no version, no amount."""
    digits = sum(sign.isdigit() for sign in value)
    return 7 <= digits <= 15 and not _DATE.fullmatch(value) and value.count(".") != 1
