"""Blocks of a JSON file in which a query cannot match, told from the raw bytes, so that they need not be unfolded."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from agent.trace.matcher import Query, find_bytes
from agent.trace.source import Source

STEP = 64 * 1024
OVERLAP = 1024
_UNKNOWN, _EMPTY, _FULL = 0, 1, 2
_SHORTEST = 2
_ESCAPE = b"\\u"
_UNICODE = rb"\\+u[0-9a-fA-F]{4}(?:\\+u[0-9a-fA-F]{4})?"


class Sieve:
    """Remembers for each block of 64 KiB whether anything in it may be what is looked for."""

    def __init__(self, source: Source, query: Query) -> None:
        self._source = source
        self._blocks = bytearray()
        self._database = _database(query, _written)
        self._plain = _database(query, _written_plainly) if self._database is not None else None
        """For blocks in which every character stands for itself, which most do: several times as fast."""

    def may_match(self, start: int, end: int) -> bool:
        """Whether the text made from the bytes from start to end can match at all."""
        if self._database is None or end <= start:
            return True
        first, last = start // STEP, (end - 1) // STEP
        if last >= len(self._blocks):
            self._blocks.extend(bytes(last + 1 - len(self._blocks)))
        return any(self._is_full(block) for block in range(first, last + 1))

    def _is_full(self, block: int) -> bool:
        state = self._blocks[block]
        if state == _UNKNOWN:
            state = self._blocks[block] = _FULL if self._scan(block) else _EMPTY
        return state == _FULL

    def _scan(self, block: int) -> bool:
        import hyperscan

        data = self._source.read(max(0, block * STEP - OVERLAP), (block + 1) * STEP)
        database = self._database
        if self._plain is not None and data.isascii() and find_bytes(data, _ESCAPE) < 0:
            database = self._plain
        try:
            database.scan(data, match_event_handler=lambda *_: True)
        except hyperscan.ScanTerminated:
            return True
        return False


def _database(query: Query, written: Callable[[str, bool], bytes]) -> Any:
    """What must stand in the file for the query to match, as a scanner; None where nothing must."""
    literals = required(query.text) if query.regex else (query.text,)
    if not literals or min(map(len, literals)) < _SHORTEST or max(map(len, literals)) > OVERLAP // 16:
        return None
    import hyperscan

    expressions = [b"".join(written(character, query.ignore_case) for character in literal) for literal in literals]
    plain = {character for literal in literals for character in literal if character.isascii() and character.isalnum()}
    codes = sorted({ord(form) for character in plain for form in (character.lower(), character.upper())})
    if written is _written_plainly:
        codes = []
    if codes:
        expressions.append(rb"\\+u00(?:" + b"|".join(b"%02x" % code for code in codes) + b")")
    once = hyperscan.HS_FLAG_SINGLEMATCH
    flags = [once | (hyperscan.HS_FLAG_CASELESS if query.ignore_case else 0)] * len(expressions)
    if codes:
        flags[-1] = once | hyperscan.HS_FLAG_CASELESS
    database = hyperscan.Database()
    try:
        database.compile(expressions=expressions, flags=flags, ids=list(range(len(expressions))))
    except hyperscan.error:
        return None
    return database


def _written(character: str, ignore_case: bool) -> bytes:
    """Every way in which JSON may write a character, an escape of a plain letter or digit aside."""
    if character.isascii() and character.isalnum():
        return _any_case(character) if ignore_case else character.encode()
    if character == '"' or character == "/":
        return rb"(?:\\*" + character.encode() + rb"|\\+u00[0-9a-fA-F]{2})"
    if character == "\\":
        return rb"(?:\\+(?:u005[cC])?)"
    if character < " " or character == "\x7f":
        return rb"(?:[\x00-\x1f\x7f]|\\+[btnfr]|\\+u00[0-9a-fA-F]{2})"
    if character.isascii():
        return rb"(?:" + re.escape(character).encode() + rb"|\\+u00[0-9a-fA-F]{2})"
    return rb"(?:[\x80-\xff]{1,8}|" + _UNICODE + rb")"


def _written_plainly(character: str, ignore_case: bool) -> bytes:
    """A character where none is written as its number and all are ASCII; some need a backslash all the same."""
    if character in '"/\\' or character < " " or character >= "\x7f":
        return _written(character, ignore_case)
    return re.escape(character).encode()


def _any_case(character: str) -> bytes:
    """A letter that ignores case; k and s have a form beyond ASCII."""
    if character in "kKsSiI":
        return b"(?:" + character.encode() + rb"|[\x80-\xff]{1,4}|" + _UNICODE + b")"
    return character.encode()


def required(pattern: str) -> tuple[str, ...] | None:
    """Words of which a match of the regular expression has at least one; None where none can be told."""
    from re import _parser  # type: ignore[attr-defined]

    try:
        parsed = _parser.parse(pattern)
    except (re.error, RecursionError, OverflowError):
        return None
    if parsed.state.flags & (re.IGNORECASE | re.VERBOSE):
        return None
    return _required(parsed)


def _required(tokens: Sequence[Any]) -> tuple[str, ...] | None:
    """The best set of words that one of the tokens in a row demands."""
    found: list[tuple[str, ...]] = []
    run = ""
    for operation, value in tokens:
        name = str(operation)
        if name == "LITERAL":
            run += chr(value)
            continue
        found.append((run,))
        run = ""
        inner: tuple[str, ...] | None = None
        if name == "SUBPATTERN":
            inner = _required(value[3])
        elif name == "BRANCH":
            inner = _each(value[1])
        elif name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT") and value[0] >= 1:
            inner = _required(value[2])
        if inner:
            found.append(inner)
    found.append((run,))
    best = max(found, key=lambda words: min(map(len, words)))
    return best if min(map(len, best)) >= _SHORTEST else None


def _each(branches: Iterable[Sequence[Any]]) -> tuple[str, ...] | None:
    words: list[str] = []
    for branch in branches:
        needed = _required(branch)
        if needed is None:
            return None
        words += needed
    return tuple(words)
