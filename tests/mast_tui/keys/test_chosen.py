"""Keys that a person chose: they are shown where ours were, and one that does two things is told of."""

import ast
import re
from pathlib import Path

import pytest

import mast_tui
from mast_tui.keys import rows
from mast_tui.keys.chosen import choose, clash, hints_said, key_of, with_keys
from mast_tui.keys.table import hints
from mast_tui.screens.card import CardScreen
from mast_tui.widgets.background_work import WORKS
from mast_tui.widgets.card_rows import CardRows
from tests.mast_tui.desk import FAILED, app_on, diagnosed, read, session_of, told, until


def test_our_own_keys_do_one_thing_each() -> None:
    assert clash({each.id: each.keys for each in rows.KEYS}) == ""


@pytest.mark.parametrize(
    ("chosen", "other"),
    [
        ({"panes.diagnose": "j"}, "trace.down"),
        ({"panes.diagnose": "r"}, "trace.raw"),
        ({"decide.accept": "r"}, "decide.reject"),
        ({"anywhere.quit": "D"}, "panes.diagnose"),
        ({"panes.wrap": "ctrl+w", "panes.pretty": "ctrl+w"}, "panes.pretty"),
        ({"panes.wrap": "D", "panes.diagnose": "w"}, ""),
        ({"lane.next": "D"}, ""),
    ],
)
def test_a_key_that_something_else_goes_by_in_the_same_place_is_named(chosen: dict[str, str], other: str) -> None:
    assert (f"which is also for {other} (" in clash(chosen)) if other else clash(chosen) == ""


def test_hints_name_the_chosen_keys() -> None:
    try:
        choose({"panes.diagnose": "ctrl+d", "trace.up": "p"})
        said = dict(hints("trace", "panes"))
    finally:
        choose({})
    assert "ctrl+d" in said
    assert said["j p"] == "move"
    assert "D" not in said


def test_a_hint_of_a_screen_names_the_chosen_keys_and_goes_where_they_were_taken_away() -> None:
    pair = ("{two_runs.next} {two_runs.before}", "next place")
    assert hints_said([pair, ("Enter", "go")]) == [("n N", "next place"), ("Enter", "go")]
    try:
        choose({"two_runs.next": "ctrl+n", "two_runs.before": "", "two_runs.why": ""})
        assert hints_said([pair, ("{two_runs.why}", "why")]) == [("ctrl+n", "next place")]
    finally:
        choose({})


def test_every_key_that_a_hint_names_is_one_and_none_is_written_out() -> None:
    known = {each.id for each in rows.KEYS}
    said = [path.read_text("utf-8") for path in (Path(mast_tui.__file__).parent / "screens").glob("*.py")]
    hints = (keys for text in said for keys in re.findall(r"\(\"((?:\{[a-z_]+\.[a-z_]+\} ?)+)\", ", text))
    named = {id for keys in hints for id in re.findall(r"\{(.*?)\}", keys)}
    assert len(named) > 50 and named <= known
    letters = re.compile(r"""\(\"([a-zA-Z/+-]|Esc|Tab|Space|\S [^ {"])\", \"[a-z]""")
    allowed = {'("Tab", "c'}  # the field completes a path by itself: that key goes by no id
    assert {match[0] for text in said for match in letters.finditer(text)} <= allowed


def test_no_sentence_of_a_screen_writes_a_key_out_that_a_person_may_choose() -> None:
    key = re.compile(r"\b(?:Esc|Space|Tab|Down|(?:Alt|Ctrl)\+[A-Z])\b(?:[, ]|\Z)")
    said = set()
    for room in ("screens", "widgets", "diagnosis", "state", "layout"):
        for path in (Path(mast_tui.__file__).parent / room).rglob("*.py"):
            tree = ast.parse(path.read_text("utf-8"))
            about = {id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)}
            texts = (each for each in ast.walk(tree) if isinstance(each, ast.Constant) and id(each) not in about)
            said |= {each.value for each in texts if isinstance(each.value, str) and key.search(each.value)}
    assert said == {"Tab"}, "the field completes a path by itself: that key goes by no id"


