"""JSON is laid out in rows that hold every character of the line, and what is marked in it stays marked."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as some

from mast_tui.layout.indented_json import json_rows

VALUES = some.recursive(
    some.none() | some.booleans() | some.integers() | some.text(max_size=8),
    lambda inner: some.lists(inner, max_size=4) | some.dictionaries(some.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


def shown(text: str) -> list[str]:
    return [row.laid_out(text, [])[0] for row in json_rows(text) or []]


def test_each_member_has_a_row_and_what_is_empty_stays_together() -> None:
    text = '{"path": "a.py", "edits": [1, {"x": []}], "none": {}}'
    assert shown(text) == [
        "{",
        '  "path": "a.py",',
        '  "edits": [',
        "    1,",
        "    {",
        '      "x": []',
        "    }",
        "  ],",
        '  "none": {}',
        "}",
    ]


@pytest.mark.parametrize("text", ["no JSON", "{broken", '{"a": 1} and more', "[" * 5000, '"a string"', "12", ""])
def test_what_is_no_object_and_no_list_stays_as_it_is(text: str) -> None:
    assert json_rows(text) is None


@given(value=VALUES, ascii_only=some.booleans())
def test_what_is_laid_out_means_the_same_and_marks_stay_on_their_characters(value: object, ascii_only: bool) -> None:
    text = json.dumps({"a": value, "b": [value]}, ensure_ascii=ascii_only)
    rows = json_rows(text)
    assert rows is not None
    assert json.loads("\n".join(row.laid_out(text, [])[0] for row in rows)) == json.loads(text)
    taken = "".join(text[token.start : token.end] for row in rows for token in row.tokens)
    at = text.index("b")
    marked = [
        words[start:end]
        for words, inks in (row.laid_out(text, [(at - 1, at + 2, "lit")]) for row in rows)
        for start, end, ink in inks
        if ink == "lit"
    ]
    assert len(taken) <= len(text)
    assert "".join(marked) == text[at - 1 : at + 2]
