"""Attributes of spans whose names are paths: written flat or nested, read as the tree that they spell."""

from collections.abc import Mapping

from agent.trace.formats.json.json_nested import parse_nested
from agent.trace.formats.json.json_nodes import Node
from agent.trace.source import Source

Attributes = Mapping[str, Node]


def flatten(node: Node | None) -> dict[str, Node]:
    """Attributes with dotted keys, whether they were written flat or nested."""
    flat: dict[str, Node] = {}
    stack = [("", node)] if node is not None else []
    while stack:
        key, value = stack.pop()
        inner = value.fields.items() if value.fields else [(str(n), item) for n, item in enumerate(value.items)]
        if not inner and key:
            flat[key] = value
        stack.extend((f"{key}.{name}" if key else name, item) for name, item in inner)
    return flat


def first_of(attributes: Attributes, keys: tuple[str, ...]) -> Node | None:
    """The first of some attributes that is there."""
    return next((attributes[key] for key in keys if key in attributes), None)


def gather(attributes: Attributes, prefix: str) -> Node | None:
    """The tree that dotted keys below a prefix spell."""
    tree: Node | None = None
    for key, value in attributes.items():
        if not key.startswith(prefix + "."):
            continue
        tree = tree or Node("object", value.start, value.end)
        place = tree
        *path, last = key[len(prefix) + 1 :].split(".")
        for name in path:
            inner = place.fields.get(name)
            if inner is None or inner.shape != "object":
                inner = place.fields[name] = Node("object", value.start, value.end)
            place = inner
            place.start, place.end = min(place.start, value.start), max(place.end, value.end)
        place.fields[last] = value
    return tree


def messages_spelled(source: Source, attributes: Attributes, prefix: str) -> list[Node]:
    """The messages that attributes spell, ordered by number."""
    spelled = gather(attributes, prefix)
    if spelled is None:
        whole = attributes.get(prefix)
        spelled = parse_nested(source, whole) or whole
    messages = []
    for item in spelled.members() if spelled is not None else []:
        message = item.get("message") or gather(item.fields, "message") or item
        _unwrap(message)
        messages.append(message)
    return messages


def _unwrap(message: Node) -> None:
    """Contents and calls carry their own name once more on the way down."""
    for key, inner in (("contents", "message_content"), ("tool_calls", "tool_call")):
        held = message.get(key)
        for number, item in (held.fields if held is not None else {}).items():
            if held is not None and inner in item.fields:
                held.fields[number] = item.fields[inner]
