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
        ("tquod Dq\r", "note · quod Dq"),
        ("2?", "Reject"),
        ("D", "Diagnosis done"),
    ],
)
def test_what_is_typed_before_the_first_frame_acts(typed: Open, keys: str, words: str) -> None:
    at = typed(keys)
    at.wait_to_be_told(words)


def test_quitting_at_once_quits(typed: Open) -> None:
    assert typed("q").ended() == 0


def test_what_is_typed_in_one_burst_goes_to_what_its_first_key_opens(tmp_path: Path) -> None:
    at = Terminal(FAILED, home=tmp_path / "home", cwd=tmp_path)
    at.wait_for("not diagnosed")
    at.send("tquod Dq\r")
    at.wait_for("note · quod Dq")
    at.wait_to_be_told("the note is kept")
    at.send("?/bookmark")
    at.wait_for("Go to a bookmark")
    at.wait_for_no("The fourteen modes")
    at.close()


def test_a_path_typed_in_one_burst_is_a_path(tmp_path: Path) -> None:
    (tmp_path / "quiet_Dqk").mkdir()
    at = Terminal(home=tmp_path / "home", cwd=tmp_path)
    at.wait_for("find out why")
    at.send("./quiet_Dqk/none")
    at.wait_for("./quiet_Dqk/none")
    at.send("\x1b")
    at.wait_for("Backspace forget")
    at.send("\x1b[200~/tmp/pasted Dq\x1b[201~")
    at.wait_for("/tmp/pasted Dq")
    at.close()


@pytest.mark.parametrize("opening", ["2\r", "2 ", "e"], ids=["evidence", "a finding", "the next finding"])
def test_no_letter_behind_the_key_of_a_bar_gets_lost(tmp_path: Path, opening: str) -> None:
    # Slow, since the app is started and read for each key, in a real terminal.
    at = Terminal(FAILED, home=tmp_path / "home", cwd=tmp_path)
    at.wait_for("not diagnosed")
    at.send("D")
    at.wait_to_be_told("Diagnosis done")
    for keys, bar, hint in (
        ("/week_view", "/ search  week_view ", "Esc drop"),
        ("/?week_view", "? search upwards  week_view ", "Esc drop"),
        ("&kind:call Dq", "& filter  kind:call Dq ", "Esc drop"),
        (":e20Dq", "percent  e20Dq ", "Esc drop"),
        ("cDq week_view?", " Dq week_view? ", "Esc answers"),
    ):
        at.send(opening + keys)
        at.wait_for(bar)
        at.wait_for(hint)  # it is drawn behind the bar: an Esc with the next letter behind it would be Alt
        at.send("\x1b")
        at.wait_for_no(hint)
    at.close()
