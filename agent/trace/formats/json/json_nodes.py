"""The shape of a JSON value and where its parts lie in the file; the text stays in the file."""

import json
from collections.abc import Iterator
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Literal, cast

from agent.trace.event import Coding, Piece
from agent.trace.event_text import Bytes, decode, scrub, strings_of

Shape = Literal["object", "array", "string", "strings", "literal"]


class HeldBytes:
    """Bytes in memory, read as a source is read."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def read(self, start: int, end: int) -> bytes:
        """The bytes from start to end."""
        return self._data[start:end]


class Node:
    """A value in a JSON source: its shape, its bytes, and the nodes inside it.

    `strings` is an array of nothing but strings, whose items were not looked at one by one. A `nested` node lies in
    JSON that is itself the text of a JSON string; the bytes of a nested string are those between its quotes.
    """

    __slots__ = ("end", "fields", "items", "nested", "shape", "short", "start")

    def __init__(self, shape: Shape, start: int, end: int, short: bytes | None = None) -> None:
        self.shape = shape
        self.start = start
        self.end = end
        self.nested = False
        self.short = short
        """What is written, where that is only a word or two."""
        self.fields: dict[str, Node] = {} if shape == "object" else _NO_FIELDS
        self.items: list[Node] = [] if shape == "array" else _NO_ITEMS

    def get(self, *path: str) -> "Node | None":
        """The node that a path of keys leads to."""
        node: Node | None = self
        for key in path:
            node = node.fields.get(key) if node is not None else None
        return node

    @property
    def is_text(self) -> bool:
        """Whether the node is a string, or an array of nothing but strings."""
        return self.shape in ("string", "strings") or (
            self.shape == "array" and bool(self.items) and all(item.shape == "string" for item in self.items)
        )

    def piece(self, *, unfold: bool = False) -> Piece:
        """The text of the node as a piece of an event: strings unfolded, everything else as written.

        With `unfold`, what is written is JSON again and its own escapes are undone as well.
        """
        if self.nested:
            twice = self.shape == "string" or unfold
            return Piece(self.start, self.end, Coding.NESTED if twice else Coding.STRING)
        if self.shape == "string":
            return Piece(self.start + 1, self.end - 1, Coding.NESTED if unfold else Coding.STRING)
        if self.is_text:
            return Piece(self.start + 1, self.end - 1, Coding.STRINGS)
        return Piece(self.start, self.end, Coding.STRING if unfold and self.fields else Coding.PLAIN)

    def tight_piece(self, source: Bytes) -> Piece:
        """The text of the node without the brackets and the space around a list of strings."""
        piece = self.piece()
        if piece.coding is not Coding.STRINGS:
            return piece
        data = source.read(piece.start, piece.end)
        first, last = data.find(b'"'), data.rfind(b'"')
        return Piece(piece.start + first, piece.start + last + 1, Coding.STRINGS) if first >= 0 else piece

    def text(self, source: Bytes) -> str:
        """The text of a string or of a list of strings; of anything else, as written."""
        if self.short is not None and self.shape == "string":
            return _word(self.short)
        start, end, coding = self.piece()
        data = source.read(start, end)
        return strings_text(data) if coding is Coding.STRINGS else decode(data, coding)

    def value(self, source: Bytes) -> Any:
        """The Python value, None where it is too odd to be one."""
        try:
            if self.nested:
                return self.text(source) if self.shape == "string" else json.loads(self.text(source), strict=False)
            return json.loads(self.short or source.read(self.start, self.end), strict=False)
        except (ValueError, RecursionError):
            return None

    def walk(self) -> Iterator["Node"]:
        """The node and every node inside it, in document order."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.items))
            stack.extend(reversed(node.fields.values()))

    def members(self) -> "list[Node]":
        """The items of an array, or the fields of an object whose keys are whole numbers, by number."""
        if self.shape != "object":
            return self.items
        return [self.fields[key] for key in sorted((k for k in self.fields if k.isdigit() and len(k) < 9), key=int)]


# Most nodes are leaves: they share these, which nobody can write to.
_NO_FIELDS = cast(dict[str, Node], MappingProxyType({}))
_NO_ITEMS = cast(list[Node], ())


@lru_cache(4096)
def _word(written: bytes) -> str:
    return decode(written[1:-1], Coding.STRING)


def strings_text(data: bytes) -> str:
    """The text of a run of strings."""
    return scrub("\n".join(strings_of(data)))


def text_of(source: Bytes, node: Node | None) -> str | None:
    """The text of a string node; None for null, for anything else and for nothing."""
    return node.text(source) if node is not None and node.shape == "string" else None


def first_text(source: Bytes, node: Node | None, *keys: str) -> str | None:
    """The first field of these names that is a string with something in it."""
    if node is None:
        return None
    fields = node.fields
    for key in keys:
        if key in fields and fields[key].shape == "string":
            text = fields[key].text(source)
            if text:
                return text
    return None
