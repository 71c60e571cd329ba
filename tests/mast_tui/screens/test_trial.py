"""X tries a remedy: what would be asked is shown and can be changed; after a yes answers are counted and kept."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import TextArea

from agent.diagnosis.document import from_dict
from agent.diagnosis.document_parts import Finding
from agent.settings import Settings
from agent.trial.arms import words_of
from mast_tui.app.app import MastApp
from mast_tui.diagnosis.model_choice import take
from mast_tui.screens.consent import ConsentScreen
from mast_tui.screens.note import NoteScreen
from mast_tui.screens.trace import TraceScreen
from mast_tui.screens.trial import TrialScreen
from mast_tui.widgets.bars import Bar
from tests.agent.model.server import Body, Server, Step, serve
from tests.mast_tui.desk import SAMPLES, diagnosed, session_of, told, until
from tests.mast_tui.screens.test_ask import app_at

TRACE = SAMPLES / "invoices.jsonl"
AGAIN, OTHER = "Same as before.", "I look it up first."


def told_all(body: Body) -> str:
    return "\n".join(str(one["content"]) for one in body["messages"])


def agent(word: str, pause: float = 0.0) -> Callable[[Body, int], Step]:
    """The agent repeats itself unless a word stands in what it reads; the judge quotes the answer."""

    def answer(body: Body, number: int) -> Step:
        said = told_all(body)
        if "FAILURE" in said:
            fails = AGAIN in said.rpartition("ANSWER")[0].rpartition("ANSWER")[2]
            quote = AGAIN if fails else OTHER
            verdict = "fails" if fails else "does_not_fail"
            return Step(json.dumps({"because": "", "quote": quote, "verdict": verdict}))
        return Step(OTHER if word in said else AGAIN, pause=pause)

    return answer


def trial_of(app: MastApp) -> TrialScreen:
    assert isinstance(app.screen, TrialScreen)
    return app.screen


def page(app: MastApp) -> str:
    view = trial_of(app).view
    return "\n".join(row.text for row in view.make_rows(view.size.width)[0])


def status(app: MastApp) -> str:
    return " ".join(app.screen.query_one("#status", Bar)._told)


def tried_finding(app: MastApp, screen: TrialScreen) -> Finding:
    """The finding as the diagnosis has it now."""
    tried = session_of(app).finding(screen.state.finding.id)
    assert tried is not None
    return tried


async def opened(pilot: Pilot[Any], app: MastApp, *keys: str) -> TrialScreen:
    """The trial of the finding that is chosen, with what the agent had."""
    await pilot.press(*(keys or ("e", "X")))
    await until(pilot, lambda: isinstance(app.screen, TrialScreen) and app.screen.state.stage != "reading")
    return trial_of(app)


async def ready(pilot: Pilot[Any], app: MastApp, server: Server) -> TrialScreen:
    """A diagnosis by rules, and a model to ask."""
    await diagnosed(pilot, app)
    take(session_of(app), Settings(model="stub", base_url=server.url, pause=0.01))
    return await opened(pilot, app)


@pytest.mark.parametrize("size", [(140, 45), (80, 24)])
async def test_a_remedy_is_tried_counted_and_kept(size: tuple[int, int]) -> None:
    app = app_at(TRACE)
    async with app.run_test(size=size) as pilot:
        with serve(agent("name what is new")) as server:
            screen = await ready(pilot, app, server)
            change = words_of(screen.state.remedy)
            assert change in " ".join(page(app).split())
            await pilot.press("minus", "minus", "enter")
            await until(pilot, lambda: isinstance(app.screen, ConsentScreen))
            assert server.calls == 0
            await pilot.press("y")
            await until(pilot, lambda: screen.state.stage == "done")
            assert server.calls >= 6
            asked = [told_all(body) for body in server.requests]
            assert sum(change in each and "FAILURE" not in each for each in asked) == 3
            assert screen.state.result is not None
            shown = " ".join(page(app).split())
            assert screen.state.result.conclusion() in shown
            assert "what would have followed is unknown" in shown
            calls = server.calls
            session = session_of(app)
            finding = tried_finding(app, screen)
            assert finding.remedies[0].trial == screen.state.result.as_dict()
            assert session.sha256 is not None
            saved = session.memory.diagnosis(session.sha256)
            assert saved is not None
            kept = next(each for each in from_dict(saved).findings if each.id == finding.id)
            assert kept.remedies[0].trial == finding.remedies[0].trial
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, TraceScreen))
            await opened(pilot, app, "X")
            assert "Tried before" in page(app)
            assert server.calls == calls


async def test_nothing_is_sent_without_a_yes_or_without_a_model() -> None:
    app = app_at(TRACE)
    async with app.run_test(size=(140, 45)) as pilot:
        await diagnosed(pilot, app)
        await opened(pilot, app)
        await pilot.press("enter")
        await until(pilot, lambda: "K there names one" in status(app))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, TraceScreen))
        with serve(agent("-")) as server:
            screen = await ready(pilot, app, server)
            for key in ("escape", "o"):
                await pilot.press("enter")
                await until(pilot, lambda: isinstance(app.screen, ConsentScreen))
                await pilot.press(key)
                await until(pilot, lambda: "Nothing was sent" in status(app))
            assert session_of(app).offline
            assert screen.state.stage == "ready"
            assert server.calls == 0


async def test_enter_before_the_messages_are_known_asks_as_soon_as_they_are() -> None:
    app = app_at(TRACE)
    async with app.run_test(size=(140, 45)) as pilot:
        with serve(agent("-")) as server:
            screen = await ready(pilot, app, server)
            tried = screen.state.tried
            assert tried is not None
            screen.state.tried, screen.state.stage = None, "reading"
            await pilot.press("enter")
            assert "as soon as it is" in status(app)
            screen._take(tried)
            await until(pilot, lambda: isinstance(app.screen, ConsentScreen))
            assert server.calls == 0


async def test_a_change_of_ones_own_is_asked_in_the_second_arm_only() -> None:
    app = app_at(TRACE)
    async with app.run_test(size=(140, 45)) as pilot:
        with serve(agent("OWN-WORDS")) as server:
            screen = await ready(pilot, app, server)
            await pilot.press("tab", "i")
            await until(pilot, lambda: "stays as it was" in status(app))
            await pilot.press("tab", "i")
            await until(pilot, lambda: isinstance(app.screen, NoteScreen))
            field = app.screen.query_one(TextArea)
            field.text = f"{field.text}\nOWN-WORDS sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD"
            await pilot.press("enter", "ctrl+s")
            await until(pilot, lambda: app.screen is screen and "Changed" in status(app))
            assert "+ OWN-WORDS" in page(app)
            await pilot.press(*["minus"] * 3, "enter")
            await until(pilot, lambda: isinstance(app.screen, ConsentScreen))
            await pilot.press("y")
            await until(pilot, lambda: screen.state.stage == "done")
            sent = [told_all(body) for body in server.requests]
            assert sum("OWN-WORDS" in each for each in sent) == 2
            assert not any("sk-proj" in each for each in sent)
            trial = tried_finding(app, screen).remedies[0].trial
            assert trial is not None
            assert trial["edited"] is True
            assert "as a person changed them" in " ".join(page(app).split())


async def test_esc_stops_and_a_second_one_goes_back() -> None:
    app = app_at(TRACE)
    async with app.run_test(size=(140, 45)) as pilot:
        with serve(agent("-", pause=30.0)) as server:
            screen = await ready(pilot, app, server)
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, ConsentScreen))
            await pilot.press("y")
            await until(pilot, lambda: server.calls > 0)
            await pilot.press("escape")
            await until(pilot, lambda: screen.state.stage == "stopped")
            assert "nothing more is sent" in status(app)
            assert "none counts" in page(app)
            calls = server.calls
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, TraceScreen))
        assert server.calls == calls
        assert tried_finding(app, screen).remedies[0].trial is None


async def test_a_server_that_fails_is_told_and_nothing_is_kept() -> None:
    app = app_at(TRACE)
    async with app.run_test(size=(140, 45)) as pilot:
        with serve(lambda body, number: Step(status=401, raw=b'{"error": {"message": "no"}}')) as server:
            screen = await ready(pilot, app, server)
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, ConsentScreen))
            await pilot.press("y")
            await until(pilot, lambda: screen.state.stage == "ready" and "key" in status(app))
        assert tried_finding(app, screen).remedies[0].trial is None


async def test_an_act_that_the_trace_does_not_hold_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "plain.log"
    rows = [f"2026-03-01 10:00:{at:02} INFO worker: Traceback: retry of fetch failed" for at in range(50)]
    path.write_text("\n".join(rows) + "\n")
    app = app_at(path)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await diagnosed(pilot, app)
        await pilot.press("e", "X")
        if session_of(app).findings:
            await until(pilot, lambda: isinstance(app.screen, TrialScreen) and app.screen.state.stage == "refused")
            assert "cannot be asked again" in page(app)
        else:
            await until(pilot, lambda: "no finding" in told(screen))
