"""A trace that grows while it is open: what is new appears, the place stays, a diagnosis stays what it was."""

import subprocess
import sys
from pathlib import Path

import pytest

from mast_tui.screens.trace import TraceScreen
from mast_tui.screens.trace.end_follower import EndFollower
from mast_tui.screens.trace.navigator import Navigator
from mast_tui.screens.trace.outline_pane import OutlinePane
from mast_tui.screens.trace.status_line import StatusLine
from tests.mast_tui.desk import app_on, diagnosed, read, session_of, told, until

SIZE = (140, 45)
RECORD = "2025-04-01 10:00:00 INFO {}: {}\n"
LONG = "".join(RECORD.format("planner", f"line {number} of the beginning") for number in range(1, 2001))
"""Longer than the head that decides the format, so that only what is new is read."""
WRITER = """
import sys, time
begun = time.monotonic()
with open(sys.argv[1], "a") as file:
    for number in range(3000):
        file.write("2025-04-01 10:00:00 INFO coder: written %d\\n" % number)
        if number % 50 == 49:
            file.flush()
            time.sleep(max(0.0, begun + number / 1000 - time.monotonic()))
"""


def log(folder: Path, text: str = LONG) -> Path:
    path = folder / "run.log"
    path.write_text(text)
    return path


def append(path: Path, *words: str, actor: str = "coder") -> None:
    with path.open("ab", buffering=0) as file:
        file.write("".join(RECORD.format(actor, each) for each in words).encode())


def status(screen: TraceScreen) -> str:
    return screen.part(EndFollower).words


async def test_a_writer_of_a_thousand_lines_a_second_is_followed(tmp_path: Path) -> None:
    path = log(tmp_path)
    app = app_on(path)
    async with app.run_test(size=SIZE) as pilot:
        screen, session = await read(pilot, app), session_of(app)
        await pilot.press("F")
        steps = {session.reader.last}
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(path)])

        def taken_in() -> bool:
            steps.add(session.reader.last)
            return session.reader.last == 5000

        await until(pilot, taken_in)
        assert writer.wait() == 0
        assert len(steps) > 3, "lines came while more were being written"
        await until(pilot, lambda: screen.trace.lines_in_sight[1] == 5000)
        assert status(screen).partition(",")[0] == "following", "on a busy machine it also says how often"
        assert session.reader.line(5000).endswith("coder: written 2999")
        assert session.trace.reads_on


async def test_going_up_pauses_and_the_end_goes_on(tmp_path: Path) -> None:
    path = log(tmp_path)
    app = app_on(path)
    async with app.run_test(size=SIZE) as pilot:
        screen, session = await read(pilot, app), session_of(app)
        await pilot.press("F")
        append(path, "one")
        await until(pilot, lambda: session.reader.last == 2001)
        assert status(screen) == "following"
        for back in ("G", "F"):
            await pilot.press("k", "k", "k")
            await until(pilot, lambda: status(screen) == "paused, 0 new lines")
            place, top, last = screen.trace.place, screen.trace.top, session.reader.last
            append(path, *map(str, range(120)))
            await until(pilot, lambda last=last: session.reader.last == last + 120)  # type: ignore[misc]
            await until(pilot, lambda: status(screen) == "paused, 120 new lines")
            assert (screen.trace.place, screen.trace.top) == (place, top)
            await pilot.press(back)
            await until(pilot, lambda: status(screen) == "following")
            assert screen.trace.place.line == session.reader.last
        await pilot.press("F")
        await until(pilot, lambda: status(screen) == "")


async def test_without_following_the_place_stays_and_the_end_comes_into_sight(tmp_path: Path) -> None:
    path = log(tmp_path, LONG[:0] + RECORD.format("planner", "begin") * 5)
    app = app_on(path)
    async with app.run_test(size=SIZE) as pilot:
        screen, session = await read(pilot, app), session_of(app)
        append(path, "the new line")
        await until(pilot, lambda: session.reader.last == 6)
        assert screen.trace.place.line == 1
        assert screen.trace.lines_in_sight == (1, 6)
        assert told(screen).endswith("run.log grows; F follows its end.")


async def test_a_search_and_a_filter_reach_what_is_new(tmp_path: Path) -> None:
    path = log(tmp_path)
    app = app_on(path)
    async with app.run_test(size=SIZE) as pilot:
        screen, session = await read(pilot, app), session_of(app)
        await pilot.press("slash", *"line 1999", "enter")
        await until(pilot, lambda: screen.part(Navigator).set_words == "match 1 of 1")
        append(path, "no hit", "also line 1999 of the beginning", "torn")
        with path.open("a") as file:
            file.write("2025-04-01 10:00:00 INFO coder: line 19")
        await until(pilot, lambda: screen.part(Navigator).set_words == "match 1 of 2")
        with path.open("a") as file:
            file.write("99\n")
        await until(pilot, lambda: screen.part(Navigator).set_words == "match 1 of 3")
        assert screen.trace.place.line == 1999
        await pilot.press("n", "n")
        assert screen.trace.place.line == session.reader.last
        await pilot.press("ampersand", *"coder", "enter")
        await until(pilot, lambda: screen.part(Navigator).set_words == "filter: coder, 4 events")
        append(path, "by the coder")
        append(path, "by another", actor="planner")
        await until(pilot, lambda: screen.part(Navigator).set_words == "filter: coder, 5 events")
        assert session.reader.last == 2006
        await pilot.press("escape", "escape")
        assert not screen.rows.is_filtered


