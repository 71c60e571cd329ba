"""Tells which of many patterns may match in a text, by one pass over it at the speed of memory."""

import re
import threading
from collections.abc import Iterable
from functools import cached_property
from typing import Any

_PLAIN = r"\[\^?\]?(?:[^\]\\]|\\.)*\]|\\.|[^()\\\[]"
_AROUND = re.compile(rf"\(\?<?[!=](?:{_PLAIN}|\((?:{_PLAIN})*\))*\)")
_NAMED, _POSSESSIVE = re.compile(r"\(\?P<\w+>"), re.compile(r"(?<=[}*+?])(?<!\\[*+?])\+")
_MANY, _LAST = re.compile(r"\{(\d+),\d{2,}\}"), re.compile(r"\{([1-9]\d*),\d*\}\)?$")


class Prefilter:
    """Looks for several expressions over bytes at once; says which of them stand in a text, and never where."""

    def __init__(self, expressions: Iterable[str]) -> None:
        self._expressions = tuple(dict.fromkeys(expressions))
        self._scanning = threading.Lock()

    def seen(self, text: str) -> frozenset[str]:
        """The expressions that stand in a text."""
        seen: list[int] = []
        data = text.encode("utf-8", "replace")
        with self._scanning:
            self._database.scan(data, match_event_handler=lambda number, *_: seen.append(number))
        return frozenset([self._expressions[number] for number in seen])

    @cached_property
    def _database(self) -> Any:
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
    return _MANY.sub(_endless, _LAST.sub(lambda last: f"{{{last[1]}}}" + ")" * last[0].endswith(")"), bare))


def needed_in_line(pattern: str) -> str:
    """The same for a pattern of words, whose parts may stand however far apart in a line."""
    pattern = re.sub(r"\[[^\]]*[^\x00-\x7f][^\]]*\]", r"[^\\n]{1,4}", pattern)
    if not pattern.isascii():
        pattern = pattern.replace(r"\b", "").replace(r"\w*", "")
    return re.sub(r"(?:\.|\[\^[^\]]*\])\{0,\d+\}\??", "[^\\\\n]*", f"(?im){_AROUND.sub('', pattern)}")


def _endless(many: re.Match[str]) -> str:
    least = many[1]
    return {"0": "*", "1": "+"}.get(least, f"{{{least},}}")