async def test_headings_cards_and_fields_name_the_chosen_keys() -> None:
    app = app_on(FAILED, diagnose=True, keys={"panes.escape": "f2", "closing.close": "f3", "search.regex": "ctrl+r"})
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await diagnosed(pilot, app)
        await pilot.press("2", "space")
        await until(pilot, lambda: "f2 back" in screen.query_one("#finding").render_line(0).text)
        await pilot.press("f2", "shift+tab", "enter")
        await until(pilot, lambda: isinstance(app.screen, CardScreen) and bool(app.screen.query(CardRows)))
        card = app.screen.query_one(CardRows)
        await until(pilot, lambda: "f3 closes" in card.render_line(card.size.height - 1).text)
        await pilot.press("f3")
        await until(pilot, lambda: app.screen is screen)
        await pilot.press("slash")
        await until(pilot, lambda: "ctrl+r regex" in screen.query_one("#found").render_line(0).text)


@pytest.mark.parametrize(
    ("chosen", "shown"), [({"lanes.axis": "ctrl+a"}, "ctrl+a lines or time"), ({}, "t lines or time")]
)
async def test_the_hints_of_a_screen_beside_the_trace_name_the_chosen_key_and_it_works(
    chosen: dict[str, str], shown: str
) -> None:
    app = app_on(FAILED, keys=chosen)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await read(pilot, app)
        await pilot.press("T")
        await until(pilot, lambda: app.screen is not screen)
        await until(pilot, lambda: shown in app.screen.query_one("#hints").render_line(0).text)


async def test_the_screen_help_and_palette_show_the_chosen_key_and_it_works() -> None:
    app = app_on(FAILED, keys={"panes.diagnose": "ctrl+d"})
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await read(pilot, app)
        assert "ctrl+d diagnose" in screen.query_one("#hints").render_line(0).text
        await pilot.press("question_mark")
        await until(pilot, lambda: app.screen is not screen)
        shown = [app.screen.query_one("HelpRows").render_line(y).text for y in range(40)]
        assert any("ctrl+d" in row and "Diagnose, or stop" in row for row in shown)
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen)
        await pilot.press("ctrl+d")
        await until(pilot, lambda: session_of(app).stage == "done")


def test_a_sentence_names_a_key_as_it_is_chosen_now() -> None:
    assert with_keys("{panes.again} tries {again}") == "R tries {again}"
    try:
        choose({"panes.diagnose": "ctrl+d,f5", "panes.again": ""})
        assert key_of("panes.diagnose") == "ctrl+d"
        assert with_keys("{panes.diagnose} diagnoses, {panes.again} again") == "ctrl+d diagnoses, Ctrl+P again"
    finally:
        choose({})


def test_every_key_that_a_sentence_names_is_one_and_none_is_written_out() -> None:
    known = {each.id for each in rows.KEYS}
    said = {path: path.read_text("utf-8") for path in Path(mast_tui.__file__).parent.rglob("*.py")}
    named = {id for text in said.values() for id in re.findall(r"key_of\(['\"]([\w.]+)['\"]\)", text)}
    named |= {id for work in WORKS.values() for id in re.findall(r"\{(.*?)\}", work.next_step)}
    assert named >= {"panes.diagnose", "panes.again"}
    assert named <= known
    doing = "again|asks|copies|counts|diagnoses|draws|follows|goes|looks|makes|opens|reads|sets|shows|stops|takes|tries"
    written_out = re.compile(rf"(^f?\"|[ '(])([A-Z]|[a-z]) (?:{doing})\b(?! a )")
    for path, text in said.items():
        sentences = re.findall(r"f?\"(?!\"\")(?:[^\"\\\n]|\\.)*\"", text)
        assert not [each for each in sentences if written_out.search(each)], path


@pytest.mark.parametrize("size", [(140, 45), (80, 24)])
async def test_what_is_told_names_the_chosen_keys(size: tuple[int, int]) -> None:
    app = app_on(FAILED, keys={"panes.diagnose": "ctrl+d", "panes.undo": "ctrl+u"})
    async with app.run_test(size=size) as pilot:
        screen = await read(pilot, app)
        await pilot.press("e")
        assert told(screen) == "There is no finding to go to yet; ctrl+d diagnoses."
        await pilot.press("ctrl+d")
        await diagnosed(pilot, app)
        await pilot.press("2", "a")
        await until(pilot, lambda: told(screen).endswith("accepted; ctrl+u takes it back."))
