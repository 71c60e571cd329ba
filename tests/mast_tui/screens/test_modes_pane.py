"""The modes pane and what it says in the other panes."""

from dataclasses import replace
from pathlib import Path

import pytest

from agent.diagnosis.audit import DroppedQuote
from agent.graph.progress import Waiting
from mast_tui.app.app import MastApp
from mast_tui.diagnosis.following import apply
from mast_tui.screens.card import CardScreen
from mast_tui.screens.trace.finding_review import FindingReview
from mast_tui.screens.trace.modes_pane import Modes
from mast_tui.widgets.finding_list_rows import Audit
from tests.mast_tui.desk import FAILED, SAMPLES, app_on, diagnosed, read, screen_of, session_of, told, until
from tests.taxonomy.test_own_modes import MODES


def status(app: object) -> str:
    screen = screen_of(app)  # type: ignore[arg-type]
    return screen.query_one("#status").made(screen.size.width).text  # type: ignore[attr-defined, no-any-return]


def drawn(app: MastApp) -> str:
    """What stands on the screen on top."""
    return "\n".join("".join(segment.text for segment in line) for line in app.screen._compositor.render_strips())


async def test_a_mode_under_the_cursor_shows_its_coverage() -> None:
    app = app_on(FAILED, diagnose=True)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await diagnosed(pilot, app)
        screen.unsay()
        diagnosis = session_of(app).diagnosis
        assert diagnosis is not None
        assert len(session_of(app).chunk_lines) == diagnosis.coverage.chunks
        judged = next(cell.mode for cell in diagnosis.coverage.cells if cell.state == "judged")
        await pilot.press("2", "shift+tab", *["k"] * 13)
        for mode in screen.part(Modes).rail.modes:
            if mode.code == judged:
                break
            await pilot.press("j")
        await pilot.pause()
        assert screen.part(Modes).mode_shown == judged
        assert f"{judged} judged in" in status(app)
        await pilot.press("1")
        await pilot.pause()
        assert "judged in" not in status(app)


@pytest.mark.parametrize("size", [(140, 45), (80, 24)])
async def test_where_another_process_is_at_work_on_the_same_trace_that_is_said(size: tuple[int, int]) -> None:
    app = app_on(FAILED)
    async with app.run_test(size=size) as pilot:
        screen = await read(pilot, app)
        session_of(app).stage = "diagnosing"
        apply(session_of(app), Waiting("another process is diagnosing this trace"))
        screen.draw()
        await pilot.press("2")
        await until(pilot, lambda: "its result will be used" in drawn(app))
        assert "2 Diagnosis" in drawn(app) and "waits for another mast-tui" in drawn(app)


async def test_only_one_mode_is_listed_until_it_is_asked_for_again() -> None:
    app = app_on(FAILED, diagnose=True)
    async with app.run_test(size=(140, 45)) as pilot:
        await diagnosed(pilot, app)
        every = len(session_of(app).entries)
        await pilot.press("2", "shift+tab", "space")
        await pilot.pause()
        only = session_of(app).only_mode
        assert only == "FM-1.1"
        assert all(entry.mode == only for entry in session_of(app).entries)
        await pilot.press("space")
        assert len(session_of(app).entries) == every


async def test_the_audit_row_opens_a_card_of_what_was_taken_out() -> None:
    app = app_on(SAMPLES / "invoices.jsonl", diagnose=True)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await diagnosed(pilot, app)
        diagnosis = session_of(app).diagnosis
        assert diagnosis is not None
        dropped = (DroppedQuote("FM-1.1", "never said", "it is not in the trace"),)
        session_of(app).diagnosis = replace(diagnosis, audit=replace(diagnosis.audit, dropped_quotes=dropped))
        screen.draw()
        await pilot.press("2", "G")
        assert isinstance(screen.part(FindingReview).list.thing, Audit)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, CardScreen)


async def test_a_trace_that_breaks_off_says_so_after_its_last_line() -> None:
    app = app_on(SAMPLES / "broken-seating.json")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await read(pilot, app)
        assert "breaks off at byte" in session_of(app).fault
        await pilot.press("G")
        await pilot.pause()
        last = screen.rows.rows_of(session_of(app).reader.last)
        assert "! the source breaks off" in " ".join(each.row.text for each in last)


async def test_modes_of_ones_own_stand_after_the_fourteen_and_have_their_card(own_home: Path) -> None:
    own_home.mkdir(exist_ok=True)
    (own_home / "modes.toml").write_text(MODES)
    app = app_on(FAILED, diagnose=True)
    async with app.run_test(size=(140, 50)) as pilot:
        screen = await diagnosed(pilot, app)
        rail = screen.part(Modes).rail
        assert [mode.code for mode in rail.modes][13:] == ["FM-3.3", "HOUSE-1"]
        assert rail.modes[-1].verdict == "not_assessed"
        await pilot.press("2", "shift+tab", *["j"] * 14, "enter")
        await pilot.pause()
        assert isinstance(app.screen, CardScreen)
        assert "HOUSE-1 (own mode)" in drawn(app) and "An agent answers in another language" in drawn(app)
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen)
        (own_home / "modes.toml").unlink()
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, CardScreen))
        await pilot.pause()
        assert "the file that named it" in " ".join(drawn(app).split())


async def test_a_bad_file_of_modes_is_refused_in_words(own_home: Path) -> None:
    own_home.mkdir(exist_ok=True)
    (own_home / "modes.toml").write_text("[[mode]]\ncode = 3\n")
    app = app_on(FAILED)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await read(pilot, app)
        screen.unsay()
        await pilot.press("D")
        await until(pilot, lambda: "modes.toml line" in " ".join((told(screen), status(app))))
