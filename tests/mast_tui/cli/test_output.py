"""What a command says: strict JSON that any reader takes back unchanged, and nothing raw for a terminal to obey."""

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mast_tui.cli import output

# Undecodable bytes arrive as lone low surrogates.
TEXT = st.text(st.characters(exclude_categories=["Cs"]) | st.integers(0xDC80, 0xDCFF).map(chr))
DOCUMENTS = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXT,
    lambda inside: st.lists(inside) | st.dictionaries(TEXT, inside),
)
OBEYED = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


class Caught:
    """A stdout that keeps what it is given."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> int:
        """Keep the text."""
        self.text += text
        return len(text)


def written(document: Any, indent: int | None) -> str:
    """The document as `write_json` puts it on stdout."""
    caught = Caught()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdout", caught)
        output.write_json(document, indent)
    return caught.text


@given(DOCUMENTS, st.sampled_from([None, 2]))
def test_json_comes_back_as_it_was_and_moves_no_terminal(document: Any, indent: int | None) -> None:
    text = written(document, indent)
    assert json.loads(text) == document
    assert not OBEYED.search(text)
    text.encode()


def test_delete_is_escaped_although_json_does_not_ask_for_it() -> None:
    assert written({"a\x7f": "\U000e0001é→"}, None) == '{"a\\u007f": "\\udb40\\udc01é→"}\n'


def test_no_number_that_json_does_not_know() -> None:
    with pytest.raises(ValueError, match="JSON"):
        written({"a": float("nan")}, None)


@given(TEXT)
def test_visible_text_is_one_harmless_line(text: str) -> None:
    shown = output.visible(text)
    assert "\n" not in shown
    assert not OBEYED.search(shown)
