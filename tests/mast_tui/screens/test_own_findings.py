"""Findings in a person's own words: edited in a form, made of a hint, made of lines; every one undone by U."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from agent.diagnosis.document import from_dict, load, to_dict
from mast_tui.app.app import MastApp
from mast_tui.diagnosis.following import settle
from mast_tui.diagnosis.status_text import done
from mast_tui.screens.finding_form import FindingForm
from mast_tui.screens.trace import TraceScreen
from mast_tui.screens.trace.diagnosis_run import Diagnosed
from mast_tui.screens.trace.finding_review import FindingReview
from mast_tui.widgets.finding_list import FindingList
from mast_tui.widgets.finding_list_rows import Look, Thing
from tests.mast_tui.desk import SAMPLES, app_on, read, screen_of, session_of, told, until

INVOICES = SAMPLES / "invoices.jsonl"
SAVED = Path(__file__).parents[1] / "snapshots" / "diagnoses" / "invoices.json"
SIZES = [(140, 45), (80, 24), (60, 20)]


async def judged(pilot: Pilot[None], app: MastApp) -> TraceScreen:
    """A screen with a saved diagnosis, its first finding chosen."""
    screen = await read(pilot, app)
    settle(session_of(app), load(SAVED))
    screen.post_message(Diagnosed("Done"))
    await until(pilot, lambda: done(session_of(app)) in told(screen))
    screen.unsay()
    await pilot.press("2", "g")
    return screen


def things(listed: FindingList) -> list[Thing]:
    """What the list shows, drawn anew where it has to be."""
    assert listed.stops
    return listed._things


async def form_of(pilot: Pilot[None], app: MastApp) -> FindingForm:
    await until(pilot, lambda: isinstance(app.screen, FindingForm))
    assert isinstance(app.screen, FindingForm)
    return app.screen


async def kept(pilot: Pilot[None], app: MastApp) -> str:
    """Keep the form; what is said then."""
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(app.screen, TraceScreen) and bool(told(screen_of(app))))
    return told(screen_of(app))


@pytest.mark.parametrize("size", SIZES)
async def test_a_finding_is_put_otherwise_and_verdicts_follow_at_once(size: tuple[int, int]) -> None:
    app = app_on(INVOICES)
    async with app.run_test(size=size) as pilot:
        await judged(pilot, app)
        session = session_of(app)
        before = session.findings[0]
        await pilot.press("i")
        form = await form_of(pilot, app)
        assert form.query_one("#title").value == before.title  # type: ignore[attr-defined]
        await pilot.press(*" or so", "tab", "right", "tab", "right")
        said = await kept(pilot, app)
        assert f"{before.id} edited" in said
        now = session.finding(before.id)
        assert now is not None
        assert (now.title, now.decision) == (f"{before.title} or so", "edited")
        assert now.mode != before.mode
        assert now.severity != before.severity
        assert session.diagnosis is not None
        verdicts = {mode.code: mode for mode in session.diagnosis.modes}
        assert before.id in verdicts[now.mode or ""].findings
        assert before.id not in verdicts[before.mode or ""].findings
        assert before.title in (now.note or "")
        await pilot.press("U")
        await until(pilot, lambda: session.finding(before.id) == before)


async def test_nothing_changed_is_no_edit_and_esc_leaves_all_as_it_is() -> None:
    app = app_on(INVOICES)
    async with app.run_test(size=(80, 24)) as pilot:
        await judged(pilot, app)
        before = session_of(app).findings
        await pilot.press("i")
        await form_of(pilot, app)
        assert "nothing was changed" in await kept(pilot, app)
        await pilot.press("i")
        await form_of(pilot, app)
        await pilot.press(*"xyz", "escape")
        await until(pilot, lambda: isinstance(app.screen, TraceScreen))
        assert session_of(app).findings == before


async def test_what_makes_no_sense_is_refused_in_the_form() -> None:
    app = app_on(INVOICES)
    async with app.run_test(size=(80, 24)) as pilot:
        await judged(pilot, app)
        await pilot.press("1", ":", *"98", "enter", "M")
        form = await form_of(pilot, app)
        await pilot.press("enter")
        assert "few words" in form.query_one("#told").made(80).text  # type: ignore[attr-defined]
        await pilot.press("x", "shift+tab", *"9999", "enter")
        assert app.screen is form
        assert "no line" in form.query_one("#told").made(80).text  # type: ignore[attr-defined]


@pytest.mark.parametrize("size", SIZES)
async def test_selected_lines_become_a_finding_of_ones_own(size: tuple[int, int]) -> None:
    app = app_on(INVOICES)
    async with app.run_test(size=size) as pilot:
        screen = await judged(pilot, app)
        session = session_of(app)
        many = len(session.findings)
        await pilot.press("1", ":", *"139", "enter", "M")
        await form_of(pilot, app)
        await pilot.press(*"Approved unread", "tab", *(["right"] * 12))
        said = await kept(pilot, app)
        made = session.findings[-1] if session.findings[-1].title == "Approved unread" else None
        made = made or next(each for each in session.findings if each.title == "Approved unread")
        assert said.startswith(f"{made.id} is added")
        assert (made.actor, made.onset, made.decision) == ("Reviewer", 139, "accepted")
        assert len(session.findings) == many + 1
        assert session.judged is not None
        assert from_dict(to_dict(session.judged)) == session.judged
        assert screen.part(FindingReview).list.entry == made
        await pilot.press("U")
        await until(pilot, lambda: len(session.findings) == many)


async def test_a_hint_is_dismissed_or_made_a_finding_and_both_are_undone() -> None:
    app = app_on(INVOICES)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await judged(pilot, app)
        listed = screen.part(FindingReview).list
        await pilot.press("G")
        while not isinstance(listed.thing, Look):
            await pilot.press("k")
        look = listed.thing
        await pilot.press("r")
        await until(pilot, lambda: "dismissed" in told(screen))
        await until(pilot, lambda: look not in things(listed))
        await pilot.press("U")
        await until(pilot, lambda: look in things(listed))
        while listed.thing != look:
            await pilot.press("j" if things(listed).index(look) > listed.cursor else "k")
        await pilot.press("a")
        form = await form_of(pilot, app)
        assert form.query_one("#title").value == look.title  # type: ignore[attr-defined]
        assert "is added" in await kept(pilot, app)
        await until(pilot, lambda: look not in things(listed))
        assert any(each.title == look.title and each.onset == look.line for each in session_of(app).findings)
        await pilot.press("U")
        await until(pilot, lambda: look in things(listed))


async def test_a_reason_that_is_kept_is_said_to_be() -> None:
    app = app_on(INVOICES)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await judged(pilot, app)
        await pilot.press("r", *"asked for", "enter")
        await until(pilot, lambda: "rejected, reason kept" in told(screen))
