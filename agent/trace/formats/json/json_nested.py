"""JSON inside a JSON string: parsed where it stands, with each part's place in the bytes of the file."""

from bisect import bisect_right
from json.encoder import encode_basestring, encode_basestring_ascii

from agent.trace.escapes import unescape
from agent.trace.event_text import Bytes
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json.json_nodes import HeldBytes, Node
from agent.trace.formats.json.json_stream import JsonStream

_ODD = pattern(r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[\s\S])|[\udc80-\udcff]")
LARGEST = 64 * 1024 * 1024


def parse_nested(source: Bytes, node: Node | None) -> Node | None:
    """The value that the text of a string node is JSON of; None where it is no object and no array."""
    if node is None or node.shape != "string" or node.nested or node.end - node.start > LARGEST:
        return None
    return parse_written(source.read(node.start + 1, node.end - 1), node.start + 1)


def parse_written(raw: bytes, base: int) -> Node | None:
    """The same for the bytes between the quotes, which stand at `base`."""
    if raw.lstrip(b" \t\r\n")[:1] not in (b"{", b"["):
        return None
    text = unescape(raw.decode("utf-8", "surrogateescape"))
    inner = text.encode("utf-8", "surrogatepass")
    stream = JsonStream(HeldBytes(inner), None, split_strings=True)
    for _ in stream.records():
        pass
    root = stream.root
    if stream.broken_at is not None or root is None or root.shape not in ("object", "array"):
        return None
    if inner[root.end :].strip():
        return None
    _place(root, raw, text, base)
    return root


def _place(root: Node, raw: bytes, text: str, base: int) -> None:
    """Give every node the bytes it has in the file; a string those between its quotes."""
    nodes = list(root.walk())
    for node in nodes:
        if node.shape == "string":
            node.start, node.end = node.start + 1, node.end - 1
    wanted = sorted({offset for node in nodes for offset in (node.start, node.end)})
    places = _written(raw, text, wanted)
    for node in nodes:
        node.nested = True
        node.start, node.end = base + places[node.start], base + places[node.end]


def _written(raw: bytes, text: str, wanted: list[int]) -> dict[int, int]:
    """Where the characters at these bytes of the text are written; fast if the writer escapes as everybody does."""
    inner = text.encode("utf-8", "surrogatepass")
    for escape in (encode_basestring_ascii, encode_basestring):
        try:
            if escape(text)[1:-1].encode("utf-8") != raw:
                continue
        except UnicodeEncodeError:
            continue
        places, done, at = {}, 0, 0
        for offset in wanted:
            part = inner[done:offset].decode("utf-8", "surrogatepass")
            at += len(escape(part).encode("utf-8")) - 2
            places[offset], done = at, offset
        return places
    return _searched(raw, wanted)


def _searched(raw: bytes, wanted: list[int]) -> dict[int, int]:
    """The same, escape by escape."""
    written = WrittenAt(raw)
    return {offset: written.place(offset) for offset in wanted}


class WrittenAt:
    """Where each byte of the text of a JSON string was written, by the escapes before it."""

    def __init__(self, raw: bytes) -> None:
        text = raw.decode("utf-8", "surrogateescape")
        self._inner, self._written, at = [0], [0], 0
        for odd in _ODD.finditer(text):
            plain = len(text[at : odd.start()].encode("utf-8"))
            shown = unescape(odd[0]) if odd[0][0] == "\\" else odd[0]
            self._inner.append(self._inner[-1] + plain + len(shown.encode("utf-8", "surrogatepass")))
            self._written.append(self._written[-1] + plain + len(odd[0].encode("utf-8", "surrogateescape")))
            at = odd.end()

    def place(self, offset: int) -> int:
        """The byte between the quotes at which a byte of the text stands."""
        last = bisect_right(self._inner, offset) - 1
        return self._written[last] + offset - self._inner[last]
