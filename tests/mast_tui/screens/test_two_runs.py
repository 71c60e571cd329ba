"""Two runs side by side in the app: the places are stepped through, and either run opens at one and leads back."""

import json
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from agent.settings import Settings
from agent.trace.trace import Trace
from mast_tui.app.app import MastApp
from mast_tui.screens.card import CardScreen
from mast_tui.screens.consent import ConsentScreen
from mast_tui.screens.trace import TraceScreen
from mast_tui.screens.two_runs import TwoRunsScreen
from mast_tui.state.screen_settings import ScreenSettings
from mast_tui.state.store import open_store
from mast_tui.state.two_runs import TwoRuns
from mast_tui.widgets.bars import Bar
from mast_tui.widgets.card_rows import CardRows
from mast_tui.widgets.two_runs_view import DivergenceList, SidesView
from tests.agent.model.server import Body, Step, serve
from tests.mast_tui.desk import SAMPLES, screen_of, session_of, until

SELFCHECK = SAMPLES / "selfcheck"
GOOD, BAD = SELFCHECK / "26-clean.log", SELFCHECK / "26-plain.log"


def app_on(good: Path, *bad: Path, settings: Settings | None = None) -> tuple[MastApp, TwoRuns]:
    paths = (good, *bad)
    runs = TwoRuns(tuple(map(str, paths)), tuple(map(Trace.open, paths)), settings)
    return MastApp(None, ScreenSettings(motion=False), open_store(None), overview=runs), runs


async def compared(pilot: Pilot[Any], app: MastApp) -> DivergenceList:
    await until(pilot, lambda: isinstance(app.screen, TwoRunsScreen))
    listed = app.screen.query_one(DivergenceList)
    await until(pilot, lambda: listed.number is not None)
    return listed


async def opened_at(pilot: Pilot[Any], app: MastApp, name: str, line: int) -> None:
    await until(pilot, lambda: isinstance(app.screen, TraceScreen) and session_of(app).name == name)
    await until(pilot, lambda: session_of(app).known)
    await until(pilot, lambda: screen_of(app).trace.place.line == line)


def drawn(app: MastApp) -> str:
    view = app.screen.query_one(SidesView)
    return "\n".join(row.text for row in view.make_rows(view.size.width)[0])


@pytest.mark.parametrize("size", [(140, 45), (80, 24)])
async def test_either_run_opens_where_they_part_and_leads_back(size: tuple[int, int]) -> None:
    app, runs = app_on(GOOD, BAD)
    async with app.run_test(size=size) as pilot:
        listed = await compared(pilot, app)
        assert listed.number == runs.compare(lambda: False).first
        await pilot.press("n", "enter")
        await opened_at(pilot, app, "26-plain.log", 35)
        await pilot.press("left_curly_bracket")
        await opened_at(pilot, app, "26-clean.log", 35)
        await pilot.press("O")
        listed = await compared(pilot, app)
        assert (listed.number, runs.in_bad) == (1, False)
        await pilot.press("tab", "N", "enter")
        await opened_at(pilot, app, "26-plain.log", 33)
        await pilot.press("O")
        await compared(pilot, app)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, TraceScreen))
    runs.close()


async def test_a_step_that_comes_before_the_list_is_drawn_again_is_told_like_any_other() -> None:
    app, runs = app_on(GOOD, BAD)
    async with app.run_test(size=(140, 45)) as pilot:
        listed = await compared(pilot, app)
        listed.on_resize()
        assert listed.step(1)
        await until(pilot, lambda: "place 2 of 3" in str(app.screen.query_one("#status", Bar).render_line(0).text))
        assert runs.row == listed.cursor == 1
    runs.close()


async def test_words_that_only_one_run_says_are_set_apart_on_its_side() -> None:
    app, runs = app_on(GOOD, BAD)
    async with app.run_test(size=(140, 45)) as pilot:
        await compared(pilot, app)
        view = app.screen.query_one(SidesView)
        apart = [span.text for row in view.make_rows(140)[0][1:] for span in row.spans if span.ink == "accent bold"]
        assert apart == ["2026", "2025"]
    runs.close()


async def test_a_step_beyond_the_last_place_is_told_and_q_ends_the_program() -> None:
    app, runs = app_on(GOOD, BAD)
    async with app.run_test(size=(140, 45)) as pilot:
        await compared(pilot, app)
        await pilot.press("n", "n", "n")
        status = app.screen.query_one("#status", Bar)
        await until(pilot, lambda: "last place" in " ".join(status._told))
        await pilot.press("q")
    assert app.return_code == 0
    runs.close()


async def test_what_only_one_run_does_opens_the_other_where_it_went_on_without() -> None:
    app, runs = app_on(SELFCHECK / "31-clean.txt", SELFCHECK / "31-plain.txt")
    async with app.run_test(size=(140, 45)) as pilot:
        listed = await compared(pilot, app)
        place = runs.place(listed.number or 0)
        assert place is not None
        assert place.bad is None
        assert place.before[1] is not None
        assert "nothing here" in drawn(app)
        await pilot.press("enter")
        await opened_at(pilot, app, "31-plain.txt", place.before[1].lines[1])
    runs.close()


