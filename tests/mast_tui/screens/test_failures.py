"""No work in the background fails unseen: a fault in each is told with what to do, and can be tried again."""

import ast
import asyncio
import importlib
import inspect
import pkgutil
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

import mast_tui
from agent.trace.trace import Trace
from mast_tui.app.app import MastApp
from mast_tui.app.screen_factory import (
    chooser,
    comparison,
    model_form,
    overview,
    report,
    run_lanes,
    run_statistics,
    runs_of_folder,
    trial,
)
from mast_tui.keys.chosen import with_keys
from mast_tui.screens.trace import TraceScreen
from mast_tui.screens.trace.parts import PARTS
from mast_tui.state.run_table import RunTable
from mast_tui.state.store import open_store
from mast_tui.state.two_runs import TwoRuns
from mast_tui.widgets.background_work import AGAIN, WORKS, Work
from mast_tui.widgets.bars import Bar
from tests.mast_tui.desk import FAILED, PLAIN, SAMPLES, app_on, diagnosed, read, screen_of, session_of, told, until

for module in pkgutil.walk_packages(mast_tui.__path__, "mast_tui."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)

OWN = sorted(name for name, work in WORKS.items() if work.function.__module__.startswith("mast_tui."))
"""Without what other tests add."""
FAULTS = {"disk": OSError(28, "No space left on device"), "key": KeyError("lines")}


def shown(app: MastApp) -> str:
    """All words of the status line of the screen on top, though they are wrapped."""
    words = " ".join(app.screen.query_one("#status", Bar)._told)
    return told(app.screen) if not words and isinstance(app.screen, TraceScreen) else words


def owner_of(work: Work, app: MastApp) -> Any:
    """The part, the screen or the app in which work stands."""
    kind = work.place.split(".")[0]
    for part in PARTS:
        if part.__name__ == kind:
            return screen_of(app).part(part)
    return next(each for each in (app.screen, app) if kind in [base.__name__ for base in type(each).__mro__])


def screen_for(work: Work, app: MastApp) -> Screen[Any] | None:
    """The screen beside the trace that work belongs to."""
    session = session_of(app)
    match work.place.split(".")[0]:
        case "ReportScreen":
            return report(session)
        case "CompareScreen":
            return comparison(session)
        case "StatisticsScreen":
            return run_statistics(session, ())
        case "TrialScreen":
            return trial(session, session.findings[0].id, 0)
        case "ModelForm":
            return model_form(session, session.settings)
        case "LanesScreen":
            return run_lanes(session, ())
        case "RunTableScreen":
            return overview(RunTable([str(SAMPLES)]), open_store(None), session.settings, may_close=True)
        case "TwoRunsScreen":
            paths = str(FAILED), str(PLAIN)
            runs = TwoRuns(paths, (Trace.open(FAILED), Trace.open(PLAIN)))
            return overview(runs, open_store(None), session.settings, may_close=True)
        case "ChooserScreen":
            held = runs_of_folder(str(SAMPLES))
            assert held is not None
            return chooser(held)
    return None


async def start_broken(work: Work, fault: Exception, app: MastApp, monkeypatch: pytest.MonkeyPatch) -> None:
    """Start work in which something goes wrong at once."""
    original = work.function

    def fail(*_: object) -> None:
        raise fault

    async def fail_later(*_: object) -> None:
        await asyncio.sleep(0)
        raise fault

    monkeypatch.setattr(work, "function", fail_later if inspect.iscoroutinefunction(original) else fail)
    arguments = [None] * (len(inspect.signature(original).parameters) - 1)
    getattr(owner_of(work, app), work.place.split(".")[1])(*arguments)


@pytest.mark.parametrize("name", OWN)
async def test_a_fault_in_each_work_is_told_with_what_to_do(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    work, app = WORKS[name], app_on(FAILED, diagnose=True)
    async with app.run_test(size=(140, 45)) as pilot:
        await diagnosed(pilot, app)
        beside = screen_for(work, app)
        if beside is not None:
            await app.push_screen(beside)
            await pilot.pause()
        for fault, told_as in (("disk", "no space left on device"), ("key", "KeyError")):
            with monkeypatch.context() as broken:
                await start_broken(work, FAULTS[fault], app, broken)
                await until(pilot, lambda: f"{work.doing} failed" in shown(app) and told_as in shown(app))  # noqa: B023
            assert with_keys(work.next_step) in shown(app)
            assert session_of(app).stage not in ("reading", "planning", "diagnosing")


def test_nothing_starts_work_in_another_way() -> None:
    others: list[str] = []
    for path in sorted(Path(mast_tui.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr == "run_worker":
                others.append(path.name)
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("textual"):
                others += [path.name for each in node.names if each.name == "work"]
    assert sorted(others) == ["background_work.py", "part.py"], "what is started otherwise may fail unseen"


def fail_once(monkeypatch: pytest.MonkeyPatch, fault: Exception, after: int) -> None:
    """Let the reading of a trace fail in its midst, the first time."""
    original, times = Trace.read, 0

    def broken(self: Trace, *arguments: Any, **options: Any) -> Trace:
        nonlocal times
        times += 1
        if times == 1:
            self.read_to(after)
            raise fault
        return original(self, *arguments, **options)

    monkeypatch.setattr(Trace, "read", broken)


@pytest.mark.parametrize("fault", FAULTS)
async def test_reading_that_failed_leaves_what_is_read_and_goes_on_with_r(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail_once(monkeypatch, FAULTS[fault], 20)
    app = app_on(FAILED)
    async with app.run_test(size=(140, 45)) as pilot:
        await until(pilot, lambda: with_keys(AGAIN) in shown(app))
        screen, session = screen_of(app), session_of(app)
        assert shown(app).startswith("Reading the trace failed")
        assert session.stage == "undiagnosed"
        assert session.fault
        part = session.reader.last
        assert part > 0
        await pilot.press("R")
        await read(pilot, app)
        assert session.reader.last > part
        assert not session.fault
        await again(pilot, app)
        assert screen.trace.has_focus


async def again(pilot: Pilot[None], app: MastApp) -> None:
    """Diagnose what was read at the second attempt."""
    await pilot.press("D")
    await diagnosed(pilot, app)
    assert session_of(app).findings


async def test_a_diagnosis_that_failed_goes_on_with_d(monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_on(FAILED)
    async with app.run_test(size=(140, 45)) as pilot:
        await read(pilot, app)
        with monkeypatch.context() as broken:
            await start_broken(WORKS["diagnosis"], FAULTS["key"], app, broken)
            await until(pilot, lambda: "The diagnosis failed (KeyError); D tries again." in shown(app))
        await again(pilot, app)
