"""A JSON source read as a stream: records are handed out as they close, the document is never held."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from agent.trace.event import Coding
from agent.trace.event_text import decode
from agent.trace.formats.json.json_nodes import Node, Shape
from agent.trace.formats.json.json_tokens import (
    CLOSE,
    LITERAL,
    OPEN,
    SHORT,
    STRING,
    STRINGS,
    JsonBytes,
    Readable,
    token_after_token,
)

DEEPEST = 1000
LONG_NAME = 100
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

    `holds_records` is asked for the path of each array; None where there are no records. When the records have ended,
    `root` is what is left of the document, `reached` the byte after it, and `broken_at` and `why` say where the source
    stops being JSON, if it does.
    """

    def __init__(
        self,
        source: Readable,
        holds_records: Callable[[Path], bool] | None,
        start: int = 0,
        end: int | None = None,
        *,
        split_strings: bool = False,
    ) -> None:
        self.root: Node | None = None
        self.reached = start
        self.broken_at: int | None = None
        self.why = ""
        self._bytes = JsonBytes(source, start, end)
        self._position = 0
        self._holds_records = holds_records
        self._split_strings = split_strings
        self._open: list[Node] = []
        self._keys: list[str | None] = []
        self._holders: list[bool] = []
        self._key: str | None = None

    def records(self) -> Iterator[Record]:
        """Each record when it closes: inner ones before the record they lie in."""
        held, more = self._bytes, True
        unended: int | None = None
        while more and unended is None:
            more = held.fill()
            yield from self._scan(more=more)
            if self._is_over():
                return
            held.drop(self._position)
            if more and self._position == 0 and held.is_blank:
                held.drop(len(held.data))
            elif more and self._position == 0 and held.opens_string:
                string = held.pass_string()
                if string is None:
                    unended = held.base
                    continue
                self.reached = string[1]
                record = self._long(*string)
                if record is not None:
                    yield record
                if self._is_over():
                    return
            elif more and self._position == 0 and held.is_one_word:
                self._break(held.base, "a word stands there that has no end")
                return
        if unended is None and not held.is_blank:
            unended = held.base
        self._break(unended or self.reached, "it breaks off in the middle of a value")

    def _is_over(self) -> bool:
        return self.broken_at is not None or (self.root is not None and not self._open)

    def _scan(self, *, more: bool) -> Iterator[Record]:
        """Go through the tokens that lie whole in the bytes held; `_position` is how far they reach.

        This is one loop without calls, because a call for every token would take as long as all the rest.
        """
        data, base = self._bytes.data, self._bytes.base
        opened, keys, holders, key = self._open, self._keys, self._holders, self._key
        match = token_after_token(data)
        position = 0
        while (token := match()) is not None:
            kind = token.lastindex
            start, end = token.span(kind)
            if more and kind == LITERAL and end == len(data):
                break
            position = end
            if (written := token[1]) is not None:
                key = _name(written) if len(written) <= LONG_NAME else _decoded(written)
            short = data[start:end] if end - start <= SHORT else None
            if kind == CLOSE:
                if not opened:
                    self._break(base + start, "a bracket closes what was never opened")
                    break
                node, key = opened.pop(), keys.pop()
                holders.pop()
                node.end = base + end
            elif kind == OPEN or (kind == STRINGS and self._looks_into((*keys[1:], key) if opened else ())):
                if len(opened) >= DEEPEST:
                    self._break(base + start, f"it is nested more than {DEEPEST} deep")
                    break
                shape: Shape = "object" if short == b"{" else "array"
                holders.append(shape == "array" and self._holds((*keys[1:], key) if opened else ()))
                keys.append(key)
                opened.append(Node(shape, base + start, -1))
                key = None
                if kind == STRINGS:
                    position = start + 1
                    match = token_after_token(data, position)
                continue
            else:
                node = Node(_SHAPES[kind], base + start, base + end, short)
            if opened and not holders[-1]:
                inside = opened[-1]
                if inside.shape == "array":
                    inside.items.append(node)
                elif key is not None:
                    inside.fields[key] = node
                elif kind == STRING:  # the end of the bytes held parted it from its value
                    key = _decoded(data[start:end])
                    continue
                key = None
                continue
            key = None
            if not opened:
                self.root = node
                break
            self.reached = base + end
            yield self._record(node)
        self._position, self._key = position, key
        self.reached = max(self.reached, base + position)

    def _long(self, start: int, end: int) -> Record | None:
        """A string longer than what may be held: a value, or a key that is parted from its value."""
        node = Node("string", start, end)
        key, self._key = self._key, None
        if not self._open:
            self.root = node
        elif self._holders[-1]:
            return self._record(node)
        elif self._open[-1].shape == "array":
            self._open[-1].items.append(node)
        elif key is not None:
            self._open[-1].fields[key] = node
        else:
            self._key = _decoded(self._bytes.read(start, end))
        return None

    def _record(self, node: Node) -> Record:
        inside = tuple(n.start for n, held in zip(self._open[1:], self._holders, strict=False) if held)
        return Record(node, (*self._keys[1:], None), inside)

    def _holds(self, path: Path) -> bool:
        """Whether the array at a path holds records."""
        return self._holds_records is not None and self._holds_records(path)

    def _looks_into(self, path: Path) -> bool:
        """Whether an array of nothing but strings is taken item by item."""
        return self._split_strings or self._holds(path)

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
    stream = JsonStream(source, None, start, end)
    for _ in stream.records():
        pass
    return stream.root if stream.broken_at is None else None


def _decoded(written: bytes) -> str:
    """The text of a key, with its quotes and whatever stands behind them."""
    return decode(written[1 : written.rindex(b'"')], Coding.STRING)


_name = lru_cache(4096)(_decoded)
