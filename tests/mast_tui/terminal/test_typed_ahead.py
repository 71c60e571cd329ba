"""Keys typed before the app is there are kept in order, and act as they would have acted later."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.mast_tui.desk import FAILED
from tests.mast_tui.terminal.pty_desk import Terminal

Open = Callable[[str], Terminal]


@pytest.fixture
def typed(tmp_path: Path) -> Iterator[Open]:
    opened: list[Terminal] = []

    def make(keys: str) -> Terminal:
        opened.append(Terminal(FAILED, home=tmp_path / "home", cwd=tmp_path))
        opened[-1].send(keys)
        return opened[-1]

    yield make
    for each in opened:
        each.close()


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ("]]", "event 3 of"),
        ("G", "L99 of 99"),
        ("/week_view", "matches"),
        ("/week_view\r", "match 1 of 2"),
        ("]]:4\r", "L4 of"),
        ("2", "a accept"),
        ("3why", "why"),
        ("2?", "Reject"),
        ("D", "Diagnosis done"),
    ],
)
def test_what_is_typed_before_the_first_frame_acts(typed: Open, keys: str, words: str) -> None:
    at = typed(keys)
    at.wait_for(words, 30)


def test_quitting_at_once_quits(typed: Open) -> None:
    assert typed("q").ended() == 0
