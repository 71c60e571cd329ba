"""Runs the app until it is left, and shows a fault of its own."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from textual.events import Key

from mast_tui.app.app import MastApp, Prepare
from mast_tui.app.base_app import FAULT
from mast_tui.state.screen_settings import ScreenSettings
from mast_tui.state.session import Session
from mast_tui.state.store import Memory
from mast_tui.terminal.screen_first import event_loop

if TYPE_CHECKING:
    from mast_tui.state.overview import Overview


def run_app(
    session: Session | None,
    settings: ScreenSettings,
    memory: Memory,
    *,
    diagnose: bool = False,
    prepare: Prepare | None = None,
    typed: Sequence[Key] = (),
    overview: "Overview | None" = None,
) -> int:
    """Run the app until it is left, beginning with what was typed before; the exit code."""
    app = MastApp(session, settings, memory, diagnose=diagnose, prepare=prepare, overview=overview)
    app.typed = list(typed)
    app.run(loop=event_loop(), mouse=settings.mouse)
    if app.fault is None:
        return app.return_code or 0
    from mast_tui.app.crash_screen import show_fault

    show_fault(replace(app.fault, kept=memory.place), app.settings)
    return FAULT
