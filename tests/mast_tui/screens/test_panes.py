"""Room and focus: the whole screen for a pane, a border that moves, and a focus that is always in sight."""

from pathlib import Path

import pytest

from agent.diagnosis.claim import Grounded
from agent.trace.trace import Trace
from mast_tui.app.app import MastApp
from mast_tui.screens.trace.status_line import StatusLine
from mast_tui.state import screen_settings
from mast_tui.state.named_place import NamedPlace, place_named
from tests.mast_tui.desk import FAILED, app_on, diagnosed, read, session_of, told, until

SIZES = ((140, 45), (80, 24))


def focus_is_in_sight(app: MastApp) -> bool:
    focused = app.screen.focused
    return focused is not None and all(each.display for each in focused.ancestors_with_self if each is not app)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "keys", ["o enter o escape j", "2 + 1 _ escape", "o + o", "c escape + tab _", "m tab 3 escape"]
)
async def test_the_focus_is_never_in_a_pane_that_is_hidden(size: tuple[int, int], keys: str) -> None:
    app = app_on(FAILED)
    async with app.run_test(size=size) as pilot:
        await read(pilot, app)
        names = {"+": "plus", "_": "underscore"}
        for key in keys.split():
            await pilot.press(names.get(key, key))
            await pilot.pause()
            assert focus_is_in_sight(app), f"after {key} of {keys}"


async def test_a_pane_gets_the_whole_screen_and_gives_it_back() -> None:
    app = app_on(FAILED, diagnose=True)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await diagnosed(pilot, app)

        def widths() -> list[int]:
            """Of the trace, the modes and the findings; 0 where one is hidden."""
            shown = (screen.query_one(f"#{name}") for name in ("trace", "modes", "findings"))
            return [each.size.width if each.region else 0 for each in shown]

        before = widths()
        await pilot.press("2", "plus")
        await until(pilot, lambda: widths() == [0, 0, 140])
        await pilot.press("1")
        await until(pilot, lambda: widths() == [134, 0, 0])
        await pilot.press("underscore")
        await until(pilot, lambda: widths() == before)


async def test_the_border_moves_and_stays_there_the_next_time() -> None:
    app = app_on(FAILED)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await read(pilot, app)
        before = screen.trace.size.width
        await pilot.press("greater_than_sign", "greater_than_sign")
        assert screen.trace.size.width == before + 8
        for _ in range(20):
            await pilot.press("less_than_sign")
        assert screen.trace.size.width + 6 == 60 and "no further" in told(screen)
    assert screen_settings.load().side == 80 - 56


@pytest.mark.parametrize("key", ["a", "r", "t", "space"])
async def test_a_claim_that_is_not_a_finding_yet_says_so_where_one_would_judge_it(key: str) -> None:
    app = app_on(FAILED)
    async with app.run_test(size=(140, 45)) as pilot:
        screen, session = await read(pilot, app), session_of(app)
        session.stage = "diagnosing"
        session.progress.claims = [
            Grounded("FM-1.3", "A file is read again", "", "Coder", "minor", "likely", 38, (), id="F1")
        ]
        screen.draw()
        await pilot.press("2", key)
        await until(pilot, lambda: told(screen).startswith("F1 is a claim until the diagnosis is done"))
        session.stage, session.progress.claims = "undiagnosed", []


async def test_modes_are_a_grid_until_something_is_judged() -> None:
    app = app_on(FAILED)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await read(pilot, app)
        assert screen.query_one("#modes").size.height == 5
        await pilot.press("D")
        await until(pilot, lambda: session_of(app).stage == "done")
        await until(pilot, lambda: screen.query_one("#modes").size.height == 22)


async def test_an_error_hides_the_place_for_a_few_seconds_only() -> None:
    app = app_on(FAILED)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await read(pilot, app)
        screen.say("Something failed.", error=True)
        screen.part(StatusLine)._age()
        await pilot.pause()
        status = screen.query_one("#status").render_line(0).text
        assert "L1 of 99" in status and "Something failed." in status


@pytest.mark.parametrize(
    ("words", "line"), [("12", 12), ("L12-14", 12), ("e2", 2), ("50%", 49), ("1,2", 12), ("25:99", None), ("x", None)]
)
def test_a_place_is_named_by_line_event_time_or_share(words: str, line: int | None) -> None:
    trace = Trace.open(FAILED).read()
    place = place_named(words, trace.events, trace.events.lines)
    if line is None:
        assert isinstance(place, str)
    else:
        wanted = trace.events[line].lines[0] if words.startswith("e") else line
        assert isinstance(place, NamedPlace) and place.line == wanted
    trace.close()


def test_a_time_leads_to_the_first_event_at_or_after_it(tmp_path: Path) -> None:
    log = tmp_path / "run.log"
    log.write_text("".join(f"2025-04-01 10:{minute:02}:00 INFO planner: step {minute}\n" for minute in range(9)))
    trace = Trace.open(log).read()
    assert place_named("10:04", trace.events, 9) == NamedPlace(5)
    assert "No event is as late" in str(place_named("11:00", trace.events, 9))
    trace.close()


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("2025-04-01 23:59:59", 3),
        ("2025-03-31T12:00", 1),
        ("2025-04-02 00:00", 3),
        ("2025-04-02 23:00", None),
        ("00:05", 1),
        ("23:59", 2),
    ],
)
def test_a_day_and_a_time_are_compared_as_one_and_a_time_alone_by_the_clock(
    words: str, line: int | None, tmp_path: Path
) -> None:
    log = tmp_path / "run.log"
    moments = ("2025-04-01 23:58:00", "2025-04-01 23:59:00", "2025-04-02 00:00:01", "2025-04-02 00:10:00")
    log.write_text("".join(f"{moment} INFO planner: a step\n" for moment in moments))
    trace = Trace.open(log).read()
    place = place_named(words, trace.events, 4)
    assert place == (f"No event is as late as {words}." if line is None else NamedPlace(line))
    trace.close()


@pytest.mark.parametrize("size", SIZES)
async def test_the_address_of_a_place_is_copied(size: tuple[int, int]) -> None:
    app = app_on(FAILED, diagnose=True)
    async with app.run_test(size=size) as pilot:
        screen = await diagnosed(pilot, app)
        await pilot.press("1", "g", "j", "Y")
        assert app.clipboard == f"{FAILED}:{screen.trace.place.line}"
        await pilot.press("e", "2", "Y")
        assert app.clipboard == f"{FAILED}#{session_of(app).marks.selected}"
