"""Takes the pictures of docs/shots from a real sample, by pressing the keys a person would."""

import asyncio
import shutil
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from textual.pilot import Pilot

from agent.trace.trace import Trace
from docs import tour
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
    "lanes": ("T",),
}


def main() -> int:
    """Take every picture."""
    FOLDER.mkdir(exist_ok=True)
    for name, keys in SHOTS.items():
        asyncio.run(_take(name, SIZE, keys))
    asyncio.run(_take("narrow", (80, 24), ()))
    asyncio.run(_take_tour())
    _take_report()
    return 0


async def _take(name: str, size: tuple[int, int], keys: tuple[str, ...]) -> None:
    async with _opened(size) as (app, pilot):
        await _press(pilot, keys)
        app.save_screenshot(str(FOLDER / f"{name}.svg"))


async def _take_tour() -> None:
    async with _opened(tour.SIZE) as (app, pilot):
        frames = [(app.export_screenshot(title="mast-tui"), "", tour.FIRST_WORDS, 3.0)]
        for step in tour.STEPS:
            await _press(pilot, step.keys)
            frames.append((app.export_screenshot(title="mast-tui"), step.told, step.words, step.seconds))
    (FOLDER / "tour.svg").write_text(tour.moving(frames), encoding="utf-8")


def _take_report() -> None:
    """The HTML report as a browser shows it, where there is one."""
    sample, browser = demo(), shutil.which("chromium") or shutil.which("google-chrome")
    if sample is None or browser is None:
        print("There is no chromium: report.png stays as it is.", file=sys.stderr)
        return
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "report.html")
        ours = [sys.executable, "-m", "mast_tui", "diagnose", sample.path.name, "--offline", "-o", str(page)]
        subprocess.run(ours, check=False, cwd=sample.path.parent, capture_output=True)
        its = [
            "--headless",
            "--no-sandbox",
            "--hide-scrollbars",
            "--window-size=1000,1250",
            f"--user-data-dir={folder}",
        ]
        picture = f"--screenshot={FOLDER / 'report.png'}"
        subprocess.run([browser, *its, picture, page.as_uri()], check=True, capture_output=True, timeout=120)


async def _press(pilot: Pilot[None], keys: tuple[str, ...]) -> None:
    for key in keys:
        await pilot.press(key)
        await pilot.pause(0.3)


@asynccontextmanager
async def _opened(size: tuple[int, int]) -> AsyncIterator[tuple[MastApp, Pilot[None]]]:
    """The app on the sample, diagnosed."""
    sample = demo()
    if sample is None:
        raise SystemExit("There is no sample to take pictures of.")
    with tempfile.TemporaryDirectory() as folder:
        memory, settings = open_store(Path(folder)), ScreenSettings(motion=False)
        session = Session(Trace.open(sample.path), memory, settings)
        app = MastApp(session, settings, memory, diagnose=True)
        async with app.run_test(size=size) as pilot:
            await _until(pilot, lambda: session.stage == "done" and bool(session.marks.selected))
            await pilot.pause(0.2)
            yield app, pilot
        memory.close()


async def _until(pilot: Pilot[None], true: Callable[[], bool]) -> None:
    while not true():
        await pilot.pause(0.05)


if __name__ == "__main__":
    sys.exit(main())
