"""The screens beside the trace in their states, as pictures at two sizes."""

import time
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from agent.diagnosis.document import load
from mast_tui.app.app import MastApp
from mast_tui.app.crash_screen import CrashApp
from mast_tui.app.fault_text import Fault
from mast_tui.state.screen_settings import ScreenSettings
from mast_tui.state.store import Recent, open_store
from mast_tui.widgets.comparison_table import Table
from mast_tui.widgets.messages import ConsentAsked
from tests.mast_tui.desk import FAILED, app_on, screen_of, session_of, until
from tests.mast_tui.screens.test_compare import a_folder
from tests.mast_tui.snapshots.test_snapshots import DIAGNOSES, PLAN, SIZES, Snap, shown

DAY = 86_400
HOME = Path("/home/you/.local/state/mast-tui")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a few files, in which the program was started."""
    for name, size in (("run-0412.jsonl", 120_000), ("run-0413.log", 2_400_000)):
        (tmp_path / name).write_bytes(b"x" * size)
    (tmp_path / "gaia-level-2").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("state", ["recents", "completed", "candidates", "refused"])
def test_traces_to_open(state: str, size: str, snap_compare: Snap, folder: Path) -> None:
    memory, now = open_store(folder / "home"), time.time()
    values = (
        ("run-0412.jsonl", "langgraph_stream", 120_000, 7_300, "failure", 3),
        ("run-0413.log", "plain_log", 2_400_000, DAY + 60, None, None),
        ("gaia-level-2", "magentic_one", 24_000, 3 * DAY, "success", 1),
        ("gone.jsonl", "ag2_json", 9_000, 3 * DAY + 60, "undetermined", 0),
    )
    for name, format_name, length, ago, verdict, findings in values:
        memory.keep_trace(Recent(str(folder / name), None, format_name, length, 9, now - ago, verdict, findings))
    app = MastApp(None, ScreenSettings(motion=False), memory)

    async def before(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: bool(app.screen.query("TraceList")))
        if state == "recents":
            return
        await pilot.press("full_stop", "slash", *("run-04" if state == "completed" else ""))
        field = app.screen.query_one(Input)
        if state == "completed":
            await until(pilot, lambda: field._suggestion.startswith("./run-0412"))
        elif state == "candidates":
            await pilot.press("down")
        else:
            await pilot.press(*"none", "enter")
            await until(pilot, lambda: bool(app.screen.query_one("#status")._told))  # type: ignore[attr-defined]
        await pilot.pause()

    assert snap_compare(app, terminal_size=SIZES[size], run_before=before)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("state", ["what_would_leave", "in_the_clear"])
def test_consent(state: str, size: str, snap_compare: Snap) -> None:
    app = app_on(FAILED)
    plan = PLAN if state == "what_would_leave" else PLAN._replace(encrypted=False, price=None, limit=None, removed=())

    async def before(pilot: Pilot[Any]) -> None:
        await shown(pilot, app)
        screen_of(app).post_message(ConsentAsked(plan, lambda _: None))
        await until(pilot, lambda: type(app.screen).__name__ == "ConsentScreen")
        await pilot.press(*("v" if state == "what_would_leave" else ("tab",)))
        await pilot.pause()

    assert snap_compare(app, terminal_size=SIZES[size], run_before=before)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("state", ["nothing", "pair", "groups"])
def test_compare(state: str, size: str, snap_compare: Snap, tmp_path: Path) -> None:
    app = app_on(FAILED)

    async def before(pilot: Pilot[Any]) -> None:
        await shown(pilot, app)
        if state == "pair":
            session_of(app).earlier = load(DIAGNOSES / "invoices.json")
        await pilot.press("C")
        await until(pilot, lambda: bool(app.screen.query(Table)))
        if state == "groups":
            first = a_folder(tmp_path / "before", present=18, of=25)
            second = a_folder(tmp_path / "after", present=2, of=25, analyst="model")
            await pilot.press("shift+tab", "right")
            app.screen.query_one("#before", Input).value = str(first)
            app.screen.query_one("#after", Input).value = str(second)
            app.screen.query_one("#after", Input).focus()
            await pilot.press("enter")
            await until(pilot, lambda: app.screen.query_one(Table).groups is not None)
            for name in ("before", "after"):
                app.screen.query_one(f"#{name}", Input).value = name
        await pilot.pause()

    assert snap_compare(app, terminal_size=SIZES[size], run_before=before)


@pytest.mark.parametrize("size", SIZES)
def test_a_fault_of_ours(size: str, snap_compare: Snap, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mast_tui.app.fault_text.__version__", "1.0.0")
    places = ("screen.py:12 in on_mount", "desk.py:80 in draw", "trace_rows.py:7 in page")
    app = CrashApp(Fault("RuntimeError", places, HOME), ScreenSettings(motion=False))

    async def before(pilot: Pilot[Any]) -> None:
        app.query_one("FaultRows").said = "They are copied."  # type: ignore[attr-defined]
        await pilot.pause()

    assert snap_compare(app, terminal_size=SIZES[size], run_before=before)
