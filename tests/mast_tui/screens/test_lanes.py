"""The run in lanes on the screen: moving, coming closer, going to the lines and back."""

from typing import Any

import pytest
from textual.pilot import Pilot

from mast_tui.app.app import MastApp
from mast_tui.screens.lanes import LanesScreen
from mast_tui.screens.trace import TraceScreen
from mast_tui.widgets.lane_view import LaneView
from tests.mast_tui.desk import FAILED, app_on, diagnosed, screen_of, session_of, until


async def at_lanes(pilot: Pilot[Any], app: MastApp) -> LaneView:
    await until(pilot, lambda: isinstance(app.screen, LanesScreen))
    view = app.screen.query_one(LaneView)
    await until(pilot, lambda: view.made is not None)
    return view


@pytest.mark.parametrize("size", [(140, 45), (80, 24)])
async def test_a_cell_leads_to_its_lines_and_back(size: tuple[int, int]) -> None:
    app = app_on(FAILED, diagnose=True)
    async with app.run_test(size=size) as pilot:
        await diagnosed(pilot, app)
        await pilot.press("T")
        view = await at_lanes(pilot, app)
        assert view.made is not None
        assert {mark.id for mark in view.marks} == {each.id for each in session_of(app).entries}
        await pilot.press("j", "right_square_bracket", "right_square_bracket")
        lane, column = view.made.lanes[view.cursor], view.column
        assert lane.counts[column]
        line = session_of(app).trace.events[lane.first_events[column]].lines[0]
        wide = view.made.last - view.made.first
        await pilot.press("plus")
        await until(pilot, lambda: view.made is not None and view.made.last - view.made.first < wide)
        await pilot.press("minus")
        await until(pilot, lambda: view.made is not None and view.made.last - view.made.first == wide)
        await pilot.press("g", "right_square_bracket", "right_square_bracket", "enter")
        await until(pilot, lambda: isinstance(app.screen, TraceScreen))
        await until(pilot, lambda: abs(screen_of(app).trace.place.line - line) <= 2)
        await pilot.press("escape")
        view = await at_lanes(pilot, app)
        assert view.cursor == 1
        await pilot.press("e", "enter")
        await until(pilot, lambda: isinstance(app.screen, TraceScreen))
