"""Values as Python prints them, `Name(field='text', ...)`, as nodes: where each part lies in the bytes."""

import re

from agent.trace.formats.json.json_nodes import Node

_DEEPEST = 100
_GAP = re.compile(rb"[\s,]*")
_STRING = re.compile(rb"[bBuU]?('(?:[^'\\]|\\.)*+'|\"(?:[^\"\\]|\\.)*+\")", re.DOTALL)
_NAME = re.compile(rb"([A-Za-z_][\w.]*(?:\[[\w., ]*\])?)\(")
_FIELD = re.compile(rb"([A-Za-z_]\w*)=(?!=)")
_ENUM = re.compile(rb"<[\w.]+: ?[^>\n]*>|<[^>\n]*>")
_LITERAL = re.compile(rb"[^\s,()\[\]{}<>'\"]+")
_WORDS = {b"True": b"true", b"False": b"false", b"None": b"null"}
_CLOSING = {b"[": b"]", b"(": b")", b"{": b"}"}


def read_repr(data: bytes, at: int, depth: int = 0) -> Node | None:
    """The value that begins at a byte; None where none does, or where it breaks off."""
    if depth > _DEEPEST:
        return None
    if (string := _STRING.match(data, at)) is not None:
        return Node("string", string.start(1), string.end(1))
    if (name := _NAME.match(data, at)) is not None:
        return _within(data, name.start(1), name.end(), b")", depth, named=(name.start(1), name.end(1)))
    opening = data[at : at + 1]
    if opening in _CLOSING:
        return _within(data, at, at + 1, _CLOSING[opening], depth)
    literal = _ENUM.match(data, at) or _LITERAL.match(data, at)
    if literal is None:
        return None
    return Node("literal", literal.start(), literal.end(), _WORDS.get(literal[0], b"null"))


def read_fields(data: bytes, at: int, end: int) -> Node:
    """Fields that stand in a row without a name around them, as `print` shows a message; `end` is where they must."""
    node = Node("object", at, at)
    while (field := _FIELD.match(data, _GAP.match(data, at).end(), end)) is not None:  # type: ignore[union-attr]
        value = read_repr(data, field.end())
        if value is None:
            break
        node.fields[field[1].decode()] = value
        node.end = at = value.end
    return node


def _within(
    data: bytes, start: int, at: int, closing: bytes, depth: int, named: tuple[int, int] | None = None
) -> Node | None:
    """What stands between two brackets: fields, the keys of a dict, or items."""
    is_list = closing == b"]" or (closing == b")" and named is None)
    node = Node("array" if is_list else "object", start, start)
    while True:
        at = _GAP.match(data, at).end()  # type: ignore[union-attr]
        if data[at : at + 1] == closing:
            break
        field = _FIELD.match(data, at) if named is not None else None
        value = read_repr(data, field.end() if field is not None else at, depth + 1)
        if value is None:
            return None
        at = value.end
        if is_list:
            node.items.append(value)
        elif field is not None:
            node.fields[field[1].decode()] = value
        elif closing == b"}" and (colon := re.compile(rb"\s*:\s*").match(data, at)) is not None:
            held = read_repr(data, colon.end(), depth + 1)
            if held is None:
                return None
            node.fields[data[value.start + 1 : value.end - 1].decode("utf-8", "replace")] = held
            at = held.end
        else:
            node.fields[str(len(node.fields))] = value
    node.end = at + 1
    if named is not None and "type" not in node.fields:
        node.fields["type"] = Node("string", named[0] - 1, named[1] + 1)
    return node
