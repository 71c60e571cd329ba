"""Every screen in every state it can be in, as a picture at two sizes."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from agent.diagnosis.claim import Grounded
from agent.diagnosis.document import load
from mast_tui.app.app import MastApp
from mast_tui.diagnosis.following import settle
from mast_tui.screens.trace.diagnosis_run import Diagnosed
from mast_tui.screens.trace.status_line import StatusLine
from mast_tui.state.diagnosis_progress import DiagnosisProgress
from mast_tui.state.screen_settings import ScreenSettings
from mast_tui.state.sending_plan import SendingPlan
from mast_tui.state.store import open_store
from mast_tui.widgets.messages import ConsentAsked
from tests.mast_tui.desk import FAILED, SAMPLES, app_on, read, screen_of, session_of, until

DIAGNOSES = Path(__file__).parent / "diagnoses"
"""Saved, so that a detector that learns something does not change a picture of the screen."""
SIZES = {"wide": (140, 45), "narrow": (80, 24)}
INVOICES = SAMPLES / "invoices.jsonl"
PLAN = SendingPlan(
    "api.example.com", True, "gpt-4.1-mini", 7, 1204, (("api_key", 2), ("email", 1)), (23, 35), (90_000, 310_000),
    (0.05, 0.11), 0.5, 40.0, "L1 the first line",
)  # fmt: skip

Snap = Callable[..., bool]
Do = Callable[[Pilot[None], MastApp], Awaitable[None]]


def keys(*names: str) -> Do:
    """Press keys and wait until all is drawn."""

    async def do(pilot: Pilot[None], app: MastApp) -> None:
        await pilot.press(*names)
        await pilot.pause()

    return do


async def shown(pilot: Pilot[None], app: MastApp) -> None:
    """Show the saved diagnosis of the trace as if it had just been made."""
    screen, session = await read(pilot, app), session_of(app)
    settle(session, load(DIAGNOSES / f"{session.path.stem}.json"))
    screen.post_message(Diagnosed("Done"))
    await until(pilot, lambda: screen.part(StatusLine).message is not None)
    screen.unsay()
    await pilot.pause()


async def ask(pilot: Pilot[None], app: MastApp) -> None:
    await pilot.press("c", "down", "enter")
    await until(pilot, lambda: any(turn.verdict for turn in session_of(app).turns))


async def report(pilot: Pilot[None], app: MastApp) -> None:
    await pilot.press("x")
    await until(pilot, lambda: app.screen.query("Preview").first().words.startswith("#"))  # type: ignore[attr-defined]


async def consent(pilot: Pilot[None], app: MastApp) -> None:
    screen_of(app).post_message(ConsentAsked(PLAN, lambda _: None))
    await pilot.pause()


async def search(pilot: Pilot[None], app: MastApp) -> None:
    await pilot.press("slash", *"rates")
    await until(pilot, lambda: bool(session_of(app).marks.hits))


async def stale(pilot: Pilot[None], app: MastApp) -> None:
    session = session_of(app)
    session.stale = True
    session.marks.show(piece._replace(stale=True) for piece in session.marks.pieces)
    screen_of(app).trace.renew()
    screen_of(app).draw()
    await pilot.press("2")


STATES: dict[str, tuple[Path, Do]] = {
    "done": (INVOICES, keys()),
    "findings": (FAILED, keys("2", "j")),
    "finding": (FAILED, keys("2", "space")),
    "rejected": (FAILED, keys("2", "r", "escape")),
    "modes": (INVOICES, keys("2", "tab", "shift+tab", "shift+tab")),
    "mode_card": (INVOICES, keys("tab", "enter")),
    "writing_a_note": (INVOICES, keys("t")),
    "noted": (INVOICES, keys("j", "j", "t", *"odd", "enter", "2", "G")),
    "outline": (INVOICES, keys("o")),
    "finding_form": (INVOICES, keys("2", "j", "i")),
    "raw": (INVOICES, keys("1", "r")),
    "nowrap": (INVOICES, keys("w")),
    "search": (INVOICES, search),
    "asked": (INVOICES, ask),
    "report": (INVOICES, report),
    "consent": (INVOICES, consent),
    "add_a_model": (INVOICES, keys("K")),
    "help": (INVOICES, keys("question_mark")),
    "stale": (INVOICES, stale),
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("state", STATES)
def test_a_state_after_the_diagnosis(
    state: str, size: str, snap_compare: Snap, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "mast_tui.screens.help.settings_path", lambda: Path("/home/you/.local/state/mast-tui/settings.toml")
    )
    path, do = STATES[state]
    app = app_on(path)

    async def before(pilot: Pilot[Any]) -> None:
        await shown(pilot, app)
        await do(pilot, app)

    assert snap_compare(app, terminal_size=SIZES[size], run_before=before)


@pytest.mark.parametrize("size", SIZES)
def test_before_a_diagnosis(size: str, snap_compare: Snap) -> None:
    app = app_on(INVOICES)

    async def before(pilot: Pilot[Any]) -> None:
        await read(pilot, app)

    assert snap_compare(app, terminal_size=SIZES[size], run_before=before)


@pytest.mark.parametrize("size", SIZES)
def test_while_a_diagnosis_runs(size: str, snap_compare: Snap, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DiagnosisProgress, "seconds_left", lambda self, now: 18.0)
    app = app_on(INVOICES)

    async def before(pilot: Pilot[Any]) -> None:
        screen = await read(pilot, app)
        session = session_of(app)
        session.stage = "diagnosing"
        session.progress.chunks, session.progress.word = 7, "judging"
        session.progress.judged = {"FC1": set(range(7)), "FC2": {0, 1, 2}}
        session.progress.claims = [
            Grounded("FM-1.3", "A file is read four times", "", "Coder", "minor", "likely", 38, (), id="F1")
        ]
        screen.draw()
        await pilot.press("2")

    assert snap_compare(app, terminal_size=SIZES[size], run_before=before)


@pytest.mark.parametrize("size", [(140, 45), (80, 24), (52, 12)])
def test_the_first_screen_and_one_that_is_too_small(size: tuple[int, int], snap_compare: Snap) -> None:
    if size[0] < 60:
        app = app_on(INVOICES)

        async def before(pilot: Pilot[Any]) -> None:
            await read(pilot, app)

        assert snap_compare(app, terminal_size=size, run_before=before)
    else:
        assert snap_compare(MastApp(None, ScreenSettings(), open_store(None)), terminal_size=size)


@pytest.mark.parametrize("theme", ["light", "high contrast", "terminal"])
def test_the_other_themes(theme: str, snap_compare: Snap) -> None:
    app = app_on(FAILED, theme=theme)

    async def before(pilot: Pilot[Any]) -> None:
        await shown(pilot, app)

    assert snap_compare(app, terminal_size=(140, 45), run_before=before)


def test_without_colour(snap_compare: Snap, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = app_on(FAILED)

    async def before(pilot: Pilot[Any]) -> None:
        await shown(pilot, app)

    assert snap_compare(app, terminal_size=(140, 45), run_before=before)
