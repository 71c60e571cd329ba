"""Traces that are opened one after another leave nothing behind: no session, no memory, no descriptor."""

import gc
import os
import sys
import weakref
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from mast_tui.app.app import MastApp
from mast_tui.state.session import Session
from mast_tui.widgets.messages import TraceChosen
from tests.mast_tui.desk import PLAIN, app_on, read, session_of, until

OPENED, WARM = 50, 10
MOST_GROWTH = 10_000_000
pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is read from /proc")


def resident() -> int:
    """The bytes of memory that this process holds."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def descriptors() -> int:
    """How many files this process has open."""
    return len(list(Path("/proc/self/fd").iterdir()))


async def exchanged(pilot: Pilot[None], app: MastApp, path: Path) -> Session:
    """Open another trace in place of the one that is open."""
    before = session_of(app)
    app.post_message(TraceChosen(str(path)))
    await until(pilot, lambda: app.session is not before)
    await read(pilot, app)
    return session_of(app)


def alive(sessions: list[Callable[[], Session | None]]) -> int:
    """How many of some sessions anybody still holds."""
    gc.collect()
    return sum(each() is not None for each in sessions)


async def test_fifty_traces_one_after_another_leave_at_most_two_sessions_and_no_memory(tmp_path: Path) -> None:
    # Slow, since a leak of one trace is seen only after many.
    text = PLAIN.read_text("utf-8")
    app = app_on(PLAIN, home=tmp_path / "home")
    async with app.run_test(size=(140, 45)) as pilot:
        await read(pilot, app)
        sessions: list[Callable[[], Session | None]] = []
        held = files = 0
        for number in range(OPENED):
            path = tmp_path / f"{number}.log"
            path.write_text(f"run {number}\n{text}", "utf-8")
            sessions.append(weakref.ref(await exchanged(pilot, app, path)))
            if number == WARM - 1:
                gc.collect()
                held, files = resident(), descriptors()
        # a message on the screen is taken away after six seconds, and what waits for that knows its screen
        await until(pilot, lambda: alive(sessions) <= 2)
        assert resident() - held < MOST_GROWTH
        assert descriptors() <= files + 1
