"""The table of many runs in the app: Enter opens a run, O comes back, the next run is one key away."""

import json
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from mast_tui.app.app import MastApp
from mast_tui.screens.run_table import RunTableScreen
from mast_tui.screens.trace import TraceScreen
from mast_tui.state.run_table import RunTable
from mast_tui.state.screen_settings import ScreenSettings
from mast_tui.state.store import open_store
from mast_tui.widgets.run_table_view import RunTableView
from tests.mast_tui.desk import session_of, until


@pytest.fixture
def app(tmp_path: Path) -> MastApp:
    place = tmp_path / "runs"
    place.mkdir()
    talk = [{"role": "user", "content": "Add."}, {"role": "assistant", "content": "4"}]
    for name in ("alpha", "beta"):
        (place / f"{name}.json").write_text(json.dumps({"messages": talk}))
    held = [{"id": name, "messages": talk} for name in ("first", "second")]
    (place / "several.jsonl").write_text("".join(json.dumps(each) + "\n" for each in held))
    return MastApp(None, ScreenSettings(motion=False), open_store(None), overview=RunTable([str(place)]))


async def at_table(pilot: Pilot[Any], app: MastApp) -> RunTableView:
    await until(pilot, lambda: isinstance(app.screen, RunTableScreen))
    view = app.screen.query_one(RunTableView)
    await until(pilot, lambda: len(view.keys) == 4)
    return view


async def opened(pilot: Pilot[Any], app: MastApp, name: str) -> None:
    await until(pilot, lambda: isinstance(app.screen, TraceScreen) and session_of(app).name == name)
    await until(pilot, lambda: session_of(app).known)


@pytest.mark.parametrize("size", [(140, 45), (80, 24)])
async def test_a_run_opens_and_the_table_comes_back(app: MastApp, size: tuple[int, int]) -> None:
    async with app.run_test(size=size) as pilot:
        view = await at_table(pilot, app)
        await pilot.press("j", "enter")
        await opened(pilot, app, "beta.json")
        await pilot.press("right_curly_bracket")
        await opened(pilot, app, "several.jsonl")
        assert session_of(app).trace.reading.run == "first"
        await pilot.press("O")
        view = await at_table(pilot, app)
        assert view.cursor == 2
        await pilot.press("j", "enter")
        await until(pilot, lambda: session_of(app).trace.reading.run == "second")
        await opened(pilot, app, "several.jsonl")
        await pilot.press("O")
        await at_table(pilot, app)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, TraceScreen))


async def test_rows_are_sorted_narrowed_marked_and_copied(app: MastApp) -> None:
    async with app.run_test(size=(140, 45)) as pilot:
        view = await at_table(pilot, app)
        await pilot.press("r")
        await until(pilot, lambda: view.keys[0].file == 2)
        await pilot.press("slash", *"alpha")
        await until(pilot, lambda: len(view.keys) == 1)
        await pilot.press("enter")
        await until(pilot, lambda: not isinstance(app.focused, Input))
        await pilot.press("space", "y")
        await until(pilot, lambda: app.clipboard.endswith("alpha.json"))
        await pilot.press("escape")
        await until(pilot, lambda: len(view.keys) == 4)


async def test_runs_that_come_while_one_looks_are_shown_and_read_again_when_they_grow(tmp_path: Path) -> None:
    table = RunTable([str(tmp_path)], arriving="listening")
    app = MastApp(None, ScreenSettings(motion=False), open_store(None), overview=table)
    spans = [{"traceId": "ab" * 16, "spanId": f"{n:016x}", "name": f"step {n}", "kind": 1} for n in (1, 2)]
    spans[1]["parentSpanId"] = spans[0]["spanId"]

    def line(span: dict[str, Any]) -> str:
        return json.dumps({"resourceSpans": [{"scopeSpans": [{"scope": {}, "spans": [span]}]}]}) + "\n"

    async with app.run_test(size=(140, 45)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, RunTableScreen))
        view = app.screen.query_one(RunTableView)
        assert not view.keys
        file = tmp_path / "one.otlp.jsonl"
        file.write_text(line(spans[1]))
        await until(pilot, lambda: bool(view.keys) and table.read_files == 1)
        row = table.row(view.keys[0])
        assert row is not None and row.is_running and row.events == 1
        with file.open("a") as appended:
            appended.write(line(spans[0]))
        await until(pilot, lambda: (row := table.row(view.keys[0])) is not None and row.events == 2)
        row = table.row(view.keys[0])
        assert row is not None and not row.is_running


async def test_what_is_marked_is_diagnosed_and_the_rows_say_so(app: MastApp) -> None:
    async with app.run_test(size=(140, 45)) as pilot:
        view = await at_table(pilot, app)
        table = view._table
        await until(pilot, lambda: table.read_files == 3)
        await pilot.press("space", "j", "space", "D")  # alpha.json and the first run of several.jsonl
        await until(pilot, lambda: not table.marked)
        said = [row.outcome for key in view.keys if (row := table.row(key)) is not None]
        assert said == ["undetermined", None, "undetermined", None]
