"""What shows the run as a whole, as pictures at two sizes."""

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from agent.summary.summary import summarise
from agent.trace.trace import Trace
from agent.trial.arms import CONTROL, REMEDY
from agent.trial.judging import FAILS, HOLDS
from agent.trial.trial import Answered, Heard, Trial
from mast_tui.app.app import MastApp
from mast_tui.screens.statistics import NumberTables
from mast_tui.screens.trial import TrialScreen
from mast_tui.state.run_table import RunTable
from mast_tui.state.screen_settings import ScreenSettings
from mast_tui.state.store import open_store
from mast_tui.state.told_runs import ToldRuns
from mast_tui.state.two_runs import TwoRuns
from mast_tui.widgets.lane_view import LaneView
from mast_tui.widgets.run_table_view import RunTableView
from mast_tui.widgets.summary_view import SummaryView
from mast_tui.widgets.two_runs_view import DivergenceList
from tests.agent.summary.folders import document, finding, written
from tests.mast_tui.desk import FAILED, SAMPLES, app_on, diagnosed, read, until
from tests.mast_tui.snapshots.test_snapshots import SIZES, Snap

SELFCHECK = SAMPLES / "selfcheck"


@pytest.mark.parametrize("size", SIZES)
def test_the_run_in_numbers(size: str, snap_compare: Snap) -> None:
    app = app_on(Path(FAILED))

    async def before(pilot: Pilot[Any]) -> None:
        await read(pilot, app)
        await pilot.press("S")
        await until(pilot, lambda: bool(app.screen.query("NumberTables")))
        await until(pilot, lambda: app.screen.query_one(NumberTables).run is not None)
        await pilot.press("j", "l", "l")
        await pilot.pause()

    assert snap_compare(app, terminal_size=SIZES[size], run_before=before)


@pytest.mark.parametrize("size", SIZES)
def test_the_run_in_lanes(size: str, snap_compare: Snap) -> None:
    app = app_on(Path(FAILED), diagnose=True)

    async def before(pilot: Pilot[Any]) -> None:
        await diagnosed(pilot, app)
        await pilot.press("T")
        await until(pilot, lambda: bool(app.screen.query("LaneView")))
        await until(pilot, lambda: app.screen.query_one(LaneView).made is not None)
        await pilot.press("j", "right_square_bracket", "right_square_bracket")
        await pilot.pause()

    assert snap_compare(app, terminal_size=SIZES[size], run_before=before)


@pytest.mark.parametrize("size", SIZES)
def test_many_runs(size: str, snap_compare: Snap, made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(made)
    names = ("autogen_stream.jsonl", "claude_code_session.jsonl", "inspect_mockllm.json", "openai_chat_finetune.jsonl")
    table = RunTable(names)
    app = MastApp(None, ScreenSettings(motion=False), open_store(None), overview=table)

    async def before(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: table.is_found and table.read_files == len(names))
        await until(pilot, lambda: len(app.screen.query_one(RunTableView).keys) >= len(names))
        await pilot.press("j", "space")
        await pilot.pause()

    assert snap_compare(app, terminal_size=SIZES[size], run_before=before)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("good", "bad", "keys"),
    [("26-clean.log", "26-plain.log", ("n", "tab")), ("31-clean.txt", "31-plain.txt", ("tab",))],
)
def test_two_runs(good: str, bad: str, keys: tuple[str, ...], size: str, snap_compare: Snap) -> None:
    paths = str(SELFCHECK / good), str(SELFCHECK / bad)
    runs = TwoRuns(paths, (Trace.open(paths[0]), Trace.open(paths[1])))
    app = MastApp(None, ScreenSettings(motion=False), open_store(None), overview=runs)

    async def before(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: bool(app.screen.query(DivergenceList)))
        await until(pilot, lambda: bool(app.screen.query_one(DivergenceList).stops))
        await pilot.press(*keys)
        await pilot.pause()

    assert snap_compare(app, terminal_size=SIZES[size], run_before=before)
    runs.close()


@pytest.mark.parametrize("size", SIZES)
def test_many_diagnoses(size: str, snap_compare: Snap, tmp_path: Path) -> None:
    again, early = finding("FM-1.3", "calls the same tool again", line=12), finding("FM-3.1", "ends early", line=80)
    gone = finding("FM-2.4", "keeps the rate to itself", line=40, severity="fatal")
    documents = [
        document("logs/nightly-1.jsonl", "Sort the invoices.", {"FM-1.3": "present"}, again),
        document("logs/nightly-2.jsonl", "Sort the invoices.", {"FM-1.3": "present", "FM-2.4": "present"}, again, gone),
        document("logs/nightly-3.jsonl", "Add them up.", {"FM-3.1": "present", "FM-3.2": "unclear"}, early),
        document("logs/nightly-4.jsonl", "Add them up.", {"FM-3.3": "not_assessed"}),
    ]
    folder = written(tmp_path / "found", *documents)
    told = ToldRuns(folder, summarise(folder))
    app = MastApp(None, ScreenSettings(motion=False), open_store(None), overview=told)

    async def before(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: bool(app.screen.query(SummaryView)))
        await until(pilot, lambda: bool(app.screen.query_one(SummaryView).stops))
        await pilot.press("l", "l", "l")
        await pilot.pause()

    assert snap_compare(app, terminal_size=SIZES[size], run_before=before)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("state", ["ready", "done"])
def test_a_remedy_tried(state: str, size: str, snap_compare: Snap) -> None:
    app = app_on(SAMPLES / "invoices.jsonl", diagnose=True)

    async def before(pilot: Pilot[Any]) -> None:
        await diagnosed(pilot, app)
        await pilot.press("e", "X")
        await until(pilot, lambda: isinstance(app.screen, TrialScreen) and app.screen.state.tried is not None)
        assert isinstance(app.screen, TrialScreen)
        app.screen.state.asked = "gpt-4.1-mini"
        if state == "done":
            said = {CONTROL: ("I read it once more.", FAILS), REMEDY: ("The rates are in archive/.", HOLDS)}
            answers = [Answered(arm, at, *said[arm][:1], (), said[arm][1]) for arm in said for at in range(5)]
            for each in answers:
                app.screen.state.note(Heard(each.arm, each.number, each.text, is_whole=True))
            app.screen._done(Trial("gpt-4.1-mini", False, tuple(answers)))
        app.screen.view.renew()
        await pilot.pause()

    assert snap_compare(app, terminal_size=SIZES[size], run_before=before)
