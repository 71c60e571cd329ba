"""A screen is left once, however often its key is typed before it has gone."""

from pathlib import Path

import pytest
from textual.command import CommandList

import mast_tui.screens
from mast_tui.screens.note import NoteField, NoteScreen
from mast_tui.widgets.palette import Palette
from tests.mast_tui.desk import PLAIN, app_on, read, until

SCREENS = sorted(path for root in mast_tui.screens.__path__ for path in Path(root).rglob("*.py"))


async def test_a_key_that_is_typed_twice_leaves_one_screen() -> None:
    app = app_on(PLAIN)
    told: list[object] = []
    async with app.run_test(size=(140, 45)) as pilot:
        trace = await read(pilot, app)
        note = NoteScreen("about a line")
        await app.push_screen(note, told.append)
        await pilot.press(*"odd")
        field = note.query_one(NoteField)
        field.post_message(NoteField.Kept())
        field.post_message(NoteField.Kept())
        note.action_leave()
        note.action_leave()
        await pilot.pause()
        assert app.screen is trace
        assert len(told) == 1


async def test_what_is_left_more_often_than_it_was_opened_leaves_the_trace_to_look_at() -> None:
    app = app_on(PLAIN)
    async with app.run_test(size=(140, 45)) as pilot:
        trace = await read(pilot, app)
        app.action_command_palette()
        await pilot.pause()
        palette = app.screen
        assert palette is not trace
        for _ in range(3):
            palette.dismiss()
        await pilot.pause()
        assert app.screen is trace
        await pilot.press("j")
        assert trace.trace.place.line > 1


async def test_a_palette_without_room_for_its_list_is_no_fault() -> None:
    app = app_on(PLAIN)
    async with app.run_test(size=(140, 45)) as pilot:
        await read(pilot, app)
        await pilot.press("ctrl+p")
        await until(pilot, lambda: bool(app.screen.query_one(CommandList).option_count))
        actions = app.screen.query_one(CommandList)
        actions.highlighted = 0
        actions._index_to_line.clear()  # as in a terminal of one column, where it is never drawn
        await pilot.press("pagedown", "pageup", "down", "up", "home", "end")
        palette = app.screen
        assert isinstance(palette, Palette)
        palette.dismiss()
        await pilot.pause()
        palette._gather_commands("what was typed last")
        await pilot.pause()
        assert app.screen is not palette


@pytest.mark.parametrize("path", SCREENS, ids=lambda path: path.name)
def test_every_screen_is_left_in_this_way(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "self.dismiss(" not in text
    assert "pop_screen(" not in text
