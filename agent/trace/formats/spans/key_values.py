"""The values of OTLP, which it wraps with their types, without their wrapping."""

from agent.trace.formats.json.json_nodes import Node, first_text
from agent.trace.source import Source

_VALUES = ("stringValue", "string_value", "intValue", "int_value", "doubleValue", "double_value", "boolValue",
           "bool_value", "bytesValue", "bytes_value", "Value")  # fmt: skip


def unwrap(source: Source, node: Node | None) -> Node | None:
    """A list of keys with wrapped values as an object of what they wrap."""
    if node is None or node.shape != "array":
        return node
    plain = Node("object", node.start, node.end)
    for item in node.items:
        key, value = first_text(source, item, "key", "Key"), item.get("value") or item.get("Value")
        if key and value is not None:
            plain.fields[key] = unwrapped_value(source, value)
    return plain


def unwrapped_value(source: Source, node: Node) -> Node:
    """What a value of OTLP wraps."""
    for kind, inner in node.fields.items():
        if kind in _VALUES:
            return inner
        if kind in ("arrayValue", "array_value"):
            plain = Node("array", inner.start, inner.end)
            held = inner.get("values")
            plain.items = [unwrapped_value(source, item) for item in held.items] if held is not None else []
            return plain
        if kind in ("kvlistValue", "kvlist_value"):
            return unwrap(source, inner.get("values")) or node
    return node
