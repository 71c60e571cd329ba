"""Takes the pictures of docs/shots from a real sample, by pressing the keys a person would."""

import asyncio
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from textual.pilot import Pilot

from agent.trace.trace import Trace
from mast_tui.app.app import MastApp
from mast_tui.state.samples import demo
from mast_tui.state.screen_settings import ScreenSettings
from mast_tui.state.session import Session
from mast_tui.state.store import open_store

FOLDER = Path(__file__).resolve().parent / "shots"
SIZE = (140, 45)
SHOTS: dict[str, tuple[str, ...]] = {
    "trace": (),
    "findings": ("2", "j"),
    "finding": ("2", "space"),
    "help": ("question_mark",),
}


def main() -> int:
    """Take every picture."""
    FOLDER.mkdir(exist_ok=True)
    for name, keys in SHOTS.items():
        asyncio.run(_take(name, SIZE, keys))
    asyncio.run(_take("narrow", (80, 24), ()))
    return 0


async def _take(name: str, size: tuple[int, int], keys: tuple[str, ...]) -> None:
    sample = demo()
    if sample is None:
        raise SystemExit("There is no sample to take pictures of.")
    with tempfile.TemporaryDirectory() as folder:
        memory, settings = open_store(Path(folder)), ScreenSettings(motion=False)
        session = Session(Trace.open(sample.path), memory, settings)
        app = MastApp(session, settings, memory, diagnose=True)
        async with app.run_test(size=size) as pilot:
            await _until(pilot, lambda: session.stage == "done" and bool(session.marks.selected))
            await pilot.press(*keys)
            await pilot.pause(0.2)
            app.save_screenshot(str(FOLDER / f"{name}.svg"))
        memory.close()


async def _until(pilot: Pilot[None], true: Callable[[], bool]) -> None:
    while not true():
        await pilot.pause(0.05)


if __name__ == "__main__":
    sys.exit(main())
