"""A command on a screen: acts and output as they come, made safe, followed; the run opens from there."""

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from mast_tui.app.app import MastApp
from mast_tui.screens.trace import TraceScreen
from mast_tui.screens.watched_run import WatchedRunScreen
from mast_tui.state.screen_settings import ScreenSettings
from mast_tui.state.store import open_store
from mast_tui.state.watched_run import KEPT, Lines, WatchedRun
from mast_tui.widgets.bars import Bar
from mast_tui.widgets.watched_view import ActsAsTheyCome, PrintedLines
from tests.mast_tui.desk import PLAIN, until

HOSTILE = "\x1b]0;gone\x07[bold]x[/bold]\u202e"


def watched(log: Path) -> tuple[WatchedRun, list[str]]:
    told: list[str] = []
    return WatchedRun(f"python team.py {HOSTILE}", log, lambda: told.append("interrupted")), told


def app_on(run: WatchedRun) -> MastApp:
    return MastApp(None, ScreenSettings(motion=False), open_store(None), overview=run)


async def shown(pilot: Pilot[Any], app: MastApp) -> str:
    """Everything that is on the screen."""
    await until(pilot, lambda: isinstance(app.screen, WatchedRunScreen) and bool(app.screen.query(PrintedLines)))
    await pilot.pause(0.2)
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


@pytest.mark.parametrize("size", [(140, 45), (80, 24)])
async def test_both_sides_show_what_comes_and_nothing_foreign_reaches_the_terminal(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    run, _ = watched(tmp_path / "run.log")
    app = app_on(run)
    async with app.run_test(size=size) as pilot:
        assert "No span yet" in await shown(pilot, app)
        run.act(HOSTILE, "say", f"All is done. {HOSTILE}")
        Lines(run, is_error=False).write(b"10 %\r90 %\r\n" + HOSTILE.encode() + b"\nno end yet")
        Lines(run, is_error=True).write(b"a problem\n")
        seen = await shown(pilot, app)
        assert "All is done." in seen and "a problem" in seen and "90 %" in seen and "[bold]x[/bold]" in seen
        assert "10 %" not in seen and "no end yet" not in seen
        assert not {"\x1b", "\x07", "\u202e"} & set(seen)


async def test_the_end_is_followed_until_one_scrolls_and_what_is_too_much_is_counted(tmp_path: Path) -> None:
    run, _ = watched(tmp_path / "run.log")
    app = app_on(run)
    async with app.run_test(size=(140, 20)) as pilot:
        await shown(pilot, app)
        for number in range(2 * KEPT):
            run.print(f"line {number:,}.", is_error=False)
        assert "line 9,999." in await shown(pilot, app)
        await pilot.press("tab", "g")
        assert f"{run.lines_left_out:,} lines before" in await shown(pilot, app)
        run.print("one more", is_error=False)
        assert "one more" not in await shown(pilot, app)
        await pilot.press("G")
        assert "one more" in await shown(pilot, app)
    assert len(run.printed) < 1.2 * KEPT


async def test_keys_reach_the_command_and_leaving_is_asked_twice_while_it_runs(tmp_path: Path) -> None:
    run, told = watched(tmp_path / "run.log")
    app = app_on(run)
    async with app.run_test(size=(140, 45)) as pilot:
        await shown(pilot, app)
        await pilot.press("ctrl+c")
        await until(pilot, lambda: told == ["interrupted"])
        await pilot.press("q")
        assert "q again ends it" in await shown(pilot, app)
        await pilot.press("q")
        await until(pilot, lambda: app._exit)


async def test_the_diagnosis_is_read_from_its_beginning_and_the_run_opens(tmp_path: Path) -> None:
    run, _ = watched(tmp_path / "run.log")
    app = app_on(run)
    async with app.run_test(size=(140, 20)) as pilot:
        await shown(pilot, app)
        await pilot.press("enter")
        assert "no run to open" in await shown(pilot, app)
        run.hear(PLAIN, 1)
        seen = await shown(pilot, app)
        assert "no run to open" not in seen and "1 span of 1 run" in seen
        for number in range(40):
            run.act("planner", "say", f"word {number}")
        run.hear(PLAIN, 7)
        run.end(3)
        run.conclude("It failed.\n" + "why\n" * 40)
        seen = await shown(pilot, app)
        assert "It failed." in seen and "exit code 3" in app.screen.query_one("#title", Bar).made(139).text
        assert app.screen.query_one(ActsAsTheyCome).has_focus
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, TraceScreen) and app.screen.is_whole)
        await pilot.press("O")
        seen = await shown(pilot, app)
        assert "It failed." in seen and "opening" not in seen