async def test_a_run_beside_itself_has_no_place_and_enter_opens_it_whole() -> None:
    app, runs = app_on(GOOD, GOOD)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: runs.differences is not None and bool(app.screen.query(DivergenceList)))
        status = app.screen.query_one("#status", Bar)
        await until(pilot, lambda: "do not part" in status.made(80).text)
        await pilot.press("n", "N", "tab", "d", "u", "j", "enter")
        await opened_at(pilot, app, "26-clean.log", 1)
    runs.close()


async def test_what_a_trace_says_reaches_the_screen_as_text_only(tmp_path: Path) -> None:
    for name, said in (("good", "It is fine."), ("bad", "\x1b[31mIt\tis \u202e[bold]not[/bold] fine.")):
        talk = [{"role": "user", "content": "Look."}, {"role": "assistant", "name": "a\x07b", "content": said}]
        (tmp_path / f"{name}.json").write_text(json.dumps({"messages": talk}))
    app, runs = app_on(tmp_path / "good.json", tmp_path / "bad.json")
    async with app.run_test(size=(140, 45)) as pilot:
        listed = await compared(pilot, app)
        words = drawn(app) + "".join(row.text for row in listed.make_rows(140)[0])
        assert "[bold]not[/bold]" in words
        assert not any(each in words for each in "\x1b\x07\t\u202e")
    runs.close()


def conversation(folder: Path, name: str, *said: str) -> Path:
    path = folder / f"{name}.json"
    talk = [{"role": "user", "content": "Sum the bills."}]
    talk += [{"role": "assistant", "name": "adder", "content": each} for each in said]
    path.write_text(json.dumps({"messages": talk}))
    return path


def one_good_three_bad(folder: Path) -> list[Path]:
    """Two of three bad runs part after the rates were read, one at once."""
    read, late = "I read the rates.", "The sum is seventeen euros in all."
    return [
        conversation(folder, "good", read, "I convert each bill first.", late),
        conversation(folder, "one", read, "Adding the bills now as they stand.", "It makes 3000 of something."),
        conversation(folder, "two", read, "No conversion needed here, I suppose.", "It makes 4000 of whatever."),
        conversation(folder, "three", "Nothing is known to me.", "I give up on this."),
    ]


async def test_of_several_bad_runs_each_is_shown_and_where_most_part(tmp_path: Path) -> None:
    app, runs = app_on(*one_good_three_bad(tmp_path))
    async with app.run_test(size=(140, 45)) as pilot:
        await compared(pilot, app)
        await until(pilot, lambda: runs.is_compared)
        common = app.screen.query_one("#common", Bar)
        await until(pilot, lambda: "bad run 1 of 3 \u00b7 2 runs of 3 part after" in common.made(140).text)
        assert "this one too" in common.made(140).text
        await pilot.press("right_square_bracket")
        await until(pilot, lambda: "bad run 2 of 3" in common.made(140).text)
        assert "No conversion" in drawn(app)
        await pilot.press("right_square_bracket")
        await until(pilot, lambda: "not this one" in common.made(140).text)
        await pilot.press("right_square_bracket", "left_square_bracket")
        await until(pilot, lambda: "bad run 2 of 3" in common.made(140).text)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, TraceScreen) and session_of(app).name == "two.json")
    runs.close()


async def test_why_they_part_is_asked_after_a_yes_and_told_with_quotes_that_stand_there(tmp_path: Path) -> None:
    def analyst(body: Body, number: int) -> Step:
        quotes = {
            "good": [{"quote": "I convert each bill first.", "line": 3}],
            "bad": [{"quote": "Adding the bills now", "line": 3}, {"quote": "never said by anybody", "line": 3}],
        }
        return Step(json.dumps({"why": "The good run converts, the bad one adds.", **quotes}))

    good, bad, *_ = one_good_three_bad(tmp_path)
    with serve(analyst) as server:
        app, runs = app_on(good, bad, settings=Settings(model="stub", base_url=server.url, pause=0.01))
        async with app.run_test(size=(80, 24)) as pilot:
            await compared(pilot, app)
            for key in ("escape", "y"):
                await pilot.press("w")
                await until(pilot, lambda: isinstance(app.screen, ConsentScreen))
                assert server.calls == 0
                await pilot.press(key)
            await until(pilot, lambda: isinstance(app.screen, CardScreen))
            rows = app.screen.query_one(CardRows)
            told = " ".join(row.text.strip() for row in rows.make_rows(70)[0])
            assert "The good run converts, the bad one adds." in told
            assert "I convert each bill first." in told
            assert "never said" not in told
            assert "1 more quoted words do not stand in the traces" in told
            assert server.calls == 1
        runs.close()


async def test_nobody_is_asked_why_where_no_model_is_named() -> None:
    app, runs = app_on(GOOD, BAD)
    async with app.run_test(size=(140, 45)) as pilot:
        await compared(pilot, app)
        await pilot.press("w")
        await until(pilot, lambda: "none is named" in " ".join(app.screen.query_one("#status", Bar)._told))
    runs.close()
