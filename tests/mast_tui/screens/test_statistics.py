"""The run in numbers on the screen: a number leads to its lines, and Esc leads back to it."""

from typing import Any

import pytest
from textual.pilot import Pilot

from mast_tui.app.app import MastApp
from mast_tui.screens.statistics import NumberTables, StatisticsScreen
from mast_tui.screens.trace import TraceScreen
from tests.mast_tui.desk import FAILED, app_on, places_of, read, screen_of, until


async def at_statistics(pilot: Pilot[Any], app: MastApp) -> NumberTables:
    await until(pilot, lambda: isinstance(app.screen, StatisticsScreen))
    tables = app.screen.query_one(NumberTables)
    await until(pilot, lambda: tables.run is not None)
    return tables


@pytest.mark.parametrize("size", [(140, 45), (80, 24)])
async def test_a_number_leads_to_its_lines_and_back(size: tuple[int, int]) -> None:
    app = app_on(FAILED)
    async with app.run_test(size=size) as pilot:
        await read(pilot, app)
        await pilot.press("S")
        tables = await at_statistics(pilot, app)
        assert tables.run is not None
        busiest = max(range(len(tables.run.actors)), key=lambda at: tables.run.actors[at].calls if tables.run else 0)
        await pilot.press(*"j" * busiest)
        while tables.lit is not None and not tables.lit.words.endswith(": calls"):
            await pilot.press("l")
        lines = tables.run.actors[busiest].places["calls"]
        position = tables.position
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, TraceScreen))
        screen = screen_of(app)
        await until(pilot, lambda: screen.trace.place.line == lines[0])
        assert places_of(screen).lines == lines
        await pilot.press("n")
        await until(pilot, lambda: screen.trace.place.line == lines[1])
        await pilot.press("escape")
        tables = await at_statistics(pilot, app)
        await until(pilot, lambda: tables.position == position)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, TraceScreen))
