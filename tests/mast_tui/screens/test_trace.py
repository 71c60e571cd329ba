"""The trace screen, seen through what it says and where it stands."""

import re
from functools import partial
from pathlib import Path

import pytest
from textual.command import CommandList, CommandPalette

from mast_tui.app.app import MastApp
from mast_tui.diagnosis.diagnosis_words import verdict_words
from mast_tui.diagnosis.evidence_marks import evidence_of
from mast_tui.keys.key import Key
from mast_tui.keys.rows import KEYS
from mast_tui.screens.help import HelpScreen
from mast_tui.screens.model_form import ModelForm
from mast_tui.screens.report import ReportScreen
from mast_tui.screens.trace.chat import Chat
from mast_tui.screens.trace.copying import Copying
from mast_tui.screens.trace.finding_review import FindingReview
from mast_tui.screens.trace.navigator import Navigator
from mast_tui.widgets.raw_view import RawView
from mast_tui.widgets.too_small import TooSmall
from mast_tui.widgets.trace_ruler import TraceRuler
from tests.mast_tui.desk import FAILED, PLAIN, app_on, diagnosed, places_of, read, screen_of, session_of, told, until

SIZES = ((140, 45), (80, 24))


async def test_the_trace_is_read_and_shown() -> None:
    app = app_on(PLAIN)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await read(pilot, app)
        assert screen.trace.has_focus
        first, last = screen.trace.lines_in_sight
        assert first == 1
        assert last > 20
        assert app.guard.caught == 0


@pytest.mark.parametrize(("keys", "line"), [("G", None), ("G g", 1), (": 4 2 enter", 42), (": L 7 enter", 7)])
@pytest.mark.parametrize("size", SIZES)
async def test_moving_ends_on_the_line_that_was_meant(keys: str, line: int | None, size: tuple[int, int]) -> None:
    app = app_on(PLAIN)
    async with app.run_test(size=size) as pilot:
        screen = await read(pilot, app)
        for key in keys.split():
            await pilot.press("colon" if key == ":" else key)
        await pilot.pause()
        assert screen.trace.place.line == (line or session_of(app).reader.last)
        first, last = screen.trace.lines_in_sight
        assert first <= screen.trace.place.line <= last


async def test_a_diagnosis_lights_its_first_evidence_and_enter_goes_there() -> None:
    app = app_on(FAILED, diagnose=True)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await diagnosed(pilot, app)
        session = session_of(app)
        assert session.diagnosis is not None
        assert len(session.diagnosis.modes) == 14
        first = session.entries[0]
        assert session.marks.selected == first.id
        await pilot.press("2", "enter")
        await pilot.pause()
        assert screen.trace.has_focus
        acts = [piece for piece in session.marks.pieces if piece.finding == first.id and piece.part == "act"]
        assert screen.trace.place.line == acts[0].lines[0]
        shown = screen.rows.rows_of(screen.trace.place.line)
        assert any("on_evidence/evidence" in span.ink for each in shown for span in each.row.spans)


async def test_moving_in_the_list_moves_the_evidence_and_keeps_the_focus() -> None:
    app = app_on(FAILED, diagnose=True)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await diagnosed(pilot, app)
        await pilot.press("2", "j")
        await pilot.pause()
        assert screen.part(FindingReview).list.has_focus
        assert session_of(app).marks.selected == session_of(app).entries[1].id


@pytest.mark.parametrize("size", SIZES)
async def test_a_finding_opens_is_decided_and_the_decision_is_kept(size: tuple[int, int], tmp_path: Path) -> None:
    app = app_on(FAILED, diagnose=True, home=tmp_path)
    async with app.run_test(size=size) as pilot:
        screen = await diagnosed(pilot, app)
        await pilot.press("2", "space")
        await pilot.pause()
        first = session_of(app).entries[0].id
        assert (screen.pane, screen.part(FindingReview).opened) == ("finding", first)
        await pilot.press("a")
        assert session_of(app).findings[0].decision == "accepted"
        await pilot.press("U")
        assert session_of(app).findings[0].decision is None
        await pilot.press("a", "escape")
        assert (screen.pane, screen.part(FindingReview).opened) == ("findings", None)
    again = app_on(FAILED, home=tmp_path)
    async with again.run_test(size=size) as pilot:
        await read(pilot, again)
        assert session_of(again).findings[0].decision == "accepted"


