"""Cutting, wrapping and tabs never lose a character, and never make a row that is too wide."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.segment import Segment
from textual.strip import Strip

from agent.clean import clean_line
from mast_tui.layout.width import cells, cut, padded, shortened, untabbed, wrapped

TEXT = st.text(st.characters(codec="utf-8"), max_size=300)


@given(TEXT, st.integers(4, 120))
def test_wrapping_keeps_every_character_in_its_place(text: str, width: int) -> None:
    shown = clean_line(text).replace("\t", " ")
    stretches = wrapped(shown, width)
    assert "".join(shown[start:end] for start, end in stretches) == shown
    assert all(before[1] == after[0] for before, after in pairwise(stretches))


@given(TEXT, st.integers(4, 120))
def test_no_wrapped_row_is_wider_than_asked(text: str, width: int) -> None:
    shown = clean_line(text).replace("\t", " ")
    for start, end in wrapped(shown, width):
        assert cells(shown[start:end].rstrip(" ")) <= width or end - start == 1


@given(TEXT, st.integers(0, 80))
def test_cut_and_padded_have_the_width(text: str, width: int) -> None:
    shown = clean_line(text)
    assert cells(cut(shown, width)) <= width
    assert cells(padded(shown, width)) == width


@given(st.text("ab\t", max_size=60), st.data())
def test_tabs_become_blanks_and_marks_move_with_their_words(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    shown, [(first, last)] = untabbed(text, [(start, end)])
    assert "\t" not in shown
    assert shown.replace(" ", "") == text.replace("\t", "")
    assert shown[first:last].replace(" ", "") == text[start:end].replace("\t", "")


SIGNS = [*"漢 字 한 글 か ｶ 。 👍 👍🏽 ❤\ufe0f 👨\u200d👩\u200d👧 🇩🇪 e\u0301 🎉 x — ①".split(), " "]
MIXED = st.lists(st.sampled_from(SIGNS), min_size=1, max_size=120).map("".join)


@given(MIXED, st.integers(4, 60))
def test_a_row_of_wide_characters_and_emoji_is_drawn_whole(text: str, width: int) -> None:
    stretches = wrapped(text, width)
    assert "".join(text[start:end] for start, end in stretches) == text
    for start, end in stretches:
        shown = text[start:end].rstrip(" ")
        assert Strip([Segment(shown)]).adjust_cell_length(width).text.rstrip(" ") == shown


@given(MIXED, st.integers(0, 60))
def test_what_is_padded_fills_its_column_as_it_is_drawn(text: str, width: int) -> None:
    assert Strip([Segment(padded(text, width))]).cell_length == width


@pytest.mark.parametrize(
    ("text", "width", "kept"),
    [
        ("minor · L10445", 12, "minor"),
        ("minor · L10445", 14, "minor · L10445"),
        ("525 events", 2, ""),
        ("525 events", 6, "525 ev"),
        ("of 1,204 lines", 6, "of"),
        ("file 7.", 6, "file 7"),
    ],
)
def test_a_number_is_shown_whole_or_not_at_all(text: str, width: int, kept: str) -> None:
    assert shortened(text, width) == kept
