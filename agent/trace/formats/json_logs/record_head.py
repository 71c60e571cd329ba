"""Recognises JSON by one of its first records, whether they are lines or lie in a list."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from agent.trace.formats.base.format import BLANKS, Head
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json.json_lines import is_of_lines
from agent.trace.source import Source

_LOOKED_AT = 25
_VALUES = 8
_TUPLE = pattern(rb'\[\s*(?:"[^"]*"|\[\s*(?:"[^"]*"\s*(?:,\s*)?)*\])\s*,')
_DECODER = json.JSONDecoder(strict=False)


@dataclass(slots=True)
class RecordMark:
    """How the records of a format are known, one by one.

    `opening` is looked for where the first record is longer than the head; `holders` are the names under which a
    document holds the records in a list; `name.*` stands for any name in the object of that name.
    """

    because: str
    knows: Callable[[Any], bool]
    opening: tuple[re.Pattern[bytes], ...] = ()
    holders: tuple[str, ...] = ()
    together: Callable[[list[Any]], bool] | None = None
    """Whether the first lines are of the format when they are seen together, though none is known by itself."""
    document: bool = False
    """Whether a document may be a record itself, with others in it."""

    deep: bool = False
    """Whether the list may stand anywhere in a document, behind other fields."""
    _holder: re.Pattern[bytes] = field(init=False)
    _deep: re.Pattern[bytes] = field(init=False)

    def __post_init__(self) -> None:
        """Make the pattern by which a document that holds the records is known."""
        names = b"|".join(map(_holding, self.holders)) or b"(?!)"
        self._holder = pattern(rb"\{\s*(?:" + names + rb")\s*:\s*\[")
        self._deep = pattern(rb"(?:" + names + rb")\s*:\s*\[")

    def recognise(self, head: Head) -> str | None:
        """Which rule says that one of the first records is of this format."""
        data = head.trimmed
        listed = self.list_at(data)
        if listed is None and self.document and _value(data.partition(b"\n")[0]) is None and self._begins(data):
            return f"a JSON document: {self.because}"
        if listed is None:
            return f"JSON lines: {self.because}" if self._in_lines(head, data) else None
        values = list(_first_values(data, listed))
        known = any(map(self.knows, values)) if values else self._begins(data)
        return f"a JSON list: {self.because}" if known else None

    def in_document(self, source: Source) -> bool:
        """Whether the records lie in a list; else they are lines."""
        if self.deep and source.read(source.start, source.start + 64).lstrip(BLANKS)[:1] == b"{":
            return not is_of_lines(source)
        return self.list_at(source.read(source.start, source.start + 512).lstrip(BLANKS)) is not None

    def _in_lines(self, head: Head, data: bytes) -> bool:
        first = data.split(b"\n", _LOOKED_AT)
        last = first.pop() if len(first) > _LOOKED_AT or not head.whole else b""
        whole = [line for line in first if line.strip()]
        if not whole:
            return self._begins(last)
        values = [value for line in whole if (value := _value(line)) is not None]
        if any(self.knows(value) for value in values):
            return True
        return self.together is not None and len(values) == len(whole) > 2 and self.together(values)

    def _begins(self, data: bytes) -> bool:
        return bool(self.opening) and all(sought.search(data) for sought in self.opening)

    def list_at(self, data: bytes) -> int | None:
        """Where the list begins that holds the records; None where they are lines."""
        if (holder := self._holder.match(data)) is not None:
            return holder.end()
        if self.deep and data[:1] == b"{":
            line, _, more = data.partition(b"\n")
            is_lines = more.strip() and _value(line) is not None
            holder = None if is_lines else self._deep.search(data)
            return holder.end() if holder is not None else None
        return 1 if data[:1] == b"[" and _TUPLE.match(data) is None else None


def _holding(name: str) -> bytes:
    """The pattern of the key that holds the records; of any key in an object, where the name says so."""
    outer, inner, _ = name.partition(".*")
    return b'"' + outer.encode() + b'"' + (rb'\s*:\s*\{\s*"[^"]{0,200}"' if inner else b"")


def _value(line: bytes) -> Any:
    """The value of a line that is an object or a list by itself."""
    line = line.strip()
    if line[:1] not in (b"{", b"[") or line[-1:] not in (b"}", b"]"):
        return None
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _first_values(data: bytes, at: int) -> Iterator[Any]:
    """The first few values of a list that lie whole in the head."""
    text = data[at:].decode("utf-8", "replace").lstrip()
    for _ in range(_VALUES):
        try:
            value, end = _DECODER.raw_decode(text)
        except (ValueError, RecursionError):
            return
        yield value
        text = text[end:].lstrip(" \t\r\n,")
