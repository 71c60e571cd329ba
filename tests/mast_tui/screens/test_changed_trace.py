"""A trace that changes between two diagnoses, or between two times that it is open: what was said of it is not lost."""

import shutil
from dataclasses import replace
from pathlib import Path

from textual.pilot import Pilot

from mast_tui.app.app import MastApp
from tests.mast_tui.desk import FAILED, app_on, diagnosed, session_of, until

SIZE = (140, 45)


def copied(folder: Path) -> Path:
    return Path(shutil.copy(FAILED, folder / "run.log"))


def append(path: Path, words: str = "one more line") -> None:
    with path.open("a") as file:
        file.write(f"{words}\n")


async def grown(pilot: Pilot[None], app: MastApp, path: Path) -> None:
    """Append to the file, and wait until the screen shows that."""
    before = session_of(app).reader.last
    append(path)
    await until(pilot, lambda: session_of(app).reader.last > before)


async def diagnosed_again(pilot: Pilot[None], app: MastApp) -> None:
    before = session_of(app).judged
    await pilot.press("R")
    await until(pilot, lambda: session_of(app).stage == "done" and session_of(app).judged not in (None, before))


async def test_a_decision_about_the_diagnosis_from_before_is_not_undone_in_the_new_one(tmp_path: Path) -> None:
    path = copied(tmp_path)
    app = app_on(path, diagnose=True, home=tmp_path / "home")
    async with app.run_test(size=SIZE) as pilot:
        await diagnosed(pilot, app)
        session = session_of(app)
        old = session.judged
        assert old is not None
        session.decisions.amend(
            replace(old, findings=(replace(old.findings[0], title="Edited"), *old.findings[1:])), "F1"
        )
        await grown(pilot, app, path)
        await diagnosed_again(pilot, app)
        new = session.judged
        assert session.decisions.undo() is None
        assert session.judged is new and new is not None
        kept = session.memory.diagnosis(str(session.sha256))
        assert kept is not None and kept["trace"]["lines"] == new.trace.lines == old.trace.lines + 1
