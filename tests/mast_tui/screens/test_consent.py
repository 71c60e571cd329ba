"""Nothing is asked of a model before a person said so."""

import threading
from typing import Any

import pytest

from agent.analyst.analyst import Analyst
from agent.analyst.case import Case
from agent.analyst.offline import OfflineAnalyst
from agent.chat.material import Material
from agent.model.asker import Asker
from agent.redaction.redact import Redactor
from mast_tui.screens.consent import ConsentRows, ConsentScreen
from mast_tui.state.sending_plan import SendingPlan
from mast_tui.state.session import Session
from tests.mast_tui.desk import FAILED, app_on, read, screen_of, session_of, told, until

PLAN = SendingPlan(
    "api.example.com", True, "m", 1, 99, (("api_key", 2),), (5, 9), (100, 200), None, None, None, "the chunk"
)


class Watched:
    """Says when it is asked; answers as the offline analyst does."""

    name = "watched"

    def __init__(self) -> None:
        self.asked = 0

    def plan(self, session: Session) -> SendingPlan:
        return PLAN

    def case(self, session: Session) -> Case:
        return Case(session.trace)

    redactor: Redactor | None = None

    def asker(self) -> Asker:
        raise AssertionError("no question is asked here")

    def ask_plan(self, material: Material) -> SendingPlan:
        return PLAN._replace(what="the question and an outline")

    def analyst(self, session: Session) -> Analyst:
        self.asked += 1
        return OfflineAnalyst()


@pytest.mark.parametrize(
    ("keys", "asked", "diagnosed"),
    [
        ("y", 1, True),
        ("o", 0, True),
        ("escape", 0, False),
        ("enter tab tab enter", 0, True),
        ("enter enter shift+tab enter", 0, False),
        ("tab enter", 1, True),
        ("v y escape escape", 0, False),
    ],
)
async def test_only_a_yes_sends(keys: str, asked: int, diagnosed: bool) -> None:
    app, model = app_on(FAILED), Watched()
    session_of(app).model = model
    async with app.run_test(size=(80, 24)) as pilot:
        await read(pilot, app)
        await pilot.press("D")
        await until(pilot, lambda: isinstance(app.screen, ConsentScreen))
        assert model.asked == 0
        await pilot.press(*keys.split())
        await until(pilot, lambda: app.screen is screen_of(app))
        if diagnosed:
            await until(pilot, lambda: session_of(app).stage == "done")
        assert model.asked == asked
        assert (session_of(app).diagnosis is not None) is diagnosed


async def test_enter_does_nothing_before_something_is_in_focus() -> None:
    app, model = app_on(FAILED), Watched()
    session_of(app).model = model
    async with app.run_test(size=(80, 24)) as pilot:
        await read(pilot, app)
        await pilot.press("D")
        await until(pilot, lambda: isinstance(app.screen, ConsentScreen))
        await pilot.press("enter", "enter")
        assert isinstance(app.screen, ConsentScreen)
        assert model.asked == 0


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"encrypted": False, "host": "models.example.org"}, "not encrypted"),
        ({"encrypted": False, "host": "127.0.0.1"}, "this machine"),
        ({"price": None}, "not known for this model, at most 200 tokens"),
        ({"host": "a\x1b]0;x\x07[/b]"}, "[/b]"),
    ],
)
def test_the_card_says_where_and_at_what_price(changed: dict[str, Any], words: str) -> None:
    rows, _ = ConsentRows(PLAN._replace(**changed)).make_rows(72)
    text = "\n".join(row.text for row in rows)
    assert words in text
    assert "\x1b" not in text


