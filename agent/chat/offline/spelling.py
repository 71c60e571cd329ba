"""Reads the words that a question is recognised by also where they are misspelt; all its other words stay."""

import re
from collections.abc import Iterable

_KEYS = frozenset(
    "after again agent agents answer answered before between blame cause change changed check checked clarification "
    "confidence count cost diagnosis difference duration error errors event events evidence exception exceptions "
    "explain fail failed failure failures fault final finding findings finish first fixed happen happened happens "
    "helped important inside instructions limit line lines mention mentioned mistake mistakes model often outcome "
    "overview plan prevent prevented problem problems prompt reason remedy repeat responsible result review reviewed "
    "root secret should start started succeed success summary system task tested tests timeline timeout token tokens "
    "tools trace verified verify what went when where which while whose wrong would".split()
)
SHORTEST = 4
_WORD = re.compile(r"[A-Za-z]{4,}")


def respelled(text: str, names: Iterable[str] = ()) -> tuple[str, tuple[tuple[str, str], ...]]:
    """A question with each word that is one slip away from a word it could be recognised by; which words these were."""
    known = _KEYS | {word.casefold() for name in names for word in _WORD.findall(name)}
    read_as: dict[str, str] = {}

    def read(match: "re.Match[str]") -> str:
        word = match[0]
        meant = _meant(word.casefold(), known)
        if meant is not None:
            read_as[word] = meant
        return meant or word

    respelt = _WORD.sub(read, text)
    return respelt, tuple(read_as.items())


def _meant(word: str, known: frozenset[str]) -> str | None:
    """The one word that is a slip away; None where it is a word itself, or where several or none could be meant."""
    if word in known or f"{word}s" in known or word.removesuffix("s") in known:
        return None
    near = [
        other for other in known if other[0] == word[0] and abs(len(other) - len(word)) <= 1 and _is_slip(word, other)
    ]
    return max(near, key=len) if len({other[:SHORTEST] for other in near}) == 1 else None


def _is_slip(one: str, other: str) -> bool:
    """Whether two words differ by one letter: wrong, missing, too many, or two that changed places."""
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    rest, beside = one[at:], other[at:]
    if len(rest) == len(beside):
        return rest[1:] == beside[1:] or (rest[2:] == beside[2:] and rest[:2] == beside[1::-1])
    return rest[1:] == beside or rest == beside[1:]
