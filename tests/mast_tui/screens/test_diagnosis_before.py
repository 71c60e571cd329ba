"""A diagnosis that was there stays: it comes back where the next is stopped or fails, and B leads back to it."""

from dataclasses import replace
from pathlib import Path

import pytest

from mast_tui.app.app import MastApp
from tests.agent.model.judge import question_of
from tests.agent.model.server import Body, Step, serve
from tests.mast_tui.desk import app_on, diagnosed, read, screen_of, session_of, until
from tests.mast_tui.screens.test_words import NOTHING, SIZE, asked, log, right, said


def titles(app: MastApp) -> list[str]:
    return [finding.title for finding in session_of(app).findings]


@pytest.mark.parametrize("ends", ["by a key", "by a fault"])
async def test_one_that_ends_early_gives_way_to_the_one_before_and_d_goes_on(tmp_path: Path, ends: str) -> None:
    app = app_on(log(tmp_path), home=tmp_path / "home")
    second, broken = [False], [True]

    def script(body: Body, number: int) -> Step:
        if not second[0]:
            return right(body, number)
        if broken[0] and question_of(body) == "judge_FC2":
            return Step(status=401, raw=b"{}") if ends == "by a fault" else replace(Step(NOTHING(body)), pause=60.0)
        return Step(NOTHING(body))

    with serve(script) as server:
        async with app.run_test(size=SIZE) as pilot:
            asked(app, server.url)
            await read(pilot, app)
            await pilot.press("D")
            await diagnosed(pilot, app)
            first = titles(app)
            assert first
            session_of(app).decisions.decide("F1", "accepted")
            second[0] = True
            model = session_of(app).model
            asked(app, server.url.replace("127.0.0.1", "localhost"))  # another host: no reply is kept from before
            assert session_of(app).model is not model
            screen_of(app).unsay()
            await pilot.press("R")
            if ends == "by a key":
                await until(pilot, lambda: session_of(app).stage == "diagnosing")
                await until(pilot, lambda: "FC1" in session_of(app).progress.judged)
                await pilot.press("D")
            await until(pilot, lambda: "is shown again" in said(app))
            assert session_of(app).stage == "done"
            assert titles(app) == first
            assert [each.decision for each in session_of(app).findings] == ["accepted"]
            assert ("D goes on where it stopped" if ends == "by a key" else "D goes on from there") in said(app)
            broken[0] = False
            screen_of(app).unsay()
            await pilot.press("D")
            await until(pilot, lambda: "B shows the one from before" in said(app))
            assert titles(app) == []
            await pilot.press("B")
            assert titles(app) == first
            assert [each.decision for each in session_of(app).findings] == ["accepted"]
            await pilot.press("B")
            assert titles(app) == []
        again = app_on(log(tmp_path), home=tmp_path / "home")
        async with again.run_test(size=SIZE) as pilot:
            await read(pilot, again)
            assert titles(again) == []
            await pilot.press("B")
            await until(pilot, lambda: titles(again) == first)
            assert said(again).startswith("The diagnosis from before (stub, 1 finding)")


async def test_where_nothing_was_diagnosed_before_b_says_so(tmp_path: Path) -> None:
    app = app_on(log(tmp_path), home=tmp_path / "home")
    async with app.run_test(size=SIZE) as pilot:
        await read(pilot, app)
        await pilot.press("B")
        assert said(app) == "No other diagnosis of this trace is kept; R makes one."
        await pilot.press("D")
        await diagnosed(pilot, app)
        await pilot.press("B")
        assert said(app) == "No other diagnosis of this trace is kept; R makes one."
