"""The summary of many diagnoses in the app: the cursor moves over runs and modes, and a cell opens its run."""

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from agent.summary.summary import summarise
from mast_tui.app.app import MastApp
from mast_tui.layout.summary_rows import HeatCell
from mast_tui.screens.summary import SummaryScreen
from mast_tui.screens.trace import TraceScreen
from mast_tui.state.screen_settings import ScreenSettings
from mast_tui.state.store import open_store
from mast_tui.state.told_runs import ToldRuns
from mast_tui.widgets.bars import Bar
from mast_tui.widgets.summary_view import SummaryView
from tests.agent.summary.folders import document, finding, written
from tests.conftest import RunCli
from tests.mast_tui.desk import SAMPLES, screen_of, session_of, until

HOSTILE = "\x1b]0;gone\x07[bold]x[/bold]\tend\u202e"


@pytest.fixture
def diagnosed(tmp_path: Path, run_cli: RunCli) -> Path:
    """A folder with the diagnoses of two samples, made by the program."""
    names = [SAMPLES / name for name in ("hyperagent-calendar.log", "chatdev-bill-splitter.log")]
    code, _, _ = run_cli("diagnose", *names, "-o", tmp_path / "found", "--offline")
    assert code == 0
    return tmp_path / "found"


def app_on(folder: Path) -> tuple[MastApp, ToldRuns]:
    told = ToldRuns(folder, summarise(folder))
    return MastApp(None, ScreenSettings(motion=False), open_store(None), overview=told), told


async def shown(pilot: Pilot[Any], app: MastApp) -> SummaryView:
    await until(pilot, lambda: isinstance(app.screen, SummaryScreen) and bool(app.screen.query(SummaryView)))
    view = app.screen.query_one(SummaryView)
    await until(pilot, lambda: bool(view.stops) and app.screen.query_one("#status", Bar).made(140).text.strip() != "")
    return view


def status(app: MastApp) -> str:
    return app.screen.query_one("#status", Bar).made(140).text


@pytest.mark.parametrize("size", [(140, 45), (80, 24)])
async def test_a_cell_opens_its_run_at_the_finding_and_leads_back(diagnosed: Path, size: tuple[int, int]) -> None:
    app, told = app_on(diagnosed)
    run, worst = 0, told.summary.runs[0].findings[0]
    column = told.summary.taxonomy.codes.index(worst.failure) + 1
    async with app.run_test(size=size) as pilot:
        await shown(pilot, app)
        await pilot.press(*["l"] * column)
        await until(pilot, lambda: f"L{worst.line}" in status(app))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, TraceScreen) and session_of(app).diagnosis is not None)
        await until(pilot, lambda: screen_of(app).trace.place.line == worst.line)
        assert session_of(app).path.name == Path(told.summary.runs[run].path).name
        await pilot.press("right_curly_bracket")
        other = Path(told.summary.runs[1].path).name
        await until(pilot, lambda: isinstance(app.screen, TraceScreen) and session_of(app).path.name == other)
        await until(pilot, lambda: session_of(app).known)
        await pilot.press("O")
        await shown(pilot, app)
        assert told.at == HeatCell(1, 0)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, TraceScreen))


async def test_a_group_leads_to_each_of_its_runs(tmp_path: Path) -> None:
    present = {"FM-1.3": "present"}
    folder = written(
        tmp_path / "found",
        document("one.json", "Sort.", present, finding("FM-1.3", "calls it again", line=12)),
        document("two.json", "Add.", present, finding("FM-1.3", "calls it again", line=9)),
        document("three.json", "Add.", {}),
    )
    app, told = app_on(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        view = await shown(pilot, app)
        await pilot.press("tab")
        assert view.cursor == 3
        first, second = (number for number, _ in told.summary.groups[0].places)
        assert told.address().words == str(folder / told.summary.runs[first - 1].document) + "#F1"
        await pilot.press("l", "l", "l")
        assert told.address().words == str(folder / told.summary.runs[second - 1].document) + "#F1"
        assert told.step(1) is None
        await pilot.press("k")
        await until(pilot, lambda: told.at == HeatCell(2, 0))
        await pilot.press(*["l"] * 20)
        assert told.at.column == 14
        await until(pilot, lambda: "FM-3.3" in status(app) and "absent" in status(app))


async def test_what_diagnoses_say_reaches_the_screen_as_text_only(tmp_path: Path) -> None:
    said = finding("FM-1.3", HOSTILE, line=12, actor=HOSTILE)
    documents = [document(f"{at}{HOSTILE}", HOSTILE, {"FM-1.3": "present"}, said) for at in range(2)]
    app, _ = app_on(written(tmp_path / "found", *documents))
    async with app.run_test(size=(140, 45)) as pilot:
        view = await shown(pilot, app)
        rows, _ = view.make_rows(140)
        words = "".join(row.text for row in rows)
        await pilot.press("tab")
        words += status(app)
        assert "[bold]x[/bold]" in words
        assert not any(each in words for each in "\x1b\x07\t\u202e")


async def test_q_ends_the_program_and_a_trace_that_is_gone_is_told(tmp_path: Path) -> None:
    app, _ = app_on(written(tmp_path / "found", document("gone.json", "Sort.", {})))
    async with app.run_test(size=(80, 24)) as pilot:
        await shown(pilot, app)
        await pilot.press("enter")
        await until(pilot, lambda: "gone.json" in " ".join(app.screen.query_one("#status", Bar)._told))
        await pilot.press("q")
    assert app.return_code == 0
