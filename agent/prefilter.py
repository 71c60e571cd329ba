"""Tells which of many patterns stand somewhere in a text, in one pass over it by hyperscan."""

import re
import threading
from collections.abc import Iterable
from functools import cached_property
from hashlib import sha256
from typing import Any

from agent import private_files
from agent.system_folders import cache_folder

_PLAIN = r"\[\^?\]?(?:[^\]\\]|\\.)*\]|\\.|[^()\\\[]"
_AROUND = re.compile(rf"\(\?<?[!=](?:{_PLAIN}|\((?:{_PLAIN})*\))*\)")
_NAMED, _POSSESSIVE = re.compile(r"\(\?P<\w+>"), re.compile(r"(?<=[}*+?])(?<!\\[*+?])\+")
_REPEATED = re.compile(r"(?<!\\)\{(\d+)(?:(,)(\d*))?\}")
_LAST = re.compile(r"(?<!\\)\{([1-9]\d*)(?:,\d*)?\}(\)?)$")
_LONGEST = 8
"""How often something is asked for at the most: the pattern itself counts on, and this is sooner compiled."""
_SUM = 32


class Prefilter:
    """Looks for several expressions over bytes at once; says which of them stand in a text, and never where.

    To compile hundreds of them takes a second: `name` is the file of the cache in which the next program finds them.
    """

    def __init__(self, expressions: Iterable[str], name: str = "") -> None:
        self._expressions = tuple(sorted(set(expressions)))
        self._name = name
        self._scanning = threading.Lock()

    def seen(self, text: str) -> frozenset[str]:
        """The expressions that stand in a text."""
        numbers: list[int] = []
        data = text.encode("utf-8", "replace")
        with self._scanning:
            self._database.scan(data, match_event_handler=lambda number, *_: numbers.append(number))
        return frozenset([self._expressions[number] for number in numbers])

    @cached_property
    def _database(self) -> Any:
        import hyperscan

        made_of = sha256(repr(self._expressions).encode()).digest()
        path = cache_folder() / f"{self._name}.patterns" if self._name else None
        kept = private_files.read_bytes(path) if path is not None else None
        if kept is not None and kept[:_SUM] == made_of and kept[_SUM : 2 * _SUM] == sha256(kept[2 * _SUM :]).digest():
            try:
                database = hyperscan.loadb(kept[2 * _SUM :], hyperscan.HS_MODE_BLOCK)
                database.scratch = hyperscan.Scratch(database)
                return database
            except hyperscan.HyperscanError:  # of another version, or of another processor that shares the folder
                pass
        database = self._compiled()
        if path is not None:
            data = hyperscan.dumpb(database)
            private_files.write(path, made_of + sha256(data).digest() + data)
        return database

    def _compiled(self) -> Any:
        import hyperscan

        database = hyperscan.Database()
        flags = [hyperscan.HS_FLAG_SINGLEMATCH | hyperscan.HS_FLAG_DOTALL] * len(self._expressions)
        expressions = [each.encode() for each in self._expressions]
        database.compile(expressions=expressions, ids=list(range(len(expressions))), flags=flags)
        return database


def literal(words: str) -> str:
    """The expression of words that stand as they are."""
    return "".join(f"\\x{byte:02x}" for byte in words.encode("utf-8", "replace"))


def needed_by(pattern: str) -> str:
    """What stands wherever a pattern matches: without looking around, and at its end no longer than needed."""
    bare = _POSSESSIVE.sub("", _NAMED.sub("(", _AROUND.sub("", pattern)))
    return _REPEATED.sub(_fewer, _LAST.sub(lambda last: f"{{{min(int(last[1]), _LONGEST)}}}{last[2]}", bare))


def needed_in_line(pattern: str) -> str:
    """The same for a pattern of words, whose parts may stand however far apart in a line."""
    pattern = re.sub(r"\[[^\]]*[^\x00-\x7f][^\]]*\]", r"[^\\n]{1,4}", pattern)
    if not pattern.isascii():
        pattern = pattern.replace(r"\b", "").replace(r"\w*", "")
    return re.sub(r"(?:\.|\[\^[^\]]*\])\{0,\d+\}\??", "[^\\\\n]*", f"(?im){_AROUND.sub('', pattern)}")


def _fewer(repeated: re.Match[str]) -> str:
    """A repetition that holds wherever this one does: of a few at the most, and without an end where that was far."""
    least, comma, end = repeated.groups()
    if (end if comma else least) and int(end if comma else least) <= _LONGEST:
        return repeated[0]
    fewest = min(int(least), _LONGEST)
    return {0: "*", 1: "+"}.get(fewest, f"{{{fewest},}}")
