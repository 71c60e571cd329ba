"""The trace screen, seen through what it says and where it stands."""

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from agent.trace.trace import Trace
from mast_tui.app import MastApp
from mast_tui.screens.trace import TraceScreen
from mast_tui.session import Session
from mast_tui.settings import Settings
from mast_tui.store import open_store

SAMPLES = Path(__file__).resolve().parents[3] / "sample_traces"
TRACE = SAMPLES / "chatdev-bill-splitter.log"


def make_app(path: Path, *, diagnose: bool = False, home: Path | None = None) -> MastApp:
    settings = Settings()
    return MastApp(Session(Trace.open(path), open_store(home), settings), settings, diagnose=diagnose)


async def until(pilot: Pilot[None], true: Callable[[], bool]) -> None:
    for _ in range(2000):
        if true():
            return
        await pilot.pause(0.01)
    raise AssertionError("it never became so")


def screen_of(app: MastApp) -> TraceScreen:
    assert isinstance(app.screen, TraceScreen)
    return app.screen


async def test_the_trace_is_read_and_shown() -> None:
    app = make_app(TRACE)
    async with app.run_test(size=(140, 45)) as pilot:
        await until(pilot, lambda: app.session.stage == "undiagnosed" and app.session.sha256 is not None)
        screen = screen_of(app)
        assert screen.view.has_focus
        first, last = screen.view.lines_in_sight
        assert first == 1
        assert last > 20
        assert app.guard.caught == 0


@pytest.mark.parametrize(("keys", "line"), [("G", None), ("G g", 1), (": 4 2 enter", 42), (": L 7 enter", 7)])
async def test_moving_ends_on_the_line_that_was_meant(keys: str, line: int | None) -> None:
    app = make_app(TRACE)
    async with app.run_test(size=(140, 45)) as pilot:
        await until(pilot, lambda: app.session.sha256 is not None)
        for key in keys.split():
            await pilot.press("colon" if key == ":" else key)
        await pilot.pause()
        assert screen_of(app).view.place.line == (line or app.session.reading.last)


async def test_the_diagnosis_arrives_and_every_mode_has_a_verdict() -> None:
    app = make_app(TRACE, diagnose=True)
    async with app.run_test(size=(140, 45)) as pilot:
        await until(pilot, lambda: app.session.stage == "done")
        assert app.session.diagnosis is not None
        assert len(app.session.diagnosis.modes) == 14


async def test_a_search_counts_and_n_goes_on() -> None:
    app = make_app(TRACE)
    async with app.run_test(size=(140, 45)) as pilot:
        await until(pilot, lambda: app.session.sha256 is not None)
        screen = screen_of(app)
        await pilot.press("slash", *"program", "enter")
        await until(pilot, lambda: screen.places is not None and screen.view.has_focus)
        assert screen.places is not None
        assert screen.places.lines == sorted(set(screen.places.lines))
        before = screen.places.at
        await pilot.press("n")
        assert screen.places.at == (before + 1) % len(screen.places.lines)
        assert screen.view.place.line == screen.places.lines[screen.places.at]


async def test_q_leaves() -> None:
    app = make_app(TRACE)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.session.sha256 is not None)
        await pilot.press("q")
        await until(pilot, lambda: not app.is_running)
    assert app.return_code == 0
