"""The report screen: what is ticked is what is written, and every way of failing is said on it."""

import os
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from mast_tui.app.app import MastApp
from mast_tui.screens.report import ReportScreen
from mast_tui.widgets.field_row import FieldRow
from mast_tui.widgets.preview import Preview
from tests.mast_tui.desk import FAILED, app_on, diagnosed, session_of, until


async def at_report(pilot: Pilot[Any], app: MastApp) -> ReportScreen:
    await diagnosed(pilot, app)
    await pilot.press("x")
    await until(pilot, lambda: isinstance(app.screen, ReportScreen))
    assert isinstance(app.screen, ReportScreen)
    return app.screen


def status(screen: ReportScreen) -> str:
    bar = screen.query_one("#status")
    return " ".join(bar._told)  # type: ignore[attr-defined]


@pytest.mark.parametrize("size", [(140, 45), (80, 24)])
async def test_what_is_ticked_is_what_is_shown_and_written(tmp_path: Path, size: tuple[int, int]) -> None:
    app = app_on(FAILED, diagnose=True)
    async with app.run_test(size=size) as pilot:
        await diagnosed(pilot, app)
        rejected = session_of(app).findings[0]
        session_of(app).decisions.decide(rejected.id, "rejected", "No.")
        screen = await at_report(pilot, app)
        preview = screen.query_one(Preview)
        await until(pilot, lambda: preview.words.startswith("#"))
        assert f"### {rejected.id} " not in preview.words
        field = screen.query_one("Input")
        field.value = str(tmp_path / "report.md")  # type: ignore[attr-defined]
        await pilot.press("tab", "tab")
        assert screen.query_one("#include", FieldRow).has_focus
        await pilot.press("left", "space")
        await until(pilot, lambda: f"### {rejected.id} " in preview.words)
        await pilot.press("enter")
        await until(pilot, lambda: "Report written to" in status(screen))
        assert (tmp_path / "report.md").read_text() == preview.words


async def test_the_place_stands_under_the_other_fields() -> None:
    app = app_on(FAILED, diagnose=True)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await at_report(pilot, app)
        left = screen.query_one("Input").region.x
        row = screen.query_one("#include", FieldRow).made(80)
        assert row.text.index("[") == left


async def test_a_folder_that_refuses_is_named_and_the_report_is_still_there(tmp_path: Path) -> None:
    app = app_on(FAILED, diagnose=True)
    (tmp_path / "file").write_text("")
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await at_report(pilot, app)
        field = screen.query_one("Input")
        for place in (tmp_path, tmp_path / "nowhere" / "a.md", Path("~nobody-of-that-name/a.md"), Path()):
            field.value = str(place)  # type: ignore[attr-defined]
            screen.say("")
            await pilot.press("enter")
            await until(pilot, lambda: bool(status(screen)))
            assert "written" not in status(screen).split(".")[0]
            assert app.screen is screen


@pytest.mark.parametrize("folder", ["./", ".", "..", "/", "reports/", "~/", "~", ""])
async def test_another_format_puts_the_proposed_name_into_a_folder_that_was_typed(folder: str) -> None:
    app = app_on(FAILED, diagnose=True)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await at_report(pilot, app)
        field = screen.query_one(Input)
        field.value = folder
        screen.query_one("#format", FieldRow).focus()
        await pilot.press("right")
        assert field.value == os.path.join(folder, f"{FAILED.stem}-diagnosis.html")  # noqa: PTH118 - as typed
        await pilot.press("right")
        assert field.value.endswith(f"{FAILED.stem}-diagnosis.json")


async def test_another_format_changes_the_suffix_of_a_path_and_nothing_else() -> None:
    app = app_on(FAILED, diagnose=True)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await at_report(pilot, app)
        field = screen.query_one(Input)
        screen.query_one("#format", FieldRow).focus()
        for typed, shown in (("./a.b/c.md", "./a.b/c.html"), ("~/c", "~/c.json"), ("..c.md", "..c.sarif")):
            field.value = typed
            await pilot.press("right")
            assert field.value == shown


async def test_the_path_is_copied_once_there_is_one(tmp_path: Path) -> None:
    app = app_on(FAILED, diagnose=True)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await at_report(pilot, app)
        await pilot.press("y")
        assert app.clipboard == ""
        screen.query_one("Input").value = str(tmp_path / "a.md")  # type: ignore[attr-defined]
        await pilot.press("enter")
        await until(pilot, lambda: "Report written to" in status(screen))
        await pilot.press("y")
        assert app.clipboard == str(tmp_path / "a.md")
        await pilot.press("x")
        await until(pilot, lambda: screen.query_one(Preview).words.startswith("<!DOCTYPE"))


async def test_json_says_that_it_holds_all_of_it() -> None:
    app = app_on(FAILED, diagnose=True)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await at_report(pilot, app)
        await pilot.press("right", "right")
        await until(pilot, lambda: screen.query_one(Preview).words.startswith("{"))
        assert "JSON holds all of it" in screen.query_one("#include", FieldRow).made(140).text
        await pilot.press("tab", "tab", "space")
        assert "JSON holds all of it" in status(screen)


async def test_notes_on_lines_are_written_unless_they_are_left_out(tmp_path: Path) -> None:
    app = app_on(FAILED, diagnose=True)
    async with app.run_test(size=(140, 45)) as pilot:
        await diagnosed(pilot, app)
        await pilot.press("1", "g", "t", *"odd", "enter")
        await until(pilot, lambda: bool(session_of(app).marks.notes))
        screen = await at_report(pilot, app)
        preview = screen.query_one(Preview)
        await until(pilot, lambda: "## Notes\n\n- L1: odd\n" in preview.words)
        assert "[x] notes 1" in screen.query_one("#include", FieldRow).made(140).text
        await pilot.press("tab", "tab", "right", "right", "space")
        await until(pilot, lambda: "## Notes" not in preview.words)
        screen.query_one("#format", FieldRow).focus()
        await pilot.press("right", "right")
        row = screen.query_one("#include", FieldRow)
        await until(pilot, lambda: "JSON has no place for notes on lines" in row.made(140).text)
