"""A JSON source read as a stream: records are handed out as they close, the document is never held."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from agent.trace.event import Coding
from agent.trace.formats.json_nodes import Node, Shape
from agent.trace.formats.json_tokens import CLOSE, LITERAL, OPEN, STRING, STRINGS, JsonTokens, Readable
from agent.trace.unfold import decode

DEEPEST = 1000
MOST_NAMES = 1000
_SHAPES: dict[int, Shape] = {STRING: "string", STRINGS: "strings", LITERAL: "literal"}

Path = tuple[str | None, ...]
"""Keys from the root down to a value; None stands for an item of an array."""


@dataclass(frozen=True, slots=True)
class Record:
    """One item of an array of records, with the records it lies in (by their first byte, outermost first)."""

    node: Node
    path: Path
    inside: tuple[int, ...]


class JsonStream:
    """One JSON document of a source; the items of the arrays asked for are handed out and then forgotten.

    `holds_records` is asked for the path of each array. When the records have ended, `root` is what is left of the
    document, `reached` the byte after it, and `broken_at` and `why` say where the source stops being JSON, if it does.
    """

    def __init__(
        self,
        source: Readable,
        holds_records: Callable[[Path], bool],
        start: int = 0,
        end: int | None = None,
        *,
        split_strings: bool = False,
    ) -> None:
        self.root: Node | None = None
        self.reached = start
        self.broken_at: int | None = None
        self.why = ""
        self._tokens = JsonTokens(source, start, end)
        self._holds_records = holds_records
        self._split_strings = split_strings
        self._open: list[Node] = []
        self._keys: list[str | None] = []
        self._holders: list[bool] = []
        self._key: str | None = None
        self._names: dict[bytes, str] = {}

    def records(self) -> Iterator[Record]:
        """Each record when it closes: inner ones before the record they lie in."""
        opened, holders, names = self._open, self._holders, self._names
        for kind, start, end, key, short in self._tokens:
            self.reached = end
            if key is not None:
                self._key = names.get(key) or self._name(key)
            if kind in (STRING, LITERAL) and opened and not holders[-1]:
                parent = opened[-1]
                if parent.shape == "array":
                    parent.items.append(Node(_SHAPES[kind], start, end, short))
                elif self._key is not None:
                    parent.fields[self._key] = Node(_SHAPES[kind], start, end, short)
                    self._key = None
                elif kind == STRING:
                    self._key = self._name(short[1:-1] if short else self._tokens.read(start + 1, end - 1))
                continue
            record = None
            if kind == OPEN:
                self._enter("object" if short == b"{" else "array", start)
            elif kind == STRINGS and (self._split_strings or self._holds_records(self._path())):
                self._enter("array", start)
                self._tokens.back_to(start + 1)
            elif kind == CLOSE:
                record = self._leave(end)
            else:
                record = self._place(Node(_SHAPES[kind], start, end, short))
            if record is not None:
                yield record
            if self.broken_at is not None or (not opened and self.root is not None):
                return
        if self._tokens.broken_at is not None or opened or self.root is None:
            self._break(self._tokens.broken_at or self.reached, "it breaks off in the middle of a value")

    def _name(self, key: bytes) -> str:
        """A key as text; those seen before are kept."""
        name = decode(key, Coding.STRING)
        if len(self._names) < MOST_NAMES:
            self._names[key] = name
        return name

    def _path(self) -> Path:
        """Where the value that comes next will lie; the root lies at the empty path."""
        return (*self._keys[1:], self._key) if self._open else ()

    def _enter(self, shape: str, start: int) -> None:
        if len(self._open) >= DEEPEST:
            self._break(start, f"it is nested more than {DEEPEST} deep")
            return
        self._holders.append(shape == "array" and self._holds_records(self._path()))
        self._keys.append(self._key)
        self._open.append(Node("object" if shape == "object" else "array", start, -1))
        self._key = None

    def _leave(self, end: int) -> Record | None:
        if not self._open:
            self._break(end - 1, "a bracket closes what was never opened")
            return None
        node = self._open.pop()
        self._holders.pop()
        self._key = self._keys.pop()
        node.end = end
        return self._place(node)

    def _place(self, node: Node) -> Record | None:
        """Put a finished value where it belongs; a record is handed out instead."""
        key, self._key = self._key, None
        if not self._open:
            self.root = node
            return None
        parent = self._open[-1]
        if self._holders[-1]:
            inside = tuple(n.start for n, held in zip(self._open[1:], self._holders, strict=False) if held)
            return Record(node, (*self._keys[1:], None), inside)
        if parent.shape == "object":
            if key is not None:
                parent.fields[key] = node
        else:
            parent.items.append(node)
        return None

    def _break(self, offset: int, why: str) -> None:
        self.broken_at, self.why = offset, why
        while self._open:
            node = self._open.pop()
            node.end = offset
            self._key = self._keys.pop()
            self._holders.pop()
            if self._open and self._open[-1].shape == "object" and self._key is not None:
                self._open[-1].fields.setdefault(self._key, node)
            elif self._open and self._open[-1].shape == "array" and not self._holders[-1]:
                self._open[-1].items.append(node)
            elif not self._open:
                self.root = node


def parse(source: Readable, start: int, end: int) -> Node | None:
    """One JSON value that lies in a known range, such as a line of JSONL; None where it is none."""
    stream = JsonStream(source, lambda path: False, start, end)
    for _ in stream.records():
        pass
    return stream.root if stream.broken_at is None else None