async def test_on_a_short_screen_the_choices_stay_in_sight_and_the_facts_scroll(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plan = PLAN._replace(
        what="the question, an outline of the trace, what is looked up in it, and what was said before", seconds=30.0
    )
    monkeypatch.setattr(Watched, "plan", lambda self, session: plan)
    app, model = app_on(FAILED), Watched()
    session_of(app).model = model
    async with app.run_test(size=(60, 15)) as pilot:
        await read(pilot, app)
        await pilot.press("D")
        await until(pilot, lambda: isinstance(app.screen, ConsentScreen) and bool(app.screen.query(ConsentRows)))
        rows = app.screen.query_one(ConsentRows)
        await until(pilot, lambda: rows.size.height > 0)

        def text() -> str:
            return "\n".join(rows.render_line(y).text for y in range(rows.size.height))

        assert rows.region.bottom < 15
        stays = ("Nothing has been sent yet.", "Down Up scroll", "y  Send", "o  Stay offline", "Esc  Cancel")
        assert all(each in text() for each in ("Send this trace to a model?", "price", *stays))
        assert "about 30 s" not in text()
        await pilot.press("j", "j", "j", "j")
        assert all(each in text() for each in ("about 30 s", *stays))
        await pilot.press("v")
        assert "as it would leave" in text() and "v back to the question" in text()


async def test_who_agreed_beforehand_is_not_asked_again() -> None:
    app, model = app_on(FAILED), Watched()
    session_of(app).model, session_of(app).consented = model, True
    async with app.run_test(size=(80, 24)) as pilot:
        await read(pilot, app)
        await pilot.press("D")
        await until(pilot, lambda: session_of(app).stage == "done")
        assert model.asked == 1


class Slow(Watched):
    """Takes its time to work out what would be sent."""

    def __init__(self) -> None:
        super().__init__()
        self.planned = 0
        self.may_end = threading.Event()

    def plan(self, session: Session) -> SendingPlan:
        self.planned += 1
        self.may_end.wait(60)
        return PLAN


async def test_pressing_d_twice_asks_once() -> None:
    app, model = app_on(FAILED), Slow()
    session_of(app).model = model
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await read(pilot, app)
        await pilot.press("D")
        await until(pilot, lambda: model.planned == 1)
        assert session_of(app).stage == "planning"
        await pilot.press("D", "D", "R")
        assert "before anything leaves this machine" in told(screen)
        model.may_end.set()
        await until(pilot, lambda: isinstance(app.screen, ConsentScreen))
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen)
        assert (model.planned, model.asked, session_of(app).stage) == (1, 0, "undiagnosed")
        await pilot.press("D", "D")
        await until(pilot, lambda: isinstance(app.screen, ConsentScreen))
        await pilot.press("y")
        await until(pilot, lambda: session_of(app).stage == "done")
        assert [type(each).__name__ for each in app.screen_stack].count("ConsentScreen") == 0
        assert (model.planned, model.asked) == (2, 1)


@pytest.mark.parametrize("size", [(140, 45), (80, 24), (60, 20)])
async def test_while_it_is_worked_out_what_would_be_sent_that_is_said(size: tuple[int, int]) -> None:
    app, slow = app_on(FAILED), Slow()
    async with app.run_test(size=size) as pilot:
        screen = await read(pilot, app)
        session = session_of(app)
        session.model, session.offline = slow, False
        await pilot.press("D")
        await until(pilot, lambda: session.stage == "planning")
        assert "you are asked before anything leaves this machine" in told(screen)
        screen.unsay()
        await pilot.pause()
        assert ("planning" in screen.query_one("#status").render_line(0).text) is (size[0] < 120)
        session.stage, session.progress.chunks = "diagnosing", 3
        session.progress.judged = {"FC1": {1, 2, 3}, "FC2": {1}}
        screen.draw_place()
        await pilot.pause()
        assert ("diagnosing 4 of 9" in screen.query_one("#status").render_line(0).text) is (size[0] < 120)
        session.progress.tokens, session.progress.cost = 54_321, 0.25
        screen.draw_place()
        await pilot.pause()
        spent = "54k tokens, $0.25   diagnosing 4 of 9"
        assert (spent in screen.query_one("#status").render_line(0).text) is (size[0] == 80)
        session.progress.judged["FC2"] = session.progress.judged["FC3"] = {1, 2, 3}
        screen.draw_place()
        await pilot.pause()
        step = "diagnosing: the findings are challenged"
        assert (step in screen.query_one("#status").render_line(0).text) is (size[0] < 120)
        session.stage = "planning"
        slow.may_end.set()
        await until(pilot, lambda: isinstance(app.screen, ConsentScreen))
