"""The literal words of which one must stand in every text that a pattern matches."""

import re
from typing import NamedTuple

_ATOM = re.compile(r"\\(?:x[0-9a-f]{2}|.)|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?[:<!=]+|[()|]|[^\\]", re.DOTALL)
_COUNT = re.compile(r"[?*+]|\{(\d+)(?:,\d*)?\}")
_SIGNS = r"()[]{}.*+?|^$\/-#<>=!:`\"' "
_MOST, _SHORTEST = 700, 2
_SPECIAL = frozenset(r"\()[]{}.*+?|^$")
_COMMON = frozenset(
    "a an the you your all any from our will do to of in is and or it act task result return turn end data text user "
    "error class check start root input call tool log prompt role mode file message content source request ok".split()
)


class _Words(NamedTuple):
    every: frozenset[str] | None
    """All texts that are matched, where they can be counted."""
    best: frozenset[str]
    """The rarest list of words of which each match holds one; none if there is no such list."""
    leads: bool
    """Whether each match begins with one of them."""


_NOTHING = _Words(None, frozenset(), False)


def anchors(pattern: str) -> tuple[frozenset[str], bool]:
    """The rarest such list, and whether each match begins with one of them; of patterns without look-arounds."""
    if _SPECIAL.isdisjoint(pattern):
        return frozenset({pattern}), True
    words, end = _branches(pattern, 0)
    if end != len(pattern) or not words.best or min(len(word.encode()) for word in words.best) < _SHORTEST:
        raise ValueError(f"The pattern {pattern!r} holds no word that every match of it has.")
    return words.best, words.leads


def _branches(pattern: str, at: int) -> tuple[_Words, int]:
    """The words of alternatives up to the end of their group."""
    ways: list[_Words] = []
    while True:
        words, at = _sequence(pattern, at)
        ways.append(words)
        if pattern[at : at + 1] != "|":
            break
        at += 1
    countable = [way.every for way in ways if way.every is not None]
    every = frozenset().union(*countable) if len(countable) == len(ways) else None
    best = frozenset().union(*(way.best for way in ways)) if all(way.best for way in ways) else frozenset()
    return _Words(every, best, all(way.leads for way in ways)), at


def _sequence(pattern: str, at: int) -> tuple[_Words, int]:
    best, leads = frozenset[str](), False
    run = frozenset({""})
    is_countable = True
    while at < len(pattern) and pattern[at] not in "|)":
        words, at = _atom(pattern, at)
        count = _COUNT.match(pattern, at)
        at = count.end() if count else at
        every = words.every
        if count and every is not None:
            every = every | {""} if count[0] == "?" else None
        if every is not None and len(run) * len(every) <= _MOST:
            run = frozenset(before + after for before in run for after in every)
            continue
        if _share(run) < _share(best):
            best, leads = run, is_countable
        run = every if every is not None and len(every) <= _MOST else frozenset({""})
        if (not count or count[0] == "+" or int(count[1] or 0) > 0) and _share(words.best) < _share(best):
            best, leads = words.best, False
        is_countable = False
    if _share(run) < _share(best):
        best, leads = run, is_countable
    return _Words(run if is_countable else None, best, leads), at


def _atom(pattern: str, at: int) -> tuple[_Words, int]:
    atom = _ATOM.match(pattern, at)
    assert atom is not None  # noqa: S101
    if atom[0][0] == "(":
        words, end = _branches(pattern, atom.end())
        return (words if atom[0] in ("(?:", "(") else _NOTHING), end + 1
    if atom[0] == r"\x27":
        return _Words(frozenset({"'"}), frozenset({"'"}), True), atom.end()
    if atom[0] == "\\b":
        return _Words(frozenset({""}), frozenset(), False), atom.end()
    letter = _literal(atom[0])
    return (_Words(frozenset({letter}), frozenset({letter}), True) if letter else _NOTHING), atom.end()


def _literal(atom: str) -> str:
    if len(atom) == 1:
        return atom if atom not in "().^$" else ""
    return atom[1] if atom[0] == "\\" and len(atom) == 2 and atom[1] in _SIGNS else ""


def _share(words: frozenset[str]) -> float:
    """A guess at how often the words occur."""
    if not words or min(len(word.encode()) for word in words) < _SHORTEST:
        return 1e9
    return sum(0.3 ** len(word.encode()) * (50 if word.strip() in _COMMON else 1) for word in words)
