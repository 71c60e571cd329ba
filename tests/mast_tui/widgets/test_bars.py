"""What stands at the right end of a bar stays, however long the words at its left end are."""

import pytest

from mast_tui.layout.row import Span
from mast_tui.widgets.bars import Bar


@pytest.mark.parametrize("width", range(40, 161))
def test_long_words_at_the_left_are_cut_before_the_right_end_goes(width: int) -> None:
    for length in range(1, 200):
        bar = Bar()
        bar.show([[Span("n" * length, "bold")]], [[Span("exit code 4")]])
        made = bar.made(width)
        assert made.width <= width
        assert made.text.endswith("exit code 4 ")
