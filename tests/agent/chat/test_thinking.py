"""Thinking of a model never come out, however its reply is cut into pieces."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.chat.thinking import Thinking

REPLIES = [
    ("<think>what now</think>The end.", "The end."),
    ("A <b> c < d", "A <b> c < d"),
    ("One.<think>x</think> Two.<think>y</think>", "One. Two."),
    ("Words <think>that never end", "Words "),
    ("ends in <thi", "ends in <thi"),
    ("no marks", "no marks"),
]


@pytest.mark.parametrize(("reply", "words"), REPLIES)
@given(size=st.integers(1, 12))
def test_only_words_come_out(reply: str, words: str, size: int) -> None:
    thoughts = Thinking()
    said = "".join(thoughts.without(reply[at : at + size]) for at in range(0, len(reply), size))
    assert said + thoughts.rest() == words


@given(size=st.integers(1, 12))
def test_a_thought_that_no_mark_opened_is_taken_back(size: int) -> None:
    thoughts, said = Thinking(), ""
    reply = "Let me see (L3).\n</think>\nThe end."
    for at in range(0, len(reply), size):
        words = thoughts.without(reply[at : at + size])
        said = words if thoughts.took_back() else said + words
    assert (said + thoughts.rest()).strip() == "The end."


@given(size=st.integers(1, 12))
def test_a_mark_that_an_answer_quotes_takes_nothing_back(size: int) -> None:
    thoughts, reply = Thinking(), 'The line ends with "</think>" (L3). It is `</think>` again.'
    said = "".join(thoughts.without(reply[at : at + size]) for at in range(0, len(reply), size))
    assert said + thoughts.rest() == reply and not thoughts.took_back()
