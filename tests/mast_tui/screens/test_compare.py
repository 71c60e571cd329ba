"""Comparing: the diagnosis before, a saved one, two folders; what is behind a number; what is said where it fails."""

import json
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from agent.diagnosis.document import load, to_json
from mast_tui.app.app import MastApp
from mast_tui.screens.card import CardScreen
from mast_tui.screens.compare import GROUPS, SAVED, CompareScreen
from mast_tui.widgets.comparison_table import Table
from tests.mast_tui.desk import FAILED, app_on, diagnosed, session_of, until

SAVED_ONES = Path(__file__).parents[1] / "snapshots" / "diagnoses"
SIZES = ((140, 45), (80, 24))


async def at_comparison(pilot: Pilot[Any], app: MastApp) -> CompareScreen:
    await diagnosed(pilot, app)
    await pilot.press("C")
    await until(pilot, lambda: isinstance(app.screen, CompareScreen))
    assert isinstance(app.screen, CompareScreen)
    return app.screen


def rows(screen: CompareScreen) -> list[str]:
    table = screen.query_one(Table)
    return [row.text.rstrip() for row in table.make_rows(table.size.width)[0]]


def status(screen: CompareScreen) -> str:
    bar = screen.query_one("#status")
    return " ".join(bar._told) or bar.made(140).text  # type: ignore[attr-defined]


def a_folder(place: Path, *, present: int, of: int, analyst: str = "offline") -> Path:
    """Saved diagnoses in which FM-1.3 is present in some and absent in the others."""
    place.mkdir()
    document = json.loads(to_json(load(SAVED_ONES / "hyperagent-calendar.json")))
    present_mode = next(mode for mode in document["modes"] if mode["findings"])
    for number in range(of):
        made = json.loads(json.dumps(document))
        made["trace"] |= {"sha256": f"{hash(place.name) % 2**32:08x}{number:056x}", "path": f"run-{number}.log"}
        made["made_by"]["analyst"] = analyst
        mode = next(each for each in made["modes"] if each["code"] == present_mode["code"])
        if number >= present:
            mode |= {"verdict": "absent", "confidence": None, "findings": []}
            made["findings"] = [each for each in made["findings"] if each["mode"] != present_mode["code"]]
            made["root"] = None
        (place / f"{number}.json").write_text(json.dumps(made))
    return place


@pytest.mark.parametrize("size", SIZES)
async def test_the_diagnosis_before_stands_beside_this_one(size: tuple[int, int]) -> None:
    app = app_on(FAILED, diagnose=True)
    async with app.run_test(size=size) as pilot:
        await diagnosed(pilot, app)
        session_of(app).earlier = load(SAVED_ONES / "hyperagent-calendar.json")
        screen = await at_comparison(pilot, app)
        shown = rows(screen)
        assert sum(row.strip().startswith("FM-") for row in shown) >= 14
        assert any("Findings in both" in row for row in shown)
        assert "of 14 modes differ" in status(screen)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, CardScreen))
        await pilot.press("escape", "escape")
        await until(pilot, lambda: not isinstance(app.screen, CompareScreen | CardScreen))


@pytest.mark.parametrize("size", SIZES)
async def test_two_folders_are_counted_and_enter_lists_the_traces(tmp_path: Path, size: tuple[int, int]) -> None:
    before = a_folder(tmp_path / "before", present=18, of=25)
    after = a_folder(tmp_path / "after", present=2, of=25, analyst="model")
    (after / "notes.json").write_text("{}")
    app = app_on(FAILED, diagnose=True)
    async with app.run_test(size=size) as pilot:
        screen = await at_comparison(pilot, app)
        await pilot.press("shift+tab", "right")
        await until(pilot, lambda: screen._with == GROUPS)
        screen.query_one("#before", Input).value = str(before)
        screen.query_one("#after", Input).value = str(after)
        screen.query_one("#after", Input).focus()
        await pilot.press("enter")
        await until(pilot, lambda: screen.query_one(Table).groups is not None)
        await pilot.pause()
        counted = next(row for row in rows(screen) if "18/25" in row)
        assert "2/25" in counted
        assert "-64" in counted
        assert ("━" in counted) is (size[0] >= 120)
        assert any("scaled to 20" in row for row in rows(screen)) is (size[0] >= 120)
        for words in ("modes differ", "analysts differ", "1 file not read"):
            assert words in status(screen)
        table = screen.query_one(Table)
        code = counted.split()[0]
        table.cursor = table._behind.index(code)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, CardScreen))
        card = [row.text for row in app.screen.query("CardRows").first().make_rows(70)[0]]  # type: ignore[attr-defined]
        assert sum("run-" in row for row in card) == 50
        assert sum(row.strip().startswith(("Before, present   18", "After, present   2")) for row in card) == 2


async def test_a_saved_diagnosis_of_another_trace_is_shown_with_a_warning() -> None:
    app = app_on(FAILED, diagnose=True)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await at_comparison(pilot, app)
        assert screen._with == SAVED
        assert screen.query_one("#after", Input).has_focus
        screen.query_one("#after", Input).value = str(SAVED_ONES / "invoices.json")
        await pilot.press("enter")
        await until(pilot, lambda: screen.query_one(Table).pair is not None)
        await pilot.pause()
        assert "the traces differ" in status(screen)


@pytest.mark.parametrize("name", ["nowhere.json", "empty", "damaged.json", "~nobody-of-that-name"])
async def test_what_cannot_be_read_is_said_in_place(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "damaged.json").write_text('{"schema": [/nope] \x1b]0;x\x07')
    app = app_on(FAILED, diagnose=True)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await at_comparison(pilot, app)
        screen.query_one("#after", Input).value = name if name.startswith("~") else str(tmp_path / name)
        await pilot.press("enter")
        await until(pilot, lambda: bool(screen.query_one("#status")._told))  # type: ignore[attr-defined]
        assert app.screen is screen
        assert "\x1b" not in status(screen)
        assert app.guard.caught == 0
