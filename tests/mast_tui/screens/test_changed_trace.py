"""A trace that changes between two diagnoses, or between two times that it is open: what was said of it is not lost."""

import shutil
import threading
from dataclasses import replace
from pathlib import Path

from textual.pilot import Pilot

from agent.trace.source import Source
from mast_tui.app.app import MastApp
from mast_tui.state.kept_notes import write_note
from mast_tui.state.store import Recent, open_store
from tests.agent.model.server import Body, Step, serve
from tests.mast_tui.desk import FAILED, app_on, diagnosed, read, session_of, told, until
from tests.mast_tui.screens.test_words import asked, log, right

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


async def test_a_diagnosis_is_kept_under_the_bytes_that_it_has_seen_though_more_came_meanwhile(tmp_path: Path) -> None:
    path, home, taken_in = log(tmp_path), tmp_path / "home", threading.Event()

    def script(body: Body, number: int) -> Step:
        if number == 1:
            append(path, "written while it is diagnosed")
        taken_in.wait(60)
        return right(body, number)

    app = app_on(path, home=home)
    with serve(script) as server:
        async with app.run_test(size=SIZE) as pilot:
            asked(app, server.url)
            await read(pilot, app)
            await grown(pilot, app, path)
            seen = Source.open(path).sha256()
            lines = session_of(app).reader.last
            await pilot.press("R")
            await until(pilot, lambda: session_of(app).reader.last > lines)
            taken_in.set()
            await diagnosed(pilot, app)
            session = session_of(app)
            assert session.judged is not None
            assert session.sha256 == session.judged.trace.sha256 == seen
            assert session.memory.diagnosis(Source.open(path).sha256()) is None
    again = app_on(path, home=home)
    async with again.run_test(size=SIZE) as pilot:
        await read(pilot, again)
        assert session_of(again).judged is not None
        assert session_of(again).stale, "a line has come that it has not seen"


async def test_a_trace_that_grew_is_known_though_its_diagnosis_stops(tmp_path: Path) -> None:
    path, home = log(tmp_path), tmp_path / "home"
    app = app_on(path, home=home)
    async with app.run_test(size=SIZE) as pilot:
        asked(app, "http://127.0.0.1:9/v1")
        await read(pilot, app)
        first = str(session_of(app).sha256)
        await grown(pilot, app, path)
        await pilot.press("D")
        await until(pilot, lambda: session_of(app).stage == "stopped")
        known = [each.sha256 for each in session_of(app).memory.hashes(str(path))]
        assert known == [Source.open(path).sha256(), first]


async def test_a_diagnosis_that_names_other_bytes_than_those_it_is_kept_under_is_stale(tmp_path: Path) -> None:
    path, home = copied(tmp_path), tmp_path / "home"
    app = app_on(path, diagnose=True, home=home)
    async with app.run_test(size=SIZE) as pilot:
        await diagnosed(pilot, app)
        document = session_of(app).memory.diagnosis(str(session_of(app).sha256))
    assert document is not None
    append(path)
    store = open_store(home)
    store.keep_diagnosis(Source.open(path).sha256(), "offline", document)
    store.close()
    again = app_on(path, home=home)
    async with again.run_test(size=SIZE) as pilot:
        await read(pilot, again)
        assert session_of(again).judged is not None
        assert session_of(again).stale


async def test_what_is_said_of_a_trace_that_grew_is_kept_before_and_after_it_is_diagnosed_again(tmp_path: Path) -> None:
    path, home = copied(tmp_path), tmp_path / "home"
    app = app_on(path, diagnose=True, home=home)
    async with app.run_test(size=SIZE) as pilot:
        screen, session = await diagnosed(pilot, app), session_of(app)
        first = session.sha256
        assert first is not None
        await grown(pilot, app, path)
        await pilot.press("D")
        await until(pilot, lambda: told(screen) == "This trace is diagnosed; R diagnoses it again.")
        await pilot.press("1", "m", "a")
        write_note(session, (2, 3), "look here")
        session.decisions.decide("F1", "accepted")
        assert session.memory.kept(first, "bookmark") == {"a": screen.trace.place.line}
        assert "2-3" in session.memory.kept(first, "note")
        assert session.memory.decisions(first) == {"F1": ("accepted", None)}
        await diagnosed_again(pilot, app)
        assert session.sha256 != first
        assert [each.decision for each in session.findings] == [None] * len(session.findings)
    again = app_on(path, home=home)
    async with again.run_test(size=SIZE) as pilot:
        await read(pilot, again)
        marks = session_of(again).marks
        assert [note.text for note in marks.notes] == ["look here"]
        assert list(marks.bookmarks) == ["a"]


async def test_what_was_said_of_a_changed_trace_comes_back_however_many_were_open_meanwhile(tmp_path: Path) -> None:
    path, home = copied(tmp_path), tmp_path / "home"
    app = app_on(path, diagnose=True, home=home)
    async with app.run_test(size=SIZE) as pilot:
        await diagnosed(pilot, app)
    store = open_store(home)
    for number in range(30):
        store.keep_trace(Recent(f"/other{number}", f"{number:064}", "plain_log", 1, 1, 9e9 + number, None, None))
    store.close()
    append(path)
    again = app_on(path, home=home)
    async with again.run_test(size=SIZE) as pilot:
        await read(pilot, again)
        assert session_of(again).judged is not None
        assert session_of(again).stale


async def test_a_stale_diagnosis_comes_back_each_time_with_what_was_decided_while_it_was_stale(tmp_path: Path) -> None:
    path, home = copied(tmp_path), tmp_path / "home"
    app = app_on(path, diagnose=True, home=home)
    async with app.run_test(size=SIZE) as pilot:
        await diagnosed(pilot, app)
        first = str(session_of(app).sha256)
        session_of(app).decisions.decide("F1", "accepted")
        write_note(session_of(app), (2, 3), "look here")
    append(path)
    for note in ("accepted", "rejected"):
        again = app_on(path, home=home)
        async with again.run_test(size=SIZE) as pilot:
            await read(pilot, again)
            session = session_of(again)
            assert session.judged is not None
            assert session.stale
            assert next(each.decision for each in session.findings if each.id == "F1") == note
            assert session.sha256 != first
            assert bool(session.marks.notes) == (note == "accepted"), "a note that was taken away stays away"
            write_note(session, (2, 3), "")
            session.decisions.decide("F1", "rejected")
            assert session.memory.decisions(str(session.sha256)) == {}
            assert session.memory.decisions(first) == {"F1": ("rejected", None)}
