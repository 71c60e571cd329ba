"""An app on a trace, as tests drive it."""

from collections.abc import Callable
from pathlib import Path

from textual.pilot import Pilot

from agent.trace.trace import Trace
from mast_tui.app.app import MastApp
from mast_tui.screens.trace import TraceScreen
from mast_tui.screens.trace.navigator import Navigator
from mast_tui.screens.trace.status_line import StatusLine
from mast_tui.state.place_set import PlaceSet
from mast_tui.state.screen_settings import ScreenSettings
from mast_tui.state.session import Session
from mast_tui.state.store import open_store

SAMPLES = Path(__file__).resolve().parents[2] / "sample_traces"
PLAIN = SAMPLES / "chatdev-bill-splitter.log"
FAILED = SAMPLES / "hyperagent-calendar.log"
"""A sample in which the offline analyst finds something."""


def app_on(
    path: Path,
    *,
    diagnose: bool = False,
    home: Path | None = None,
    theme: str = "dark",
    keys: dict[str, str] | None = None,
) -> MastApp:
    """An app with a trace open; without a home nothing is remembered."""
    settings = ScreenSettings(theme=theme, motion=False, keys=keys or {})
    memory = open_store(home)
    return MastApp(Session(Trace.open(path), memory, settings), settings, memory, diagnose=diagnose)


async def until(pilot: Pilot[None], true: Callable[[], bool]) -> None:
    """Wait for something to become so."""
    for _ in range(3000):
        if true():
            await pilot.pause()
            return
        await pilot.pause(0.01)
    raise AssertionError("it never became so")


def session_of(app: MastApp) -> Session:
    """The session that is open."""
    assert app.session is not None
    return app.session


def screen_of(app: MastApp) -> TraceScreen:
    """The trace screen, on top."""
    assert isinstance(app.screen, TraceScreen)
    return app.screen


async def read(pilot: Pilot[None], app: MastApp) -> TraceScreen:
    """Wait until the trace is read and known."""
    await until(pilot, lambda: session_of(app).known and session_of(app).folds.complete)
    return screen_of(app)


async def diagnosed(pilot: Pilot[None], app: MastApp) -> TraceScreen:
    """Wait until the diagnosis is there and shown."""
    await until(pilot, lambda: session_of(app).stage == "done" and screen_of(app).part(StatusLine).message is not None)
    return screen_of(app)


def told(screen: TraceScreen) -> str:
    """What is told in the status line, or nothing."""
    message = screen.part(StatusLine).message
    return message[0] if message is not None else ""


def places_of(screen: TraceScreen) -> PlaceSet:
    """The set that is stepped through."""
    places = screen.part(Navigator).places
    assert places is not None
    return places
