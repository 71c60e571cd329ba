"""Sentences of an answer: cut where a reader would cut, and nothing of the text is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.chat.sentences import sentences

CUT = [
    ("One is here. Two is there.", ["One is here. ", "Two is there."]),
    ("It failed. (L12) Then it ended (L14).", ["It failed. (L12) ", "Then it ended (L14)."]),
    ('He said "Done. Ship it." (L3). Then no.', ['He said "Done. Ship it." (L3). ', "Then no."]),
    ("See e.g. the plan. It is short.", ["See e.g. the plan. ", "It is short."]),
    ("- one. two\n- three\n", ["- one. ", "two\n", "- three\n"]),
    ("1. First (L1).\n2. Second.\n", ["1. First (L1).\n", "2. Second.\n"]),
    ("A:\n\n```\nx. y\nz\n```\nB.", ["A:\n\n", "```\nx. y\nz\n```\n", "B."]),
    ("Er sagte „gut. Ja“ (L3). Dann nichts.", ["Er sagte „gut. Ja“ (L3). ", "Dann nichts."]),
    ("Is 1.5 more? Yes!", ["Is 1.5 more? ", "Yes!"]),
    ("The file a.py is new. Line 9 is old.", ["The file a.py is new. ", "Line 9 is old."]),
    (
        'He lists "The total (2020)." among the facts (L2), and says "None." (L4). Then?',
        ['He lists "The total (2020)." among the facts (L2), and says "None." (L4). ', "Then?"],
    ),
    (
        'It says "It ran." (L2), so nobody looks (L4). He says "Done." (L5) and stops (L6).',
        ['It says "It ran." (L2), so nobody looks (L4). ', 'He says "Done." (L5) and stops (L6).'],
    ),
    ('She says "It is done." (L4) Nobody looks.', ['She says "It is done." (L4) ', "Nobody looks."]),
]


@pytest.mark.parametrize(("text", "cut"), CUT)
def test_sentences_are_cut_where_a_reader_would(text: str, cut: list[str]) -> None:
    assert sentences(text) == cut


@given(st.text(alphabet=st.sampled_from("aL1 .!?\"“”'`()[]\n-*>"), max_size=80))
def test_joined_they_are_the_text_again(text: str) -> None:
    cut = sentences(text)
    assert "".join(cut) == text
    assert all(cut)
