"""Notes on lines, as a person writes them and finds them again."""

from pathlib import Path

import pytest

from mast_tui.screens.note import NoteScreen
from mast_tui.screens.trace.finding_review import FindingReview
from mast_tui.widgets.finding_list_rows import Noted
from mast_tui.widgets.messages import LineNoteWanted
from tests.mast_tui.desk import PLAIN, app_on, read, screen_of, session_of

SIZES = ((140, 45), (80, 24))


@pytest.mark.parametrize("size", SIZES)
async def test_a_note_stands_under_its_line_and_comes_back(size: tuple[int, int], tmp_path: Path) -> None:
    app = app_on(PLAIN, home=tmp_path)
    heard: list[object] = []
    async with app.run_test(size=size, message_hook=heard.append) as pilot:
        screen = await read(pilot, app)
        await pilot.press("j", "j", "t")
        await pilot.pause()
        assert isinstance(app.screen, NoteScreen)
        await pilot.press(*"odd", "enter")
        await pilot.pause()
        line = screen.trace.place.line
        assert {each.lines for each in heard if isinstance(each, LineNoteWanted)} == {(line, line)}
        (note,) = session_of(app).marks.notes
        assert (note.lines, note.text, note.stale) == ((line, line), "odd", False)
        rows = screen.rows.rows_of(line)
        assert rows[-1].kind == "note"
        assert "odd" in rows[-1].row.text
        assert any(span.text == "+" for span in rows[screen.rows.first_text(line)].row.spans)
    again = app_on(PLAIN, home=tmp_path)
    async with again.run_test(size=size) as pilot:
        await read(pilot, again)
        assert session_of(again).marks.notes == (note,)


async def test_a_selection_gets_one_note_that_the_list_leads_to() -> None:
    app = app_on(PLAIN)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await read(pilot, app)
        await pilot.press("v", "j", "j", "t", *"here", "enter")
        await pilot.pause()
        (note,) = session_of(app).marks.notes
        assert note.lines[0] < note.lines[1]
        await pilot.press("G", "2", "G")
        await pilot.pause()
        assert screen.part(FindingReview).list.thing == Noted("here", note.lines)
        await pilot.press("enter")
        await pilot.pause()
        assert screen.trace.has_focus
        assert screen.trace.place.line == note.lines[0]


async def test_without_words_a_note_goes_and_escape_keeps_a_draft(tmp_path: Path) -> None:
    app = app_on(PLAIN, home=tmp_path)
    async with app.run_test(size=(140, 45)) as pilot:
        await read(pilot, app)
        await pilot.press("t", *"half", "escape", "t")
        await pilot.pause()
        assert isinstance(app.screen, NoteScreen)
        assert app.screen.field.text == "half"
        await pilot.press("enter")
        await pilot.pause()
        assert len(session_of(app).marks.notes) == 1
        await pilot.press("t", *["backspace"] * 4, "enter")
        await pilot.pause()
        assert session_of(app).marks.notes == ()
        assert session_of(app).memory.kept(str(session_of(app).sha256), "note") == {}


async def test_a_note_is_stale_where_its_lines_changed_and_holds_where_they_did_not(tmp_path: Path) -> None:
    path = tmp_path / "run.log"
    path.write_text("first\nsecond\nthird\n")
    app = app_on(path, home=tmp_path / "home")
    async with app.run_test(size=(140, 45)) as pilot:
        await read(pilot, app)
        await pilot.press("t", "a", "enter", "G", "t", "b", "enter")
        await pilot.pause()
        assert len(session_of(app).marks.notes) == 2
    path.write_text("first\nsecond\nanother third\n")
    for _ in range(2):
        again = app_on(path, home=tmp_path / "home")
        async with again.run_test(size=(140, 45)) as pilot:
            await read(pilot, again)
            assert [note.stale for note in session_of(again).marks.notes] == [False, True]
            assert any("stale" in each.row.text for each in screen_of(again).rows.rows_of(3))
