"""The trace screen in the states that keys and files bring it into, as pictures at two sizes."""

import time
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from agent.diagnosis.document import from_dict, load, to_dict
from mast_tui.app.app import MastApp
from mast_tui.diagnosis.following import settle
from mast_tui.screens.trace.diagnosis_run import Diagnosed
from mast_tui.screens.trace.navigator import Navigator
from mast_tui.screens.trace.screen_words import changed_words
from mast_tui.screens.trace.status_line import StatusLine
from mast_tui.state.store import UNWRITABLE
from tests.mast_tui.desk import SAMPLES, app_on, read, screen_of, session_of, told, until
from tests.mast_tui.snapshots.test_snapshots import DIAGNOSES, INVOICES, SIZES, Do, Snap, keys, shown


def searched(prompt: str, words: str, after: str) -> Do:
    """Search or filter, and wait for what is said or marked."""

    async def do(pilot: Pilot[None], app: MastApp) -> None:
        screen = screen_of(app)
        await pilot.press(prompt, *words, "enter")
        await until(
            pilot,
            lambda: after in screen.part(Navigator).set_words if after else screen.part(StatusLine).message is not None,
        )

    return do


async def reviewed(pilot: Pilot[None], app: MastApp) -> None:
    """Accept one finding, edit another."""
    await pilot.press("2", "a", "j", "i", *", not so grave", "enter")
    await until(pilot, lambda: "edited" in told(screen_of(app)))
    screen_of(app).unsay()


async def every_action(pilot: Pilot[None], app: MastApp) -> None:
    """Open the palette, and wait until all that can be done is listed."""
    await pilot.press("ctrl+p")
    await until(pilot, lambda: app.screen.has_class("-ready"))


async def half_searched(pilot: Pilot[None], app: MastApp) -> None:
    screen = screen_of(app)
    screen.part(Navigator).set_words = "searching 42 %"
    screen.draw_place()


async def changed(pilot: Pilot[None], app: MastApp) -> None:
    """Another file stands where the trace was when it was diagnosed."""
    session, screen = session_of(app), screen_of(app)
    session.stale = True
    session.marks.show([piece._replace(stale=piece.number == 2) for piece in session.marks.pieces])
    screen.say(changed_words(session), error=True)
    screen.trace.renew()
    screen.draw()


async def in_memory(pilot: Pilot[None], app: MastApp) -> None:
    screen_of(app).say(UNWRITABLE, error=True)


async def challenged(pilot: Pilot[None], app: MastApp) -> None:
    """A finding that was challenged, with evidence against it."""
    session, screen = session_of(app), screen_of(app)
    document = to_dict(load(DIAGNOSES / "invoices.json"))
    finding = document["findings"][1]
    finding["challenge"] = {"verdict": "upheld", "because": "Looked for a conversion after L94: none.", "evidence": []}
    finding["severity"] = "fatal"
    finding["evidence"][-1]["part"] = "counter"
    settle(session, from_dict(document))
    screen.post_message(Diagnosed("Done"))
    await until(pilot, lambda: screen.part(StatusLine).message is not None)
    screen.unsay()
    await pilot.press("2", "space", *"jjjjjjjj")


async def failed(pilot: Pilot[None], app: MastApp) -> None:
    """The model could not be asked, and nothing was judged."""
    session, screen = session_of(app), screen_of(app)
    session.diagnosis, session.stage = None, "stopped"
    session.cause, session.failure = "api.example.com refused the key (401)", "D tries again"
    session.marks.show([])
    words = (
        "The key was refused by api.example.com (401). Check OPENAI_API_KEY. Nothing was judged. Then D tries again."
    )
    screen.post_message(Diagnosed("Failed", words))
    await until(pilot, lambda: screen.part(StatusLine).message is not None)


STATES: dict[str, Do] = {
    "filter": searched("ampersand", "Reviewer", "filter: Reviewer"),
    "match": searched("slash", "total", "match"),
    "no_match": searched("slash", "zebra", ""),
    "searching": half_searched,
    "selected": keys("v", "j", "j", "j"),
    "following": keys("F"),
    "folds_open": keys("Z"),
    "bookmarked": keys("k", "k", "m", "a"),
    "going_to_a_line": keys("colon", "5", "0", "percent_sign"),
    "reviewed": reviewed,
    "challenged": challenged,
    "changed": changed,
    "in_memory": in_memory,
    "failed": failed,
    "palette": every_action,
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("state", STATES)
def test_a_state_of_the_trace(state: str, size: str, snap_compare: Snap) -> None:
    app = app_on(INVOICES)

    async def before(pilot: Pilot[Any]) -> None:
        await shown(pilot, app)
        await STATES[state](pilot, app)
        await pilot.pause()

    assert snap_compare(app, terminal_size=SIZES[size], run_before=before)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["empty", "broken"])
def test_a_file_that_is_not_whole(name: str, size: str, snap_compare: Snap, tmp_path: Path) -> None:
    path = SAMPLES / "broken-seating.json" if name == "broken" else tmp_path / "nothing.jsonl"
    if name == "empty":
        path.write_text("")
    app = app_on(path)

    async def before(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: session_of(app).known)
        await pilot.press("G")
        await pilot.pause()

    assert snap_compare(app, terminal_size=SIZES[size], run_before=before)


@pytest.mark.parametrize("size", SIZES)
def test_a_trace_that_is_still_read(size: str, snap_compare: Snap) -> None:
    app = app_on(INVOICES)

    async def before(pilot: Pilot[Any]) -> None:
        screen = await read(pilot, app)
        session = session_of(app)
        session.stage, session.read_bytes = "reading", session.trace.source.size * 38 // 100
        screen.unsay()
        session.begun = time.monotonic() - 5
        screen.draw()

    assert snap_compare(app, terminal_size=SIZES[size], run_before=before)
