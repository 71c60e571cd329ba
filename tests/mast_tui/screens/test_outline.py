"""The outline lists every event, has the whole screen on o, follows the cursor, and folds."""

from pathlib import Path

import pytest

from agent.trace.trace import Trace
from mast_tui.layout.outline_index import OutlineIndex
from mast_tui.screens.trace import TraceScreen
from mast_tui.widgets.outline_list import Outline
from tests.mast_tui.desk import PLAIN, SAMPLES, app_on, read, session_of, until

FERRY = SAMPLES / "magentic-one-ferry.txt"
SIZES = [(140, 45), (80, 24), (60, 20)]


def outline_of(screen: TraceScreen) -> Outline:
    widget = screen.query_one("#outline")
    assert isinstance(widget, Outline)
    return widget


def shown(screen: TraceScreen) -> list[str]:
    """Which of the outline and the trace is on the screen."""
    return [name for name in ("outline", "trace") if screen.query_one(f"#{name}").display]


def text_of(screen: TraceScreen) -> str:
    """What the outline shows, as far as anybody can see it."""
    widget = outline_of(screen)
    return "\n".join(widget.render_line(y).text.rstrip() for y in range(widget.size.height))


@pytest.mark.parametrize("size", SIZES)
async def test_o_gives_it_the_whole_screen_and_o_or_esc_gives_that_back(size: tuple[int, int]) -> None:
    app = app_on(FERRY)
    async with app.run_test(size=size) as pilot:
        screen = await read(pilot, app)
        for leave in ("o", "escape"):
            await pilot.press("o")
            assert shown(screen) == ["outline"] and outline_of(screen).size.width == size[0]
            assert screen.pane == "outline"
            await pilot.press(leave)
            assert shown(screen) == ["trace"]
            assert screen.pane == "trace"


@pytest.mark.parametrize("size", SIZES)
async def test_enter_goes_to_the_event_and_o_stands_on_the_one_under_the_cursor(size: tuple[int, int]) -> None:
    app = app_on(FERRY)
    async with app.run_test(size=size) as pilot:
        screen = await read(pilot, app)
        await pilot.press(":", *"111", "enter", "o")
        widget = outline_of(screen)
        assert widget.index.spot(widget.cursor).number == screen.session.reader.event_at(111).number
        await pilot.press("j", "enter")
        assert screen.trace.place.line == 113 and screen.trace.display and not widget.display


async def test_a_row_says_when_who_what_how_much_and_the_first_words() -> None:
    app = app_on(PLAIN)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await read(pilot, app)
        await pilot.press("o", "G")
        (row,) = [each for each in text_of(screen).split("\n") if "List what the program needs to run." in each]
        assert row.split() == [*"L375 09:13:00 Co Counselor system ~9".split(), *row.split()[6:]]


async def test_groups_fold_one_by_one_and_all_and_there_is_one_for_each_agent() -> None:
    app = app_on(FERRY)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await read(pilot, app)
        await pilot.press("o", "g", "j", "h")
        assert "▸ plan 1" in text_of(screen) and "▾ plan 2" in text_of(screen)
        await pilot.press("l")
        assert "▾ plan 1" in text_of(screen)
        await pilot.press("H")
        assert text_of(screen).count("▸") == 2 and len(outline_of(screen).index) == 3
        await pilot.press("a")
        shown = text_of(screen)
        assert shown.index("▾ MagenticOneOrchestrator") < shown.index("▾ WebSurfer") < shown.index("▾ Assistant")


async def test_very_wide_it_stands_beside_the_trace_with_room_for_words_and_follows() -> None:
    app = app_on(FERRY)
    async with app.run_test(size=(180, 45)) as pilot:
        screen = await read(pilot, app)
        widget = outline_of(screen)
        assert widget.display and screen.trace.display and 32 <= widget.size.width <= 48
        await pilot.press(":", *"111", "enter")
        assert widget.index.spot(widget.cursor).number == screen.session.reader.event_at(111).number


async def test_a_long_run_is_listed_to_its_last_event(tmp_path: Path) -> None:
    long = tmp_path / "long.log"
    rows = (f"2026-03-01 10:{at // 60 % 60:02}:{at % 60:02} [agent{at % 3}] step {at}\n" for at in range(3000))
    long.write_text("".join(rows))
    app = app_on(long)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await read(pilot, app)
        await pilot.press("o")
        index = outline_of(screen).index
        await until(pilot, lambda: index.seen == len(screen.session.trace.events))
        await pilot.press("G")
        assert "step 2999" in text_of(screen)


@pytest.mark.parametrize("by", ["phase", "agent"])
def test_each_event_is_listed_once_and_found_again(by: str) -> None:
    trace = Trace.open(FERRY)
    trace.read()
    index = OutlineIndex("agent" if by == "agent" else "phase")
    while index.extend(trace.events, 4):
        pass
    spots = [index.spot(row) for row in range(len(index))]
    listed = [spot.number for spot in spots if spot.number is not None]
    assert sorted(listed) == [e.number for e in trace.events if e.kind not in ("noise", "usage") and e.is_act]
    for row, spot in enumerate(spots):
        if spot.number is not None:
            assert index.row_of(trace.events[spot.number]) == row
    index.forget_from(listed[len(listed) // 2])
    assert index.events < len(listed)
    while index.extend(trace.events, 100):
        pass
    assert [spot.number for spot in map(index.spot, range(len(index)))] == [spot.number for spot in spots]


async def test_a_trace_that_was_written_anew_and_has_fewer_events_is_shown_as_far_as_it_goes(tmp_path: Path) -> None:
    path = tmp_path / "run.log"
    path.write_text(PLAIN.read_text()[:300])
    short = Trace.open(path).read()
    app = app_on(PLAIN)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await read(pilot, app)
        await pilot.press("o", "end")
        session_of(app).adopt(short)
        for key in ("up", "enter", "o", "o", "end", "space", "h", "l"):
            await pilot.press(key)
            outline_of(screen).refresh()
            await pilot.pause()
        assert app.fault is None
    assert app.fault is None
    short.close()