async def test_a_filter_that_fits_nothing_leaves_the_one_before_on_and_that_still_grows(tmp_path: Path) -> None:
    path = log(tmp_path)
    append(path, "the first")
    app = app_on(path)
    async with app.run_test(size=SIZE) as pilot:
        screen, session = await read(pilot, app), session_of(app)
        await pilot.press("ampersand", *"coder", "enter")
        await until(pilot, lambda: screen.part(Navigator).set_words == "filter: coder, 1 event")
        await pilot.press("ampersand", "ctrl+u", *"nobody", "enter")
        await until(pilot, lambda: told(screen) == 'No event fits the filter "nobody", so coder stays on.')
        append(path, "the second")
        await until(pilot, lambda: screen.part(Navigator).set_words == "filter: coder, 2 events")
        assert screen.rows.shown == [(2001, 2001), (2002, 2002)] and session.reader.last == 2002
        await pilot.press("equals_sign", "equals_sign")
        await until(pilot, lambda: screen.part(Navigator).set_words == "filter: coder, 2 events")
        await pilot.press("equals_sign", "ampersand", "ctrl+u", *"nobody", "enter")
        await until(pilot, lambda: told(screen) == 'No event fits the filter "nobody", so all of them stay.')


async def test_a_diagnosis_stays_with_what_it_has_seen_and_is_made_again(tmp_path: Path) -> None:
    path = log(tmp_path)
    app = app_on(path, home=tmp_path / "home")
    async with app.run_test(size=SIZE) as pilot:
        screen, session = await read(pilot, app), session_of(app)
        await pilot.press("D")
        await diagnosed(pilot, app)
        first, sha256 = session.diagnosis, session.sha256
        assert first is not None
        append(path, *map(str, range(320)))
        await until(pilot, lambda: session.lines_not_diagnosed == 320)
        words = "run.log grew by 320 lines that the diagnosis has not seen; R diagnoses again."
        await until(pilot, lambda: told(screen) == words)
        assert session.diagnosis is first
        assert session.sha256 == sha256 == first.trace.sha256
        assert session.diagnosed is not None
        assert session.diagnosed.events.lines == first.trace.lines == 2000
        await pilot.press("R")
        await until(pilot, lambda: session.stage == "done" and session.diagnosis not in (None, first))
        again = session.diagnosis
        assert again is not None
        assert again.trace.lines == 2320
        assert session.sha256 == again.trace.sha256 != sha256
        assert session.lines_not_diagnosed == 0
        assert session.memory.diagnosis(str(sha256)) is not None


async def test_a_diagnosis_that_runs_sees_the_trace_it_began_with(tmp_path: Path) -> None:
    path = log(tmp_path)
    app = app_on(path)
    async with app.run_test(size=SIZE) as pilot:
        _, session = await read(pilot, app), session_of(app)
        await pilot.press("D")
        begun = session.trace
        append(path, *map(str, range(50)))
        await until(pilot, lambda: session.stage == "done" and session.reader.last == 2050)
        assert session.diagnosis is not None
        assert session.diagnosis.trace.lines in (2000, 2050)
        assert session.diagnosis.coverage.lines == session.diagnosis.trace.lines
        assert list(begun.lines(1, 3)) == list(session.trace.lines(1, 3))


@pytest.mark.parametrize("how", ["replaced", "truncated", "deleted", "rewritten"])
async def test_what_else_becomes_of_the_file_is_told_and_what_was_read_stays(how: str, tmp_path: Path) -> None:
    path = log(tmp_path)
    app = app_on(path)
    async with app.run_test(size=SIZE) as pilot:
        screen, session = await read(pilot, app), session_of(app)
        append(path, "one")
        await until(pilot, lambda: session.reader.last == 2001)
        shown = [session.reader.line(number) for number in range(1, 2002)]
        if how == "replaced":
            other = tmp_path / "other"
            other.write_text(RECORD.format("other", "of another run") * 3000)
            other.replace(path)
        elif how == "truncated":
            path.write_text("short\n")
        elif how == "deleted":
            path.unlink()
        else:
            path.write_text(RECORD.format("other", "of another run entirely") * 3000)
        words = {"replaced": "was replaced", "truncated": "was cut short", "deleted": "was deleted",
                 "rewritten": "was written anew"}[how]  # fmt: skip
        await until(pilot, lambda: words in told(screen))
        if how in ("replaced", "deleted"):
            assert [session.reader.line(number) for number in range(1, 2002)] == shown
        await pilot.press("G", "g", "slash", *"line 3", "enter")
        await until(pilot, lambda: screen.trace.has_focus)
        if how in ("replaced", "rewritten"):
            await pilot.press("R")
            await until(pilot, lambda: session.stage == "done")
            assert session.reader.last == 3000
            assert session.diagnosis is not None
            assert session.diagnosis.trace.lines == 3000
            assert not session.stale


