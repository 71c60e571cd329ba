"""Follows dotted paths through JSON, also through lists by number and through JSON that is itself a string."""

from agent.trace.event_text import Bytes
from agent.trace.formats.json.json_nested import parse_nested
from agent.trace.formats.json.json_nodes import Node


def at(source: Bytes, node: Node | None, path: str) -> Node | None:
    """The node that a path leads to, also through lists by number and through JSON inside a string."""
    for key in path.split("."):
        if node is None:
            return None
        if node.shape == "string":
            node = parse_nested(source, node)
        if node is not None and node.items and key.isdigit():
            node = node.items[int(key)] if int(key) < len(node.items) else None
        else:
            node = node.fields.get(key) if node is not None else None
    return node


def first_of(source: Bytes, node: Node, paths: str) -> Node | None:
    """The first node that one of the paths leads to and that says something; else the first that is not null."""
    nothing: Node | None = None
    for path in paths.split():
        held = at(source, node, path)
        if held is None or (held.shape == "literal" and held.value(source) is None):
            continue
        if held.shape != "string" or held.end - held.start > (0 if held.nested else 2):
            return held
        nothing = nothing or held
    return nothing


def flag(source: Bytes, node: Node, path: str) -> bool:
    """Whether a path leads to `true`."""
    held = at(source, node, path)
    return held is not None and held.value(source) is True