async def test_rejecting_asks_why_and_the_words_are_kept() -> None:
    app = app_on(FAILED, diagnose=True)
    async with app.run_test(size=(140, 45)) as pilot:
        await diagnosed(pilot, app)
        await pilot.press("2", "r", *"no", "enter")
        await pilot.pause()
        entry = session_of(app).findings[0]
        assert (entry.decision, entry.note) == ("rejected", "no")
        assert "root cause F2" in verdict_words(session_of(app))[1].text


async def test_a_search_counts_and_n_goes_on_and_round() -> None:
    app = app_on(PLAIN)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await read(pilot, app)
        await pilot.press("slash", *"guest", "enter")
        await until(pilot, lambda: screen.part(Navigator).places is not None and screen.trace.has_focus)
        lines = places_of(screen).lines
        assert lines == sorted(set(lines))
        for number in lines:
            assert "guest" in session_of(app).reader.line(number).casefold()
        for _ in lines:
            await pilot.press("n")
        assert "back at the top" in told(screen)


async def test_a_filter_hides_the_other_events_and_escape_brings_them_back() -> None:
    app = app_on(PLAIN)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await read(pilot, app)
        await pilot.press("ampersand", *"Programmer", "enter")
        await until(pilot, lambda: screen.rows.is_filtered)
        await pilot.press("g", *["d"] * 6)
        for place, _ in screen.rows.page(screen.trace.top, 40):
            event = session_of(app).reader.event_at(place.line)
            text = session_of(app).reader.unfolded(event).text
            assert "programmer" in f"{event.actor} {text}".casefold()
        await pilot.press("escape")
        assert not screen.rows.is_filtered


async def test_a_bookmark_is_set_and_found_again(tmp_path: Path) -> None:
    app = app_on(PLAIN, home=tmp_path)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await read(pilot, app)
        await pilot.press(*": 5 0 enter m a g".replace(":", "colon").split())
        assert screen.trace.place.line == 1
        await pilot.press("apostrophe")
        await until(pilot, lambda: "Go to bookmark: a" in screen.query_one("#status").render_line(0).text)
        await pilot.press("a")
        assert screen.trace.place.line == 50
        assert "L50 of" in screen.query_one("#status").render_line(0).text
    again = app_on(PLAIN, home=tmp_path)
    async with again.run_test(size=(140, 45)) as pilot:
        screen = await read(pilot, again)
        assert session_of(again).marks.bookmarks == {"a": 50}
        assert screen.trace.place.line == 50


async def test_a_bookmark_that_is_set_before_the_trace_is_known_stays_and_is_kept(tmp_path: Path) -> None:
    first = app_on(PLAIN, home=tmp_path)
    async with first.run_test(size=(140, 45)) as pilot:
        await read(pilot, first)
        await pilot.press("m", "a", "j", "m", "b")
    app = app_on(PLAIN, home=tmp_path)
    session = session_of(app)
    session.marks.bookmarks = {"b": 40}
    async with app.run_test(size=(140, 45)) as pilot:
        await read(pilot, app)
        assert session.marks.bookmarks == {"a": 1, "b": 40}
        assert session.memory.kept(str(session.sha256), "bookmark") == {"a": 1, "b": 40}


async def test_copying_takes_the_lines_of_the_trace_and_nothing_of_ours() -> None:
    app = app_on(PLAIN)
    async with app.run_test(size=(140, 45)) as pilot:
        await read(pilot, app)
        await pilot.press("v", "j", "j", "j", "y")
        reading = session_of(app).reader
        copied = app.clipboard.split("\n")
        assert copied == [reading.line(number) for number in range(1, len(copied) + 1)]
        assert len(copied) == 4


@pytest.mark.parametrize(("key", "screen"), [("question_mark", HelpScreen), ("K", ModelForm), ("x", ReportScreen)])
async def test_other_screens_open_and_escape_leads_back(key: str, screen: type) -> None:
    app = app_on(FAILED, diagnose=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await diagnosed(pilot, app)
        await pilot.press(key)
        await until(pilot, lambda: isinstance(app.screen, screen))
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen_of(app))


