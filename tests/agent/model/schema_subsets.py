"""What three providers document of the JSON Schema that they hold a reply to, and what a schema has beyond it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

COMMON = frozenset("type properties required additionalProperties items enum anyOf description".split())


@dataclass(frozen=True)
class Subset:
    """The documented subset of one provider, in its strictest reading."""

    words: frozenset[str]
    types: frozenset[str] = frozenset("object array string integer number boolean null".split())
    deepest: int = 10
    """Objects and lists in each other."""
    properties: int = 5_000
    enum_values: int = 1_000
    text: int = 120_000
    """Characters of names and enum values together."""
    unions: int = 1_000


SUBSETS = {
    # Structured Outputs: supported schemas, with the words that fine-tuned models refuse left out.
    "openai": Subset(COMMON | {"$ref", "$defs", "const"}, deepest=10),
    # Structured outputs: JSON Schema limitations; at most 16 parameters with a union of types.
    "anthropic": Subset(COMMON | {"$ref", "$defs", "const", "default", "allOf"}, unions=16),
    # Structured output: supported properties of response_json_schema, without bounds; enums hold strings and numbers.
    "gemini": Subset(COMMON | {"$ref", "$defs", "title", "oneOf", "prefixItems"}),
}


def beyond(schema: dict[str, Any], subset: Subset) -> list[str]:
    """Everything in a schema that a provider does not document."""
    nodes = list(_nodes(schema, "", 1))
    faults = [fault for path, node, depth in nodes for fault in _faults(path, node, depth, subset)]
    named = [name for _, node, _ in nodes for name in node.get("properties", ())]
    values = [value for _, node, _ in nodes for value in node.get("enum", ())]
    if schema.get("type") != "object" or "anyOf" in schema:
        faults.append("the root is no plain object")
    totals = {
        "properties": (len(named), subset.properties),
        "enum values": (len(values), subset.enum_values),
        "characters of names and values": (sum(map(len, (*named, *map(str, values)))), subset.text),
        "unions": (sum("anyOf" in node or isinstance(node.get("type"), list) for _, node, _ in nodes), subset.unions),
    }
    return faults + [f"{has} {what}, at most {most}" for what, (has, most) in totals.items() if has > most]


def _nodes(node: dict[str, Any], path: str, depth: int) -> Iterator[tuple[str, dict[str, Any], int]]:
    yield path, node, depth
    for name, one in node.get("properties", {}).items():
        yield from _nodes(one, f"{path}.{name}", depth + 1)
    if "items" in node:
        yield from _nodes(node["items"], f"{path}[]", depth + 1)
    for one in node.get("anyOf", ()):
        yield from _nodes(one, path, depth)


def _faults(path: str, node: dict[str, Any], depth: int, subset: Subset) -> Iterator[str]:
    for word in sorted(set(node) - subset.words):
        yield f"{path or 'the root'}: '{word}' is not permitted"
    kinds = node.get("type", [])
    kinds = kinds if isinstance(kinds, list) else [kinds]
    if not kinds and "anyOf" not in node:
        yield f"{path}: has no type"
    if not set(kinds) <= subset.types:
        yield f"{path}: has an unknown type"
    if "object" in kinds:
        if node.get("additionalProperties") is not False:
            yield f"{path}: additionalProperties must be false"
        if sorted(node.get("required", ())) != sorted(node.get("properties", {})):
            yield f"{path}: every property must be required"
        if depth > 2 * subset.deepest:
            yield f"{path}: is nested too deep"
    if "array" in kinds and "items" not in node:
        yield f"{path}: has no items"
    if not all(isinstance(value, str) for value in node.get("enum", ())):
        yield f"{path}: an enum may hold strings alone"
