"""What a prompt shows of lines that stand before it: again where they are judged, and no more than once."""

from pathlib import Path

import pytest

from agent.analyst.case import Case
from agent.chunk.folds import Fold
from agent.chunk.shown_copies import ShownCopies
from tests.agent.signals.stage import played, say


@pytest.mark.parametrize(
    ("fold", "parts"),
    [
        (Fold(300, 309, 10), [Fold(300, 309, 10)]),
        (Fold(300, 311, 8), [Fold(300, 301, 8), Fold(302, 311, 10)]),
        (Fold(300, 311, 12), [Fold(300, 307, 12), Fold(308, 311, 20)]),
        (Fold(300, 313, 8), [Fold(300, 301, 8), Fold(302, 311, 10), Fold(312, 313, 20)]),
        (Fold(300, 302, 18), [Fold(300, 302, 18)]),
        (Fold(300, 309, 40), [Fold(300, 309, 40)]),
        (Fold(300, 309, 150), [Fold(300, 309, 150)]),
    ],
)
def test_what_was_shown_again_is_cut_out_of_a_longer_stretch(fold: Fold, parts: list[Fold]) -> None:
    copies = ShownCopies(100, 1_000)
    copies.show_again([Fold(200, 209, 10)], 50)
    assert copies.parts(fold) == parts


def test_lines_that_two_events_repeat_of_an_earlier_chunk_are_shown_again_once(tmp_path: Path) -> None:
    code = "\n".join(f"row {number} of the code that everybody sends again" for number in range(30))
    words = "\n".join(f"{number} other words {number * 7919} that fill a chunk" for number in range(90))
    middle = "\n".join(code.split("\n")[5:25])
    said = [code, words, words.replace("other", "more"), middle, f"{code}\nand this is new"]
    planner = Case(played(tmp_path, [say("coder", each) for each in said]), budget=2_500).planner
    last = planner.render(list(planner.chunks())[-1])
    assert [last.count(f"row {number} of the code") for number in (2, 7, 27)] == [1, 1, 1]
    assert "and this is new" in last
