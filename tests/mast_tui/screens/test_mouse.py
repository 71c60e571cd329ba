"""The mouse in the trace: clicks, drags and the wheel."""

import pytest
from textual.events import MouseScrollDown
from textual.pilot import Pilot

from mast_tui.app.app import MastApp
from mast_tui.screens.trace import TraceScreen
from mast_tui.widgets.messages import LineEntered
from tests.mast_tui.desk import PLAIN, app_on, read, session_of

SIZES = ((140, 45), (80, 24))


def text_rows(screen: TraceScreen) -> dict[int, int]:
    """Line numbers by row of the pane."""
    page = screen.rows.page(screen.trace.top, screen.trace.height)
    return {at: place.line for at, (place, row) in enumerate(page, 1) if row.kind == "text"}


async def drag(pilot: Pilot[None], start: int, end: int) -> None:
    await pilot.mouse_down("#trace", offset=(20, start))
    await pilot.hover("#trace", offset=(20, end))
    await pilot.mouse_up("#trace", offset=(20, end))
    await pilot.pause()


@pytest.mark.parametrize("size", SIZES)
async def test_a_drag_selects_lines_and_y_copies_them_without_the_gutter(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = app_on(PLAIN)
    said: list[str] = []
    monkeypatch.setattr(MastApp, "copy_to_clipboard", lambda self, text: said.append(text))
    async with app.run_test(size=size) as pilot:
        screen = await read(pilot, app)
        rows = text_rows(screen)
        first, last = min(rows), max(rows) - 2
        await drag(pilot, last, first)
        assert screen.trace.selected == (rows[last], rows[first])
        await pilot.press("y")
        await pilot.pause()
        reader = session_of(app).reader
        assert said == ["\n".join(reader.line(number) for number in range(rows[first], rows[last] + 1))]


async def test_a_click_puts_the_cursor_and_a_second_one_is_enter() -> None:
    app = app_on(PLAIN)
    heard: list[object] = []
    async with app.run_test(size=(140, 45), message_hook=heard.append) as pilot:
        screen = await read(pilot, app)
        await pilot.press("2")
        at, line = list(text_rows(screen).items())[3]
        await pilot.click("#trace", offset=(20, at))
        await pilot.pause()
        assert screen.trace.has_focus
        assert screen.trace.place.line == line
        assert not [each for each in heard if isinstance(each, LineEntered)]
        await pilot.click("#trace", offset=(20, at))
        await pilot.pause()
        assert [each for each in heard if isinstance(each, LineEntered)]


async def test_the_wheel_scrolls_and_leaves_a_selection_as_it_is() -> None:
    app = app_on(PLAIN)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await read(pilot, app)
        rows = text_rows(screen)
        first, _, _, _, last, *_ = rows
        await drag(pilot, first, last)
        chosen, top = screen.trace.selected, screen.trace.top
        for _ in range(8):
            screen.trace.post_message(MouseScrollDown(screen.trace, 20, 5, 0, 0, 0, False, False, False))
        await pilot.pause()
        assert screen.trace.top > top
        assert screen.trace.selected == chosen


async def test_a_drag_on_the_ruler_moves_the_trace() -> None:
    app = app_on(PLAIN)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await read(pilot, app)
        await pilot.mouse_down("#ruler", offset=(2, 2))
        await pilot.hover("#ruler", offset=(2, 41))
        await pilot.mouse_up("#ruler", offset=(2, 41))
        await pilot.pause()
        assert screen.trace.lines_in_sight[1] > session_of(app).reader.last * 0.9


async def test_v_selects_with_j_and_k_and_escape_drops_it() -> None:
    app = app_on(PLAIN)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await read(pilot, app)
        await pilot.press("j", "v", "j", "j", "k")
        start, end = screen.trace.selected or (0, 0)
        assert end > start
        assert screen.trace.place.line == end
        await pilot.press("escape")
        assert screen.trace.selected is None
