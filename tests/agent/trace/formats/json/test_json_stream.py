"""The streaming reader against the standard library's, on whole, cut and hostile documents."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.trace.formats.base.held_text import HeldText
from agent.trace.formats.json.json_nodes import Node
from agent.trace.formats.json.json_stream import JsonStream, parse
from agent.trace.source import Source

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=30,
)


def source_of(data: bytes) -> Source:
    return HeldText(data, Path("trace.json"))


def value_of(source: Source, node: Node) -> Any:
    if node.shape == "object":
        return {key: value_of(source, field) for key, field in node.fields.items()}
    if node.shape == "array":
        return [value_of(source, item) for item in node.items]
    return node.value(source)


@given(values, st.sampled_from([None, 1, 4]), st.booleans())
def test_parses_what_the_standard_library_parses(value: Any, indent: int | None, ascii_only: bool) -> None:
    data = json.dumps(value, indent=indent, ensure_ascii=ascii_only).encode("utf-8", "surrogatepass")
    source = source_of(data)
    node = parse(source, 0, len(data))
    assert node is not None
    assert (node.start, node.end) == (0, len(data))
    assert value_of(source, node) == value
    source.close()


@given(st.lists(st.dictionaries(st.text(), values, max_size=3), max_size=6), st.data())
def test_a_cut_document_gives_every_whole_record(records: list[Any], data: st.DataObject) -> None:
    raw = json.dumps({"head": 1, "rows": records, "tail": "x"}).encode()
    cut = data.draw(st.integers(0, len(raw)))
    source = source_of(raw[:cut])
    stream = JsonStream(source, lambda path: path == ("rows",))
    got = [value_of(source, record.node) for record in stream.records()]
    assert got == records[: len(got)]
    whole = sum(1 for end in _ends(raw, records) if end <= cut)
    assert len(got) >= whole
    assert (stream.broken_at is None) == (cut == len(raw))
    source.close()


def _ends(raw: bytes, records: list[Any]) -> list[int]:
    ends, at = [], raw.index(b"[") + 1
    for record in records:
        text = json.dumps(record).encode()
        at = raw.index(text, at) + len(text)
        ends.append(at)
    return ends


def test_nested_records_say_what_they_lie_in() -> None:
    raw = b'{"spans": [{"id": 1, "child": [{"id": 2, "child": []}, {"id": 3, "child": ["s"]}]}]}'
    source = source_of(raw)
    stream = JsonStream(source, lambda path: path[-1:] in (("spans",), ("child",)))
    seen = [(raw[r.node.start : r.node.end][:9], [raw[i : i + 9] for i in r.inside]) for r in stream.records()]
    assert [len(inside) for _, inside in seen] == [1, 2, 1, 0]
    assert seen[0] == (b'{"id": 2,', [b'{"id": 1,'])
    source.close()


def test_a_string_longer_than_the_buffer_is_passed_without_being_held() -> None:
    body = b"x" * 3_000_000 + rb"\"\\"
    raw = b'{"a": ["' + body + b'", 1], "b": {"' + b"k" * 2_000_000 + b'": 2}}'
    source = source_of(raw)
    node = parse(source, 0, len(raw))
    assert node is not None
    first = node.fields["a"].items[0]
    assert raw[first.start : first.end] == b'"' + body + b'"'
    assert node.fields["b"].fields
    source.close()


class Counted(HeldText):
    """Says how many bytes were asked for."""

    asked = 0

    def read(self, start: int, end: int) -> bytes:
        data = super().read(start, end)
        self.asked += len(data)
        return data


@pytest.mark.parametrize(("body", "why"), [(b" ", "breaks off"), (b"a", "a word stands there that has no end")])
def test_a_gap_or_a_word_without_end_is_neither_held_nor_read_again(body: bytes, why: str) -> None:
    source = Counted(b'{"a": [' + body * 8_000_000, Path("trace.json"))
    stream = JsonStream(source, lambda path: False)
    assert list(stream.records()) == []
    assert why in stream.why
    assert len(stream._bytes.data) <= 2_100_000
    assert source.asked <= 9_000_000
    source.close()


def test_a_long_gap_parts_no_value_from_its_key() -> None:
    raw = b'{"a"' + b" " * 3_000_000 + b": 1," + b" " * 3_000_000 + b'"b": 2}'
    source = source_of(raw)
    node = parse(source, 0, len(raw))
    assert node is not None
    assert value_of(source, node) == {"a": 1, "b": 2}
    source.close()


def test_nesting_beyond_all_reason_is_said() -> None:
    source = source_of(b"[" * 200_000)
    stream = JsonStream(source, lambda path: False)
    assert list(stream.records()) == []
    assert "nested" in stream.why
    source.close()


def test_what_leaves_share_cannot_be_written_to() -> None:
    leaf = Node("literal", 0, 1)
    with pytest.raises(TypeError):
        leaf.fields["a"] = leaf
    with pytest.raises(AttributeError):
        leaf.items.append(leaf)


@given(st.lists(st.sampled_from(list('{}[]",:1 ax')), max_size=60))
def test_no_jumble_of_signs_breaks_the_reader(signs: list[str]) -> None:
    source = source_of("".join(signs).encode())
    stream = JsonStream(source, lambda path: path[-1:] == ("a",))
    for record in stream.records():
        assert sum(1 for _ in record.node.walk()) <= len(signs)
    if stream.root is not None:
        assert sum(1 for _ in stream.root.walk()) <= len(signs) + 1
    source.close()
