"""For who hears the screen, and for who leaves the mouse to the terminal."""

from pathlib import Path

import pytest

from tests.mast_tui.desk import FAILED
from tests.mast_tui.terminal.pty_desk import Terminal

_MOUSE = b"\x1b[?1000h"


@pytest.mark.parametrize("chosen", ["option", "setting"])
@pytest.mark.parametrize("size", [(140, 45), (80, 24)])
def test_plain_shows_one_pane_at_a_time_in_ascii_without_a_drawing(
    tmp_path: Path, chosen: str, size: tuple[int, int]
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    if chosen == "setting":
        (home / "settings.toml").write_text("plain = true\n")
    at = Terminal(FAILED, *(["--plain"] if chosen == "option" else []), home=home, cwd=tmp_path, size=size)
    at.wait_for("event 1 of 37")
    at.settle()
    assert at.text.isascii()
    assert "Findings" not in at.text, "the diagnosis is not beside the trace"
    at.send("D")
    at.wait_to_be_told("root cause F1")
    at.send("2")
    at.wait_for("Look here")
    at.settle()
    assert "Inner-Navigator-Assistant   say" not in at.text, "the trace is not beside the diagnosis"
    assert _MOUSE not in at.written
    at.send("1")
    at.wait_for("event 7")
    at.close()


@pytest.mark.parametrize("size", [(140, 45), (80, 24)])
def test_the_cursor_of_a_plain_terminal_stands_on_the_line_one_is_at(tmp_path: Path, size: tuple[int, int]) -> None:
    at = Terminal(FAILED, "--plain", home=tmp_path / "home", cwd=tmp_path, size=size)

    def spoken() -> str:
        return at.text.split("\n")[at.screen.cursor.y].strip()

    at.wait_for("event 1 of 37")
    at.wait(lambda: not at.screen.cursor.hidden)
    at.send("]]")
    at.wait(lambda: "L3 of" in at.text and spoken().startswith("3 "))
    at.send("D")
    at.wait_to_be_told("root cause F1")
    at.send("2j")
    at.wait(lambda: "finding 2 of" in at.text and spoken().startswith("> F2 "))
    at.send("/")
    at.wait(lambda: spoken().startswith("/"))
    at.close()


@pytest.mark.parametrize("way", ["--no-mouse", "setting", ""])
def test_the_mouse_is_left_to_the_terminal_where_that_is_wished(tmp_path: Path, way: str) -> None:
    home = tmp_path / "home"
    home.mkdir()
    if way == "setting":
        (home / "settings.toml").write_text("mouse = false\n")
    at = Terminal(FAILED, *([way] if way.startswith("--") else []), home=home, cwd=tmp_path)
    at.wait_for("event 1 of 37")
    assert (_MOUSE in at.written) is (way == "")
    at.close()
