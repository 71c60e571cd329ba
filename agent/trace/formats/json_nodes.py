"""The shape of a JSON value and where its parts lie in the file; the text stays in the file."""

import json
from collections.abc import Iterator
from typing import Any, Literal

from agent.trace.event import Coding, Piece
from agent.trace.source import Source
from agent.trace.unfold import decode, read_text

Shape = Literal["object", "array", "string", "strings", "literal"]


class Node:
    """A value in a JSON source: its shape, its bytes, and the nodes inside it.

    `strings` is an array of nothing but strings, whose items were not looked at one by one.
    """

    __slots__ = ("end", "fields", "items", "shape", "start")

    def __init__(self, shape: Shape, start: int, end: int) -> None:
        self.shape = shape
        self.start = start
        self.end = end
        self.fields: dict[str, Node] = {}
        self.items: list[Node] = []

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

    def piece(self, *, nested: bool = False) -> Piece:
        """The text of the node as a piece of an event: strings unfolded, everything else as written."""
        if self.shape == "string":
            return Piece(self.start + 1, self.end - 1, Coding.NESTED if nested else Coding.STRING)
        if self.is_text:
            return Piece(self.start + 1, self.end - 1, Coding.STRINGS)
        return Piece(self.start, self.end)

    def tight_piece(self, source: Source) -> Piece:
        """The text of the node without the brackets and the space around a list of strings."""
        piece = self.piece()
        if piece.coding is not Coding.STRINGS:
            return piece
        data = source.read(piece.start, piece.end)
        first, last = data.find(b'"'), data.rfind(b'"')
        return Piece(piece.start + first, piece.start + last + 1, Coding.STRINGS) if first >= 0 else piece

    def text(self, source: Source) -> str:
        """The text of a string or of a list of strings; of anything else, as written."""
        if self.shape == "string":
            return decode(source.read(self.start + 1, self.end - 1), Coding.STRING)
        return read_text(source, (self.piece(),))

    def value(self, source: Source) -> Any:
        """The Python value, None where it is too odd to be one."""
        try:
            return json.loads(source.read(self.start, self.end), strict=False)
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


def text_of(source: Source, node: Node | None) -> str | None:
    """The text of a string node; None for null, for anything else and for nothing."""
    return node.text(source) if node is not None and node.shape == "string" else None