async def test_a_report_is_written_and_never_replaced_without_a_second_enter(tmp_path: Path) -> None:
    app = app_on(FAILED, diagnose=True)
    target = tmp_path / "report.md"
    target.write_text("mine")
    async with app.run_test(size=(140, 45)) as pilot:
        await diagnosed(pilot, app)
        await pilot.press("x")
        await until(pilot, lambda: isinstance(app.screen, ReportScreen))
        field = app.screen.query_one("Input")
        field.value = str(target)  # type: ignore[attr-defined]
        await pilot.press("enter")
        await pilot.pause()
        assert target.read_text() == "mine"
        await pilot.press("enter")
        await until(pilot, lambda: target.read_text().startswith("#"))


async def test_every_size_is_survived_and_the_place_is_kept() -> None:
    app = app_on(FAILED, diagnose=True)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await diagnosed(pilot, app)
        await pilot.press(*"colon 4 0 enter".split())
        line = screen.trace.place.line
        for size in (
            (1, 1),
            (59, 14),
            (60, 15),
            (80, 24),
            (119, 30),
            (120, 29),
            (400, 100),
            (2, 90),
            (160, 30),
            (140, 45),
        ):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        assert screen.trace.place.line == line
        first, last = screen.trace.lines_in_sight
        assert first <= line <= last


async def test_q_leaves() -> None:
    app = app_on(PLAIN)
    async with app.run_test(size=(80, 24)) as pilot:
        await read(pilot, app)
        await pilot.press("q")
        await until(pilot, lambda: not app.is_running)
    assert app.return_code == 0


async def test_the_raw_bytes_are_those_of_the_event_and_r_leads_back() -> None:
    app = app_on(PLAIN)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await read(pilot, app)
        await pilot.press("r")
        await pilot.pause()
        raw = screen.query_one(RawView)
        assert raw.display
        assert raw.has_focus
        event = session_of(app).reader.event_at(1)
        rows, _ = raw.make_rows(140)
        shown = bytes.fromhex("".join(row.spans[-1].text for row in rows[1:]).replace(" ", ""))
        assert shown == PLAIN.read_bytes()[event.bytes[0] : event.bytes[1]]
        await pilot.press("r")
        await pilot.pause()
        assert screen.trace.has_focus
        assert not raw.display


