"""The open screen: what was open before, what can be typed, and what is said where it cannot be opened."""

import time
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from mast_tui.app.app import MastApp
from mast_tui.screens.open import OpenScreen
from mast_tui.state.screen_settings import ScreenSettings
from mast_tui.state.store import Recent, Store, open_store
from mast_tui.widgets.path_box import CandidateList, Paths, candidates
from mast_tui.widgets.trace_list import TraceList
from tests.mast_tui.desk import PLAIN, until


def opened(store: Store) -> MastApp:
    return MastApp(None, ScreenSettings(motion=False), store)


async def at_open(pilot: Pilot[Any], app: MastApp) -> OpenScreen:
    await until(pilot, lambda: isinstance(app.screen, OpenScreen))
    assert isinstance(app.screen, OpenScreen)
    return app.screen


def told(screen: OpenScreen) -> str:
    return " ".join(screen.query_one("#status")._told)  # type: ignore[attr-defined]


def recent(path: Path) -> Recent:
    values = {"path": str(path), "sha256": "a" * 64, "format": "AG2", "bytes": 10, "lines": 2, "opened": time.time()}
    rest = {"verdict": "failure", "findings": 1}
    return Recent(**values, **rest)  # type: ignore[arg-type]


@pytest.mark.parametrize("size", [(140, 45), (80, 24)])
async def test_a_trace_that_is_gone_says_so_and_backspace_forgets_it(tmp_path: Path, size: tuple[int, int]) -> None:
    store = open_store(tmp_path / "home")
    store.keep_trace(recent(tmp_path / "gone.log"))
    app = opened(store)
    async with app.run_test(size=size) as pilot:
        screen = await at_open(pilot, app)
        table = screen.query_one(TraceList)
        assert any("not there any more" in row.text for row in table.make_rows(size[0])[0])
        await pilot.press("backspace")
        await until(pilot, lambda: store.recent() == [])
        assert not any("gone.log" in row.text for row in table.make_rows(size[0])[0])


@pytest.mark.parametrize("key", ["slash", "tilde", "full_stop"])
async def test_what_begins_a_path_goes_to_the_path_box_and_escape_comes_back(key: str) -> None:
    app = opened(open_store(None))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await at_open(pilot, app)
        await pilot.press(key)
        assert screen.query_one(Input).has_focus
        assert screen.query_one(Input).value in "/~."
        await pilot.press("escape")
        assert screen.query_one(TraceList).has_focus


async def test_down_shows_what_is_there_with_sizes_and_enter_goes_into_a_folder(tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "one.log").write_bytes(PLAIN.read_bytes())
    (tmp_path / "runs" / "\x1b]0;PWNED\x07[x].log").write_text("hello\n")
    app = opened(open_store(None))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await at_open(pilot, app)
        await pilot.press("tab")
        screen.query_one(Input).value = f"{tmp_path}/ru"
        await pilot.press("down")
        listed = screen.query_one(CandidateList)
        assert listed.has_focus
        assert [each.name for each in listed.candidates] == ["runs/"]
        await pilot.press("enter")
        assert sorted(each.name for each in listed.candidates)[-1] == "one.log"
        assert any("KB" in row.text for row in listed.make_rows(80)[0])
        assert app.guard.caught == 0
        await pilot.press("escape")
        assert screen.query_one(Input).has_focus
        assert screen.query_one(TraceList).display
        await pilot.press("down", "down", "enter")
        await until(pilot, lambda: app.session is not None)


async def test_tab_completes(tmp_path: Path) -> None:
    (tmp_path / "first.log").write_text("x")
    assert await Paths().get_suggestion(f"{tmp_path}/fi") == f"{tmp_path}/first.log"
    assert await Paths().get_suggestion("~nobody-of-that-name") is None
    assert await Paths().get_suggestion(f"{tmp_path}/first.log/x") is None
    assert candidates(f"{tmp_path}/zz") == []


@pytest.mark.parametrize("name", ["nowhere", "empty.log", "~nobody-of-that-name/x", "folder", "\0"])
async def test_what_cannot_be_opened_is_said_in_place(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty.log").write_text("")
    (tmp_path / "folder").mkdir()
    app = opened(open_store(None))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await at_open(pilot, app)
        await pilot.press("tab")
        screen.query_one(Input).value = name if name.startswith("~") else f"{tmp_path}/{name}"
        await pilot.press("enter")
        if name == "empty.log":
            await until(pilot, lambda: app.session is not None)
        else:
            await until(pilot, lambda: bool(told(screen)))
            assert app.screen is screen
            await pilot.press("x")
            await until(pilot, lambda: not told(screen))
