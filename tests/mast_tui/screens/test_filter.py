"""The filter: counted while it is typed, completed, there again when it is opened again, off and on with one key."""

import pytest

from mast_tui.screens.trace.event_filter import EventFilters
from mast_tui.screens.trace.reading_messages import Read
from mast_tui.screens.trace.search import Search
from tests.mast_tui.desk import SAMPLES, app_on, read, session_of, told, until

INVOICES = SAMPLES / "invoices.jsonl"


@pytest.mark.parametrize("size", [(140, 45), (80, 24)])
async def test_it_is_counted_while_it_is_typed_and_shows_what_fits(size: tuple[int, int]) -> None:
    app = app_on(INVOICES)
    async with app.run_test(size=size) as pilot:
        screen = await read(pilot, app)
        reviewed = [each.number for each in screen.session.trace.events if each.actor == "Reviewer"]
        said = f"{len(reviewed)} events fit"
        await pilot.press("ampersand", *"agent:Reviewer")
        count = screen.part(Search).bar.query_one("#found")
        await until(pilot, lambda: said in "".join(span.text for span in count.render_line(0)))
        assert not screen.rows.is_filtered
        await pilot.press("enter")
        await until(pilot, lambda: screen.rows.is_filtered)
        assert screen.rows.shown == [screen.session.trace.events[number].lines for number in reviewed]


async def test_what_was_typed_stands_there_again_and_one_key_turns_it_off_and_on() -> None:
    app = app_on(INVOICES)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await read(pilot, app)
        await pilot.press("equals_sign")
        assert "no filter yet" in told(screen)
        await pilot.press("ampersand", *"kind:call", "enter")
        await until(pilot, lambda: screen.rows.is_filtered)
        shown = screen.rows.shown
        await pilot.press("equals_sign")
        assert "= filters again" in told(screen)
        await pilot.press("equals_sign")
        await until(pilot, lambda: screen.rows.is_filtered)
        assert "All events are shown" not in told(screen)
        assert screen.rows.shown == shown
        await pilot.press("ampersand")
        assert screen.part(Search).bar.field.value == "kind:call"
        await pilot.press(*" tool:read_file", "enter")
        await until(pilot, lambda: screen.rows.shown != shown)
        assert len(screen.rows.shown or ()) == 5


async def test_what_is_filtered_before_all_is_read_is_filtered_once_more_then() -> None:
    app = app_on(INVOICES)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await read(pilot, app)
        session_of(app).stage = "reading"
        screen.part(EventFilters).begin("zzzzzz")
        await until(pilot, lambda: "No event in what is read so far fits" in told(screen))
        screen.part(EventFilters).begin("kind:call")
        await until(pilot, lambda: screen.rows.is_filtered)
        every = list(screen.rows.shown or [])
        screen.rows.only(every[:1])
        session_of(app).stage = "undiagnosed"
        screen.post_message(Read(session_of(app).trace.source.size, done=True))
        await until(pilot, lambda: screen.rows.shown == every)


async def test_tab_completes_it_with_what_the_trace_has() -> None:
    app = app_on(INVOICES)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await read(pilot, app)
        await pilot.press("ampersand")
        bar = screen.part(Search).bar
        await until(pilot, lambda: bool(bar.words))
        await pilot.press(*"ag", "tab", *"Rev", "tab")
        assert bar.field.value == "agent:Reviewer"
        await pilot.press(*" -ki", "tab", *"ca", "tab")
        assert bar.field.value == "agent:Reviewer -kind:call"


async def test_what_is_no_filter_is_said_and_changes_nothing() -> None:
    app = app_on(INVOICES)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await read(pilot, app)
        await pilot.press("ampersand", *"agnet:Coder", "enter")
        assert 'Did you mean "agent:"' in told(screen)
        assert not screen.rows.is_filtered
