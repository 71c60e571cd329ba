"""Choices about the screen hold at once, and when the app is opened again."""

from pathlib import Path

import pytest

from agent.trace.trace import Trace
from mast_tui.app.app import MastApp
from mast_tui.screens.trace.status_line import StatusLine
from mast_tui.state.screen_settings import load
from mast_tui.state.session import Session
from mast_tui.state.store import open_store
from tests.mast_tui.desk import PLAIN, app_on, read, told, until


async def test_theme_wrap_and_motion_are_there_the_next_time(own_home: Path) -> None:
    app = app_on(PLAIN)
    async with app.run_test(size=(80, 24)) as pilot:
        await read(pilot, app)
        await pilot.press("w")
        app.action_paint("light")
        app.action_motion()
        await until(pilot, lambda: load().wrap is False)
    kept = load()
    assert (kept.theme, kept.wrap, kept.motion) == ("light", False, True)
    memory = open_store(None)
    again = MastApp(Session(Trace.open(PLAIN), memory, kept), kept, memory)
    async with again.run_test(size=(80, 24)) as pilot:
        screen = await read(pilot, again)
        assert again.theme == "mast-light"
        assert screen.rows.wrap is False


async def test_a_home_that_cannot_be_written_is_said_and_the_choice_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    home.write_text("")
    monkeypatch.setenv("MAST_TUI_HOME", str(home))
    app = app_on(PLAIN)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await read(pilot, app)
        await pilot.press("w")
        await until(pilot, lambda: screen.part(StatusLine).message is not None)
        assert "only until you quit" in told(screen)
        assert screen.rows.wrap is False