async def test_a_shorter_file_in_place_of_one_that_was_filtered_is_shown_whole(tmp_path: Path) -> None:
    path = log(tmp_path)
    app = app_on(path, home=tmp_path / "home")
    async with app.run_test(size=SIZE) as pilot:
        screen, session = await read(pilot, app), session_of(app)
        await pilot.press("colon", *"1990", "enter", "t", *"odd", "enter", "o")
        await until(pilot, lambda: bool(session.marks.notes))
        await pilot.press("escape", "ampersand", *"line 19", "enter")
        await until(pilot, lambda: screen.rows.is_filtered)
        await pilot.press("slash", *"line 199", "enter")
        await until(pilot, lambda: bool(session.marks.hits))
        await pilot.press("G", "v", "k")
        other = tmp_path / "other"
        other.write_text(RECORD.format("other", "of another run") * 5)
        other.replace(path)
        await until(pilot, lambda: "was replaced" in told(screen))
        await pilot.press("R")
        await until(pilot, lambda: session.stage == "done")
        await pilot.press("1", "j", "k", "n", "y")
        assert screen.trace.lines_in_sight == (1, 5)
        assert screen.trace.place.line <= 5
        assert not screen.rows.is_filtered
        assert not session.marks.hits
        assert screen.trace.selected is None
        assert [note.stale for note in session.marks.notes] == [True]
        assert "match" not in screen.part(Navigator).set_words
        assert screen.part(OutlinePane).outline.index.seen <= 5


async def test_what_is_written_behind_a_renamed_log_is_still_taken_in(tmp_path: Path) -> None:
    path = log(tmp_path)
    app = app_on(path)
    async with app.run_test(size=SIZE) as pilot:
        screen, session = await read(pilot, app), session_of(app)
        await pilot.press("F")
        old = tmp_path / "run.log.1"
        path.rename(old)
        path.write_text("a new log\n")
        append(old, "the last words")
        await until(pilot, lambda: session.reader.last == 2001)
        assert "was replaced" in told(screen)


async def test_a_document_is_read_anew_only_when_somebody_follows(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    message = '{"role": "user", "content": "' + "words " * 20 + '"}'
    path.write_text("[" + ",\n".join([message] * 800))
    app = app_on(path)
    async with app.run_test(size=SIZE) as pilot:
        screen, session = await read(pilot, app), session_of(app)
        before = session.reader.last
        with path.open("a") as file:
            file.write(",\n" + message)
        await until(pilot, lambda: "F follows it" in told(screen))
        assert session.reader.last == before
        await pilot.press("F")
        await until(pilot, lambda: session.reader.last > before)
        assert screen.trace.place.line == session.reader.last


async def test_what_was_written_while_another_screen_was_shown_is_there_when_one_comes_back(tmp_path: Path) -> None:
    path = log(tmp_path)
    app = app_on(path)
    async with app.run_test(size=SIZE) as pilot:
        screen, session = await read(pilot, app), session_of(app)
        await pilot.press("F", "question_mark")
        append(path, "one", "two")
        await pilot.press("escape")
        await until(pilot, lambda: session.reader.last == 2002)
        await until(pilot, lambda: screen.trace.lines_in_sight[1] == 2002)


@pytest.mark.parametrize("size", [(140, 45), (80, 24), (60, 20)])
@pytest.mark.parametrize("words", ["A short word.", "A sentence that takes more than one row. " * 3])
async def test_whatever_is_told_that_one_follows_stays_in_sight(
    tmp_path: Path, size: tuple[int, int], words: str
) -> None:
    path = log(tmp_path)
    app = app_on(path)
    async with app.run_test(size=size) as pilot:
        screen = await read(pilot, app)
        await pilot.press("F")
        await until(pilot, lambda: session_of(app).pace == "following")
        screen.part(StatusLine).say(words)
        await pilot.pause()
        shown = app.screen.query_one("#status")
        rows = [shown.render_line(y).text for y in range(shown.size.height)]
        assert words.split(".")[0] in " ".join(" ".join(rows).split())
        assert "following" in rows[-1]
        assert len(words) < 20 or "L2000" in rows[-1]
