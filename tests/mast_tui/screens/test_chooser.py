"""A file or a folder of several runs, opened in the app."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from textual.pilot import Pilot

from agent.trace.trace import Trace
from mast_tui.app.app import MastApp
from mast_tui.screens.chooser import ChooserScreen, RunList
from mast_tui.screens.trace import TraceScreen
from mast_tui.screens.trace.status_line import StatusLine
from mast_tui.state.screen_settings import ScreenSettings
from mast_tui.state.session import Session
from mast_tui.state.store import NAME, Recent, open_store
from mast_tui.widgets.messages import TraceChosen
from tests.mast_tui.desk import PLAIN, app_on, read, screen_of, session_of, until

HOSTILE = "\x1b]0;gone\x07\x1b[2J\u202e[b]\r"
TALK = [
    {"role": "user", "content": "Add 2 and 2."},
    {"role": "assistant", "content": "4"},
    {"role": "user", "content": "Thanks."},
    {"role": "assistant", "content": "Done."},
]


def write_runs(path: Path, *each: tuple[str, int]) -> Path:
    """A file of conversations: their ids, and how many messages each has."""
    lines = (json.dumps({"id": id, "messages": TALK[:length]}) for id, length in each)
    path.write_text("".join(line + "\n" for line in lines))
    return path


@pytest.fixture
def several(tmp_path: Path) -> Path:
    """Three runs, the second the longest."""
    return write_runs(tmp_path / "several.jsonl", ("first", 2), ("second", 4), (HOSTILE, 3))


async def chooser(pilot: Pilot[None], app: MastApp) -> RunList:
    """Wait for the chooser and for what it tells of the runs in sight."""
    await until(pilot, lambda: isinstance(app.screen, ChooserScreen))
    rows = app.screen.query_one(RunList)
    await until(pilot, lambda: bool(rows.known) and all(at in rows.measured for at in rows.in_sight))
    await pilot.pause()
    return rows


@pytest.mark.parametrize("size", [(140, 45), (80, 24)])
async def test_a_file_of_several_runs_offers_them_and_opens_the_one_chosen(
    several: Path, size: tuple[int, int]
) -> None:
    app = app_on(several)
    async with app.run_test(size=size) as pilot:
        rows = await chooser(pilot, app)
        assert [each.shown for each in rows.known] == [False, True, False]
        assert rows.picked == 1
        assert [rows.measured[at][:2] for at in range(3)] == [(2, 2), (4, 4), (3, 3)]
        await pilot.press("k", "enter")
        await until(pilot, lambda: session_of(app).trace.only == "first")
        await read(pilot, app)
        assert session_of(app).reader.last == 2
        assert not isinstance(app.screen, ChooserScreen)
        await pilot.press("O")
        rows = await chooser(pilot, app)
        assert rows.picked == 0
        await pilot.press("G", "enter")
        await until(pilot, lambda: session_of(app).trace.only == HOSTILE)
        await read(pilot, app)
        assert [session_of(app).trace.text(event) for event in session_of(app).trace.events][-1] == "Thanks."


async def test_escape_leaves_the_run_that_is_shown_by_itself(several: Path) -> None:
    app = app_on(several)
    async with app.run_test(size=(100, 30)) as pilot:
        await chooser(pilot, app)
        await pilot.press("escape")
        await read(pilot, app)
        assert session_of(app).trace.only is None
        assert session_of(app).trace.reading.run == "second"
        await pilot.pause()
        assert isinstance(app.screen, TraceScreen)


async def test_a_run_that_was_named_is_opened_without_a_question(several: Path) -> None:
    memory = open_store(None)
    app = MastApp(Session(Trace.open(several, only="1"), memory, ScreenSettings()), ScreenSettings(), memory)
    async with app.run_test(size=(100, 30)) as pilot:
        await read(pilot, app)
        await pilot.pause()
        assert isinstance(app.screen, TraceScreen)


async def test_a_file_of_one_run_says_so() -> None:
    app = app_on(PLAIN)
    async with app.run_test(size=(100, 30)) as pilot:
        await read(pilot, app)
        await pilot.press("O")
        assert isinstance(app.screen, TraceScreen)
        assert screen_of(app).part(StatusLine).message is not None


async def test_narrowing_by_typing(several: Path) -> None:
    app = app_on(several)
    async with app.run_test(size=(100, 30)) as pilot:
        rows = await chooser(pilot, app)
        await pilot.press("slash", *"done", "enter")
        assert list(rows.left) == [1]
        await pilot.press("slash", *"xx", "enter", "enter")
        assert rows.picked is None
        assert app.screen.query(RunList)
        await pilot.press("escape")
        assert list(rows.left) == [0, 1, 2]
        await pilot.press("escape")
        assert not app.screen.query(RunList)


async def test_ten_thousand_runs_scroll_and_only_those_in_sight_are_measured(tmp_path: Path) -> None:
    path = write_runs(tmp_path / "many.jsonl", *((f"run-{number:05}", 2 + number % 3) for number in range(10_000)))
    app = app_on(path)
    async with app.run_test(size=(80, 24)) as pilot:
        rows = await chooser(pilot, app)
        await pilot.press("G")
        await until(pilot, lambda: 9_999 in rows.measured)
        assert rows.picked == 9_999
        await pilot.press("g", "space")
        await until(pilot, lambda: all(at in rows.measured for at in rows.in_sight))
        assert len(rows.measured) < 200
        await pilot.press("slash", *"09876", "enter", "enter")
        await until(pilot, lambda: session_of(app).trace.only == "run-09876")


async def test_what_is_said_of_one_run_is_not_shown_with_another(several: Path, tmp_path: Path) -> None:
    app = app_on(several, home=tmp_path / "home")
    async with app.run_test(size=(100, 30)) as pilot:
        await chooser(pilot, app)
        await pilot.press("k", "enter")
        await until(pilot, lambda: session_of(app).trace.only == "first")
        await read(pilot, app)
        await pilot.press("D")
        await until(pilot, lambda: session_of(app).stage == "done")
        await pilot.press("O")
        await chooser(pilot, app)
        await pilot.press("G", "enter")
        await until(pilot, lambda: session_of(app).trace.only == HOSTILE)
        await read(pilot, app)
        assert session_of(app).diagnosis is None
        assert not session_of(app).stale
        await pilot.press("O")
        await chooser(pilot, app)
        await pilot.press("g", "enter")
        await until(pilot, lambda: session_of(app).trace.only == "first")
        await read(pilot, app)
        assert session_of(app).diagnosis is not None
        assert not session_of(app).stale


async def test_a_recent_trace_opens_with_the_run_it_had(several: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    memory = open_store(home)
    memory.keep_trace(Recent(str(several), None, "x", 1, 1, 1.0, None, None, "first"))
    assert memory.recent()[0].run == "first"
    app = MastApp(None, ScreenSettings(motion=False), memory)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        await until(pilot, lambda: app.session is not None and app.session.trace.only == "first")
        await read(pilot, app)
        assert memory.recent()[0].run == "first"
        memory.keep_trace(Recent(str(several), None, "x", 1, 1, 9e9, None, None, "gone"))
        app.post_message(TraceChosen(str(several), "gone"))
        await chooser(pilot, app)


async def test_a_folder_of_runs_lists_what_it_would_read(corpus: Path, tmp_path: Path) -> None:
    folder = next((corpus / "MagenticOne" / "gaia_level_1").iterdir())
    for each in sorted(folder.iterdir())[:3]:
        shutil.copytree(each, tmp_path / "runs" / each.name)
    app = MastApp(None, ScreenSettings(motion=False), open_store(None))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        app.screen.post_message(TraceChosen(str(tmp_path / "runs")))
        rows = await chooser(pilot, app)
        assert len(rows.known) == 3
        assert all(measured.events for measured in rows.measured.values())
        await pilot.press("j", "enter")
        await until(pilot, lambda: app.session is not None)
        await read(pilot, app)
        assert session_of(app).path.parent.parent.name == str(rows.known[1].id)


def test_a_store_of_before_learns_of_runs(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / NAME)) as old, old:
        old.execute(
            "CREATE TABLE traces (path TEXT PRIMARY KEY, sha256 TEXT, format TEXT, bytes INTEGER, lines INTEGER,"
            " opened REAL, verdict TEXT, findings INTEGER)"
        )
        old.execute("INSERT INTO traces VALUES ('/one', NULL, 'x', 1, 1, 1.0, NULL, NULL)")
    old.close()
    store = open_store(tmp_path)
    assert store.trouble == ""
    assert [each.run for each in store.recent()] == [None]
    store.keep_trace(Recent("/two", None, "x", 1, 1, 2.0, None, None, "b"))
    store.close()
    assert [each.run for each in open_store(tmp_path).recent()] == ["b", None]
