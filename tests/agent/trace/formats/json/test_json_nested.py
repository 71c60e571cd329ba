"""JSON inside a JSON string: every part is found again in the bytes of the file, however the writer escaped."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.trace.event_text import read_text
from agent.trace.formats.base.held_text import HeldText
from agent.trace.formats.json.json_nested import parse_nested
from agent.trace.formats.json.json_nodes import Node
from agent.trace.formats.json.json_stream import parse
from agent.trace.source import Source

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner),
    max_leaves=20,
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return tmp_path_factory.mktemp("nested")


def value_of(source: Source, node: Node) -> Any:
    if node.shape == "object":
        return {key: value_of(source, field) for key, field in node.fields.items()}
    if node.shape == "array":
        return [value_of(source, item) for item in node.items]
    if node.shape == "string":
        return read_text(source, (node.piece(),))
    return json.loads(read_text(source, (node.piece(),)))


@given(value=st.lists(values), inside=st.booleans(), outside=st.booleans(), slashes=st.booleans())
def test_every_part_is_found_again(value: Any, inside: bool, outside: bool, slashes: bool) -> None:
    text = json.dumps(value, ensure_ascii=inside)
    written = json.dumps(text, ensure_ascii=outside)
    raw = f'{{"odd é": {written.replace("/", chr(92) + "/") if slashes else written}}}'.encode()
    source = HeldText(raw, Path("trace.json"))
    outer = parse(source, 0, len(raw))
    assert outer is not None
    node = parse_nested(source, outer.fields["odd é"])
    assert node is not None
    assert value_of(source, node) == value


@pytest.mark.parametrize("text", ["", "plain", "[1, 2", "{} x", "12", '"string"'])
def test_what_is_no_object_and_no_list_stays_a_string(folder: Any, text: str) -> None:
    path = folder / "y.json"
    path.write_text(json.dumps([1, text]))
    source = Source.open(path)
    outer = parse(source, 0, source.size)
    assert outer is not None
    assert parse_nested(source, outer.items[1]) is None
    assert parse_nested(source, outer.items[0]) is None
    assert parse_nested(source, None) is None
    source.close()
