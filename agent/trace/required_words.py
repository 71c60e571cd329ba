"""Reads off a regular expression words of which every match has at least one, so that most lines need no matching."""

import re

SHORTEST = 2
_MOST_WORDS = 8
_LONGEST = 64
_REPEAT = re.compile(r"(?:\*|\+|\?|\{(?!\})(\d*)(,?)(\d*)\})[?+]?")
_ESCAPE = re.compile(r"\\(?:x..|u.{4}|U.{8}|N\{[^}]*\}|\d{1,3}|.)", re.DOTALL)
_CLASS = re.compile(r"\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)
_OPENING = re.compile(r"\((?!\?)|\(\?(?::|>|P<\w+>)")
_CLOSING = re.compile(r"\)")
_LOOK = re.compile(r"\(\?<?[=!]")
_SAME_AGAIN = re.compile(r"\(\?P=\w+\)")

Words = tuple[str, ...]


class _Unclear(Exception):
    """The pattern holds something that changes what the rest of it means."""


def required(pattern: str) -> Words | None:
    """Words of which a match has at least one; a line break in a word is where the line begins. None for no such."""
    try:
        return _Reader(pattern).words()
    except (_Unclear, RecursionError):
        return None


def unbroken(words: Words | None, breaks: "re.Pattern[str]") -> Words | None:
    """Of each word the longest stretch without such characters; None where one is too short to look for."""
    if words is None:
        return None
    stretches = tuple(dict.fromkeys(max(breaks.split(word), key=len)[:_LONGEST] for word in words))
    return stretches if min(map(len, stretches)) >= SHORTEST else None


class _Reader:
    """Goes over a pattern once; what it does not know ends a word, so that no word is more than what must be there."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._at = 0

    def words(self) -> Words | None:
        """What the whole pattern requires."""
        words = self._alternatives()
        if self._at < len(self._pattern):
            raise _Unclear
        return words

    def _alternatives(self) -> Words | None:
        branches = [self._branch()]
        while self._pattern.startswith("|", self._at):
            self._at += 1
            branches.append(self._branch())
        words: list[str] = []
        for branch in branches:
            if branch is None:
                return None
            words += branch
        return tuple(words) if len(words) <= _MOST_WORDS else None

    def _branch(self) -> Words | None:
        """The best set of words that one part of a row of parts requires."""
        best: Words = ("",)
        run = ""
        while self._at < len(self._pattern) and self._pattern[self._at] not in "|)":
            part = self._part()
            least, repeated = self._repeat()
            if isinstance(part, str) and least:
                run += part
            if isinstance(part, str) and not repeated:
                continue
            best = _better(best, (run,))
            run = ""
            if part and not isinstance(part, str) and least:
                best = _better(best, part)
        best = _better(best, (run,))
        return best if len(min(best, key=len)) >= SHORTEST else None

    def _part(self) -> str | Words | None:
        """A character that must stand there, the words that a group requires, or None for anything else."""
        character = self._pattern[self._at]
        if character == "(":
            return self._group()
        if character == "[":
            self._skip(_CLASS)
            return None
        if character == "\\":
            escaped = self._skip(_ESCAPE)[1:]
            return escaped if len(escaped) == 1 and not (escaped.isascii() and escaped.isalnum()) else None
        self._at += 1
        if character == "^":
            return "\n"
        return None if character in ".$" else character

    def _group(self) -> Words | None:
        if _SAME_AGAIN.match(self._pattern, self._at):
            self._skip(_SAME_AGAIN)
            return None
        looks = _LOOK.match(self._pattern, self._at) is not None
        self._skip(_LOOK if looks else _OPENING)  # what is neither is a condition, or changes how the rest is read
        words = self._alternatives()
        self._skip(_CLOSING)
        return None if looks else words

    def _skip(self, what: "re.Pattern[str]") -> str:
        match = what.match(self._pattern, self._at)
        if match is None:
            raise _Unclear
        self._at = match.end()
        return match[0]

    def _repeat(self) -> tuple[int, bool]:
        """How often the part before must stand there at least, and whether anything was said of that."""
        match = _REPEAT.match(self._pattern, self._at)
        if match is None:
            return 1, False
        self._at = match.end()
        if match[0][0] == "{":
            return int(match[1] or 0), True
        return int(match[0][0] == "+"), True


def _better(one: Words, other: Words) -> Words:
    """The set whose shortest word is longer."""
    return other if len(min(other, key=len)) > len(min(one, key=len)) else one
