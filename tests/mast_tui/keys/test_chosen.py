"""Keys that a person chose: they are shown where ours were, and one that does two things is told of."""

import pytest

from mast_tui.keys import rows
from mast_tui.keys.chosen import choose, clash
from mast_tui.keys.table import hints
from tests.mast_tui.desk import FAILED, app_on, read, session_of, until


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
