"""The modes pane and what it says in the other panes."""

from dataclasses import replace

from agent.diagnosis.document_parts import DroppedQuote
from mast_tui.screens.card import CardScreen
from mast_tui.screens.trace.finding_review import FindingReview
from mast_tui.screens.trace.modes_pane import Modes
from mast_tui.widgets.finding_list_rows import Audit
from tests.mast_tui.desk import FAILED, SAMPLES, app_on, diagnosed, read, screen_of, session_of


def status(app: object) -> str:
    screen = screen_of(app)  # type: ignore[arg-type]
    return screen.query_one("#status").made(screen.size.width).text  # type: ignore[attr-defined, no-any-return]


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
