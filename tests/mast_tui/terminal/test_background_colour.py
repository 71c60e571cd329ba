"""The terminal's own background chooses the theme; its answer never becomes keys, whenever it comes."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from mast_tui.terminal.background_colour import from_environment
from mast_tui.terminal.textual_internals import AnswerlessParser, typed_keys
from mast_tui.terminal.themes import PALETTES
from tests.mast_tui.desk import FAILED
from tests.mast_tui.terminal.pty_desk import Terminal

QUESTION = b"\x1b]11;?\x1b\\\x1b[c"
LIGHT, DARK = "\x1b]11;rgb:fdfd/fcfc/f9f9\x1b\\", "\x1b]11;rgb:10/14/1a\x07"
FENCE = "\x1b[?62;4c"


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    at = Terminal(FAILED, home=tmp_path / "home")
    yield at
    at.close()


def page_of(at: Terminal) -> str:
    """The colour behind the text of the trace."""
    return "#" + str(at.screen.buffer[8][20].bg)


@pytest.mark.parametrize(("answer", "theme"), [(LIGHT, "light"), (DARK, "dark"), ("", "dark")])
def test_the_background_of_the_terminal_chooses_the_theme(terminal: Terminal, answer: str, theme: str) -> None:
    terminal.wait(lambda: QUESTION in terminal.written)
    terminal.send(answer + FENCE)
    terminal.wait_for("not diagnosed")
    terminal.settle()
    assert page_of(terminal) == PALETTES[theme].colour("page")
    assert "]11" not in terminal.text


def test_what_is_typed_around_the_answer_is_kept(terminal: Terminal) -> None:
    terminal.wait(lambda: QUESTION in terminal.written)
    terminal.send(f"G{LIGHT}{FENCE}")
    terminal.wait_for("L99 of 99")
    terminal.send("q")
    assert terminal.ended() == 0


def test_an_answer_that_comes_late_is_no_key(terminal: Terminal) -> None:
    terminal.wait_for("not diagnosed")
    terminal.send(LIGHT + FENCE)
    terminal.send("G")
    terminal.wait_for("L99 of 99")
    terminal.settle()
    assert "Search" not in terminal.text
    assert page_of(terminal) == PALETTES["dark"].colour("page")
    terminal.send("\x1b")
    terminal.settle()
    terminal.send("q")
    assert terminal.ended() == 0


def test_a_theme_that_was_chosen_asks_nobody(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "settings.toml").write_text('theme = "light"\n')
    at = Terminal(FAILED, home=home)
    try:
        at.wait_for("not diagnosed")
        assert QUESTION not in at.written
        assert page_of(at) == PALETTES["light"].colour("page")
    finally:
        at.close()


@pytest.mark.parametrize(
    ("value", "theme"), [("0;15", "light"), ("15;0", "dark"), ("0;default;7", "light"), ("", "dark"), ("x;y", "dark")]
)
def test_without_an_answer_the_environment_decides(value: str, theme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, "COLORFGBG", value)
    assert from_environment() == theme


@pytest.mark.parametrize("at", range(1, len(LIGHT + FENCE)))
def test_an_answer_in_two_pieces_is_no_key(at: int) -> None:
    said = LIGHT + FENCE
    keyboard = AnswerlessParser()
    heard = [*keyboard.feed("G" + said[:at]), *keyboard.feed(said[at:] + "j")]
    assert [getattr(each, "key", None) for each in heard] == ["G", "j"]


@pytest.mark.parametrize("at", range(1, len(LIGHT)))
def test_an_answer_that_began_before_the_app_was_there_is_no_key(at: int) -> None:
    early, begun = typed_keys("G" + LIGHT[:at])
    heard = [*early, *AnswerlessParser(begun).feed(LIGHT[at:] + "j")]
    assert [getattr(each, "key", None) for each in heard] == ["G", "j"]
