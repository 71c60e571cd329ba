"""A saved diagnosis beside its trace: what is shown, what differs, what stays a person's own, and ways into it."""

from pathlib import Path

import pytest

from agent.diagnosis.document import load, to_json
from mast_tui.app.app import MastApp
from mast_tui.screens.compare import CompareScreen
from mast_tui.screens.trace import TraceScreen
from mast_tui.state.opened_trace import opened
from mast_tui.state.screen_settings import ScreenSettings
from mast_tui.state.session import Session
from mast_tui.state.store import open_store
from tests.mast_tui.desk import FAILED, app_on, diagnosed, read, screen_of, session_of, told, until

SAVED = Path(__file__).parents[1] / "snapshots" / "diagnoses" / "hyperagent-calendar.json"
SIZES = ((140, 45), (80, 24))


def app_of(words: str, home: Path | None = None, diagnosis: Path | None = None) -> MastApp:
    """The app as the command line opens it."""
    target, memory, settings = opened(words, diagnosis=diagnosis), open_store(home), ScreenSettings(motion=False)
    return MastApp(Session(target.trace, memory, settings, given=target.given, goal=target.goal), settings, memory)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A trace and a saved diagnosis of it, side by side."""
    (tmp_path / "hyperagent-calendar.log").write_bytes(FAILED.read_bytes())
    diagnosis = load(SAVED)
    (tmp_path / "out.json").write_text(to_json(diagnosis))
    return tmp_path / "out.json"


@pytest.mark.parametrize("size", SIZES)
async def test_it_opens_beside_its_trace_at_a_finding(size: tuple[int, int], saved: Path) -> None:
    app = app_of(f"{saved}#F2", home=saved.parent / "home")
    async with app.run_test(size=size) as pilot:
        screen = await read(pilot, app)
        await until(pilot, lambda: session_of(app).marks.selected == "F2")
        finding = session_of(app).finding("F2")
        assert finding is not None and screen.trace.place.line == finding.onset
        assert "out.json: 2 findings" in told(screen)
    again = app_of(str(saved.parent / "hyperagent-calendar.log"), home=saved.parent / "home")
    async with again.run_test(size=size) as pilot:
        await read(pilot, again)
        assert len(session_of(again).findings) == 2


async def test_of_a_changed_trace_it_says_what_differs(saved: Path) -> None:
    trace = saved.parent / "hyperagent-calendar.log"
    trace.write_bytes(trace.read_bytes() + b"one more line\n")
    app = app_of(str(trace), diagnosis=saved)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await read(pilot, app)
        await until(pilot, lambda: session_of(app).stale)
        assert "has changed since its diagnosis (99 lines then, 100 now)" in told(screen)


async def test_an_own_diagnosis_stays_and_is_compared_with_and_entered(saved: Path, tmp_path: Path) -> None:
    trace = saved.parent / "hyperagent-calendar.log"
    own = app_on(trace, diagnose=True, home=tmp_path / "home")
    async with own.run_test(size=(140, 45)) as pilot:
        await diagnosed(pilot, own)
        first = session_of(own).findings
    saved.write_text(saved.read_text().replace("The run starts over", "Said otherwise: it starts over"))
    app = app_of(str(saved), home=tmp_path / "home")
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await read(pilot, app)
        await until(pilot, lambda: session_of(app).earlier is not None)
        assert session_of(app).memory.diagnosis(str(session_of(app).sha256)) is not None
        await pilot.press("C")
        await until(pilot, lambda: isinstance(app.screen, CompareScreen))
        await pilot.press("G", "enter")
        await until(pilot, lambda: isinstance(app.screen, TraceScreen))
        await until(pilot, lambda: session_of(app).marks.selected is not None and screen.pane == "trace")
        assert screen_of(app).trace.place.line == session_of(app).findings[-1].onset
        await pilot.press("C")
        await until(pilot, lambda: isinstance(app.screen, CompareScreen))
        await pilot.press("G", "o")
        await until(pilot, lambda: "of the diagnosis before" in told(screen))
    assert [each.title for each in first] != [each.title for each in session_of(app).findings]


async def test_a_line_that_was_named_is_stood_on(saved: Path) -> None:
    app = app_of(f"{saved.parent / 'hyperagent-calendar.log'}:57")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await read(pilot, app)
        assert screen.trace.place.line == 57
