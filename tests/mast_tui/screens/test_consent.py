"""Nothing is asked of a model before a person said so."""

import pytest

from agent.analyst.analyst import Analyst
from agent.analyst.case import Case
from agent.analyst.offline import OfflineAnalyst
from mast_tui.screens.consent import ConsentScreen
from mast_tui.session import Plan, Session
from tests.mast_tui.desk import FAILED, app_on, read, screen_of, session_of, until

PLAN = Plan("api.example.com", True, "m", 1, 99, (("api_key", 2),), (5, 9), (100, 200), None, None, None, "the chunk")


class Watched:
    """Says when it is asked; answers as the offline analyst does."""

    name = "watched"

    def __init__(self) -> None:
        self.asked = 0

    def plan(self, session: Session) -> Plan:
        return PLAN

    def case(self, session: Session) -> Case:
        return Case(session.trace)

    def analyst(self, session: Session) -> Analyst:
        self.asked += 1
        return OfflineAnalyst()


@pytest.mark.parametrize(
    ("keys", "asked", "diagnosed"),
    [
        ("y", 1, True),
        ("o", 0, True),
        ("escape", 0, False),
        ("enter", 0, True),
        ("tab enter", 0, False),
        ("shift+tab enter", 1, True),
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


async def test_who_agreed_beforehand_is_not_asked_again() -> None:
    app, model = app_on(FAILED), Watched()
    session_of(app).model, session_of(app).consented = model, True
    async with app.run_test(size=(80, 24)) as pilot:
        await read(pilot, app)
        await pilot.press("D")
        await until(pilot, lambda: session_of(app).stage == "done")
        assert model.asked == 1