async def test_a_growing_trace_is_followed(tmp_path: Path) -> None:
    path = tmp_path / "run.log"
    path.write_text("one\n\ntwo\n")
    app = app_on(path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await read(pilot, app)
        before = session_of(app).reader.last
        await pilot.press("F")
        with path.open("a") as file:
            file.write("\nthree\nfour\n")
        await until(pilot, lambda: session_of(app).reader.last > before)
        assert screen.trace.place.line == session_of(app).reader.last
        assert session_of(app).reader.line(session_of(app).reader.last) == "four"


async def test_an_answer_cites_lines_and_enter_goes_there() -> None:
    app = app_on(FAILED, diagnose=True)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await diagnosed(pilot, app)
        await pilot.press("c", "down", "enter")
        await until(pilot, lambda: any(turn.verdict for turn in session_of(app).turns))
        screen.part(Chat).pane.turns.focus()
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert screen.trace.has_focus
        turn = session_of(app).turns[-1]
        assert any(first <= screen.trace.place.line <= last for first, last in turn.places)


@pytest.mark.parametrize("theme", ["dark", "light", "high contrast", "terminal"])
async def test_every_theme_draws_every_pane(theme: str) -> None:
    app = app_on(FAILED, diagnose=True, theme=theme)
    async with app.run_test(size=(160, 45)) as pilot:
        await diagnosed(pilot, app)
        await pilot.press("2", "space", "escape", "tab", "o", "K", "escape")
        await pilot.pause()
        assert app.guard.caught == 0


def offers(app: MastApp, words: str) -> bool:
    commands = app.screen.query_one(CommandList)
    return bool(commands.option_count) and words in str(commands.get_option_at_index(0).prompt).casefold()


async def test_the_palette_does_what_the_key_would(tmp_path: Path) -> None:
    app = app_on(FAILED, diagnose=True)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await diagnosed(pilot, app)
        for words, true in (
            ("wrap", lambda: not screen.rows.wrap),
            ("folds", lambda: session_of(app).folds.all_open),
            ("accept", lambda: session_of(app).findings[0].decision == "accepted"),
            ("theme: light", lambda: app.theme == "mast-light"),
        ):
            await pilot.press("ctrl+p")
            await until(pilot, lambda: isinstance(app.screen, CommandPalette))
            await pilot.press(*("space" if each == " " else "colon" if each == ":" else each for each in words))
            await until(pilot, partial(offers, app, words))
            await pilot.press("enter")
            await until(pilot, true)


@pytest.mark.parametrize("key", [each for each in KEYS if each.palette], ids=lambda key: str(key.id))
async def test_every_action_of_the_key_table_is_there(key: Key) -> None:
    app = app_on(PLAIN)
    name = re.sub(r"\(.*", "", key.action).split(".")[-1]
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await read(pilot, app)
        places = [app, screen, *screen.query("*")]
        assert any(hasattr(place, f"action_{name}") for place in places) or key.pane in ("report", "open", "card")


async def test_whoever_only_watches_the_diagnosis_steps_through_its_findings_and_whoever_reads_is_left_alone() -> None:
    app = app_on(FAILED, diagnose=True)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await diagnosed(pilot, app)
        assert screen.part(FindingReview).list.has_focus
        await pilot.press("enter")
        assert screen.trace.has_focus
    app = app_on(FAILED)
    async with app.run_test(size=(140, 45)) as pilot:
        await read(pilot, app)
        await pilot.press("D")
        screen = await diagnosed(pilot, app)
        assert screen.trace.has_focus


async def test_what_stands_between_evidence_and_remedies_is_scrolled_to() -> None:
    app = app_on(FAILED, diagnose=True)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await diagnosed(pilot, app)
        await pilot.press("2", "space")
        pane, seen = screen.part(FindingReview).detail, set[int]()
        for _ in range(200):
            seen |= set(range(pane._offset + 1, pane._offset + 1 + pane._height))
            await pilot.press("j")
        assert seen >= set(range(1, len(pane._rows)))
        await pilot.press("G")
        bottom = pane._offset
        screen.draw()
        assert pane._offset == bottom, "drawing anew takes nobody back to the cursor"


async def test_the_open_finding_and_the_trace_step_together() -> None:
    app = app_on(FAILED, diagnose=True)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await diagnosed(pilot, app)
        finding = next(each for each in session_of(app).findings if len(each.evidence) > 1)
        screen.part(FindingReview).open(finding.id)
        await pilot.press("N")
        detail = screen.part(FindingReview).detail
        assert detail.mark is not None
        assert detail.mark.number == len(finding.evidence) - 1
        assert places_of(screen).at == len(finding.evidence) - 1
        await pilot.press("1", "n")
        assert places_of(screen).at == detail.mark.number == 0


async def test_copying_gives_what_the_cursor_stands_on() -> None:
    app = app_on(FAILED, diagnose=True)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await diagnosed(pilot, app)
        finding = session_of(app).findings[0]
        await pilot.press("2", "y")
        assert app.clipboard.startswith(f"{finding.id} {finding.title}\n")
        await pilot.press("space", "y")
        quoted = next(each for each in evidence_of(finding) if each.part != "absence")
        assert app.clipboard == quoted.quote
        screen.part(Copying).copy("rm -rf \x1b[2J\n", "copied")
        assert app.clipboard == "rm -rf ␛[2J\n"


async def test_claims_stand_on_the_ruler_as_they_come() -> None:
    app = app_on(FAILED)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await read(pilot, app)
        before = [row.text for row in screen.query_one(TraceRuler)._rows]
        session_of(app).marks.claim(3, 1, "minor")
        screen.draw_place()
        assert [row.text for row in screen.query_one(TraceRuler)._rows] != before


async def test_a_terminal_that_is_too_small_reads_the_trace_all_the_same_and_can_be_left() -> None:
    app = app_on(FAILED)
    async with app.run_test(size=(50, 10)) as pilot:
        screen = await read(pilot, app)
        await until(pilot, lambda: screen.query_one(TooSmall).display)
        await pilot.resize_terminal(140, 45)
        await until(pilot, lambda: screen.trace.lines_in_sight[1] > 1)
        await until(pilot, lambda: not screen.query_one(TooSmall).display)
        await pilot.resize_terminal(50, 10)
        await pilot.press("q")
        await until(pilot, lambda: not app.is_running)
    assert app.return_code == 0
