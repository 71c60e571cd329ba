"""Themes, keys and settings that are none are named; sixteen colours keep agents apart and show the ruler's letters."""

from pathlib import Path

import pytest

from mast_tui.keys.table import unknown
from tests.mast_tui.desk import FAILED
from tests.mast_tui.terminal.pty_desk import Terminal


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ('theme = "drak"', 'The nearest is "dark".'),
        ('[keys]\n"panes.serch" = "ctrl+f"', 'The nearest is "panes.search".'),
        ('[keys]\n"panes.search" = "ctrl+slahs"', 'The nearest is "slash".'),
    ],
)
@pytest.mark.parametrize("size", [(140, 45), (80, 24)])
def test_a_choice_that_is_none_is_named_in_the_app(
    tmp_path: Path, settings: str, said: str, size: tuple[int, int]
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "settings.toml").write_text(settings)
    at = Terminal(FAILED, home=home, cwd=tmp_path, size=size)
    at.wait(lambda: said in " ".join(at.text.split()))
    at.close()


def test_a_theme_that_is_none_is_named_on_the_command_line(tmp_path: Path) -> None:
    at = Terminal("--theme", "lihgt", FAILED, home=tmp_path / "home", cwd=tmp_path)
    assert at.ended() == 2
    assert 'The nearest is "light".' in " ".join(at.text.split())


def test_keys_that_are_all_known_are_not_named() -> None:
    assert unknown({"panes.search": "ctrl+f,slash", "panes.wrap": "ctrl+w", "panes.go": "f5,+", "panes.ask": "é"}) == ""


@pytest.mark.parametrize("size", [(140, 45), (80, 24)])
def test_sixteen_colours_keep_agents_apart_and_show_the_letters_of_the_ruler(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    at = Terminal(FAILED, home=tmp_path / "home", cwd=tmp_path, size=size, extra={"TERM": "xterm", "COLORTERM": ""})
    at.wait(lambda: "event 1 of 37" in at.text and "░" not in at.text)
    at.settle()
    rows = [[row[column] for column in range(size[0])] for row in (at.screen.buffer[each] for each in range(size[1]))]
    chips = {row[8].data + row[9].data: row[8].fg for row in rows if row[8].reverse and row[8].data.isalpha()}
    assert len(chips) > 1
    assert len(set(chips.values())) == len(chips), chips
    ruler = {
        row[column].data + row[column + 1].data: row[column].fg
        for row in rows
        for column in range(60, size[0] - 1)
        if row[column].data + row[column + 1].data in chips and row[column].fg != "default"
    }
    assert len(ruler) > 1
    assert ruler == {letters: chips[letters] for letters in ruler}
    assert b"38;2;" not in at.written
    at.close()


ESC = "\x1b"
WALK = (
    ("", "event 1 of 37"),
    ("?", "scroll"),
    ("G", "minor"),
    (ESC, "event 1 of 37"),
    ("K", "Set the model"),
    ("\t\t", "Offered"),
    (ESC, "event 1 of 37"),
    ("D", "root cause F1"),
    ("2 ", "Finding 1 of 2"),
    (ESC, "F2"),
    ("\x10", "What to do"),
    (ESC, "F2"),
    ("o", "event"),
    (ESC, "event"),
    ("T", "lanes"),
    (ESC, "event"),
    ("S", "back"),
    (ESC, "event"),
    ("C", "Compare"),
    (ESC, "event"),
    ("x", "Markdown"),
    (ESC, "event"),
    ("w", "wrap off"),
    ("v", "event"),
    (ESC, "event"),
    ("/plan\r", "match "),
    ("cwho failed?\r", "citations"),
)


@pytest.mark.parametrize("size", [(140, 45), (80, 24)])
def test_with_ascii_nothing_else_is_drawn_on_any_screen(tmp_path: Path, size: tuple[int, int]) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "settings.toml").write_text("ascii = true\n")
    assert FAILED.read_text().isascii()
    at = Terminal(FAILED, home=home, cwd=tmp_path, size=size)
    for keys, said in WALK:
        at.send(keys)
        if said:
            at.wait_to_be_told(said)
        at.settle()
        odd = {sign: row for row in at.text.split("\n") for sign in row if not sign.isascii()}
        assert odd == {}, (keys, odd)
    at.close()
