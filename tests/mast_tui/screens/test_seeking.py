"""Searching, filtering and going to places, as keys do it."""

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from mast_tui.app.app import MastApp
from mast_tui.layout.line_marks import SearchMark
from mast_tui.layout.trace_rows import TraceRows
from mast_tui.screens.trace import TraceScreen
from mast_tui.screens.trace.navigator import Navigator
from mast_tui.screens.trace.pane_layout import PaneLayout
from mast_tui.screens.trace.reading_messages import Read
from mast_tui.screens.trace.search import Search
from mast_tui.screens.trace.search_messages import Found
from mast_tui.screens.trace.status_line import StatusLine
from mast_tui.widgets.messages import Sought
from tests.mast_tui.desk import FAILED, PLAIN, app_on, diagnosed, places_of, read, screen_of, session_of, told, until


def filtered(screen: TraceScreen) -> bool:
    """Whether a filter hides something."""
    return screen.rows.is_filtered


async def found(pilot: Pilot[None], app: MastApp, words: str) -> TraceScreen:
    """Search for some words."""
    screen = screen_of(app)
    await pilot.press("slash", *words, "enter")
    await until(pilot, lambda: screen.trace.has_focus and screen.part(Navigator).places is not None)
    return screen


async def test_a_question_mark_first_searches_upwards() -> None:
    app = app_on(PLAIN)
    heard: list[object] = []
    async with app.run_test(size=(80, 24), message_hook=heard.append) as pilot:
        screen = await read(pilot, app)
        await pilot.press("G")
        here = screen.trace.place.line
        await pilot.press("slash", "question_mark", *"guest", "enter")
        await until(pilot, lambda: screen.trace.has_focus and screen.part(Navigator).places is not None)
        sought = [each for each in heard if isinstance(each, Sought)]
        assert (sought[-1].prompt, sought[-1].pattern) == ("?", "guest")
        line = screen.trace.place.line
        assert line < here
        await pilot.press("n")
        assert screen.trace.place.line < line


async def test_the_toggles_are_keys_and_not_letters() -> None:
    app = app_on(PLAIN)
    heard: list[object] = []
    async with app.run_test(size=(140, 45), message_hook=heard.append) as pilot:
        screen = await read(pilot, app)
        await pilot.press("slash", *"gu.st", "alt+r", "alt+c")
        await pilot.pause()
        assert screen.part(Search).bar.field.value == "gu.st"
        sought = [each for each in heard if isinstance(each, Sought)][-1]
        assert (sought.regex, sought.any_case) == (True, True)


async def test_enter_alone_searches_for_the_same_again() -> None:
    app = app_on(PLAIN)
    async with app.run_test(size=(140, 45)) as pilot:
        await read(pilot, app)
        screen = await found(pilot, app, "guest")
        first = screen.part(Navigator).places
        await pilot.press("escape", "slash", "enter")
        await until(pilot, lambda: screen.trace.has_focus and screen.part(Navigator).places is not None)
        assert first is not None
        assert places_of(screen).lines == first.lines


async def test_up_brings_earlier_patterns_back() -> None:
    app = app_on(PLAIN)
    async with app.run_test(size=(140, 45)) as pilot:
        await read(pilot, app)
        screen = await found(pilot, app, "guest")
        await pilot.press("slash", "up")
        assert screen.part(Search).bar.field.value == "guest"
        await pilot.press("down")
        assert screen.part(Search).bar.field.value == ""


async def test_escape_drops_matches_then_the_filter() -> None:
    app = app_on(PLAIN)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await read(pilot, app)
        await pilot.press("ampersand", *"Programmer", "enter")
        await until(pilot, lambda: screen.rows.is_filtered)
        words = screen.part(Navigator).set_words
        await pilot.press("slash", *"the", "enter")
        await until(pilot, lambda: screen.trace.has_focus and screen.part(Navigator).set_words.startswith("match"))
        assert all(screen.rows.shows(line) for line in places_of(screen).lines)
        await pilot.press("escape")
        assert filtered(screen)
        assert screen.part(Navigator).set_words == words
        await pilot.press("escape")
        assert not filtered(screen)
        assert screen.part(Navigator).set_words == ""


async def test_a_percent_stays_in_the_filter_and_a_line_lifts_it() -> None:
    app = app_on(PLAIN)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await read(pilot, app)
        await pilot.press("ampersand", *"Programmer", "enter")
        await until(pilot, lambda: screen.rows.is_filtered)
        await pilot.press("colon", *"50%", "enter")
        assert filtered(screen)
        hidden = next(line for line in range(1, session_of(app).reader.last) if not screen.rows.shows(line))
        await pilot.press("colon", *str(hidden), "enter")
        assert not filtered(screen)
        assert screen.trace.place.line == hidden
        assert screen.part(Navigator).set_words == ""


async def test_evidence_that_a_filter_hides_is_shown_all_the_same() -> None:
    app = app_on(FAILED, diagnose=True)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await diagnosed(pilot, app)
        piece = session_of(app).marks.pieces[0]
        other = next(line for line in range(1, session_of(app).reader.last) if line != piece.target)
        screen.rows.only([(other, other)])
        screen.part(Navigator).reveal(piece)
        assert not filtered(screen)
        assert screen.trace.place.line == piece.target


@pytest.mark.parametrize("size", [(140, 45), (80, 24)])
async def test_every_piece_of_evidence_is_shown_with_its_note(size: tuple[int, int]) -> None:
    app = app_on(FAILED, diagnose=True)
    async with app.run_test(size=size) as pilot:
        screen = await diagnosed(pilot, app)
        for piece in session_of(app).marks.pieces:
            session_of(app).marks.select(piece.finding)
            screen.part(Navigator).reveal(piece)
            page = list(screen.rows.page(screen.trace.top, screen.trace.height))
            lines = [place.line for place, row in page if row.kind == "text"]
            assert piece.target in lines
            if piece.lines[1] - piece.lines[0] < screen.trace.height // 4:
                words = " ".join(row.row.text.strip(" ▏╰─") for _, row in page if row.kind == "note")
                assert piece.note.split(" · ")[0] in words


async def test_a_search_that_takes_its_time_says_how_far_it_is_and_leaves_whoever_steps_on_in_peace() -> None:
    app = app_on(PLAIN)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await read(pilot, app)
        await pilot.press("g", "j", "j")
        here = screen.trace.place.line
        screen.part(Search).action_search("/")
        await pilot.press("escape")

        async def heard(lines: list[int], share: float, *, done: bool = False) -> None:
            hits = [SearchMark(line, ((0, 1),)) for line in lines]
            screen.post_message(Found(hits, screen.part(Search).number, done=done, final=True, share=share))
            await pilot.pause()

        await heard([], 0.07)
        assert screen.part(Navigator).set_words == "searching 7 %"
        await heard([1], 0.42)
        assert screen.part(Navigator).set_words == "match 1 of 1, searching 42 %"
        assert screen.trace.place.line == here, "nothing jumps before it is known where to"
        await heard([1, 40, 50], 0.6)
        assert screen.trace.place.line == 40
        await pilot.press("n")
        assert screen.trace.place.line == 50
        await heard([1, 40, 50, 60, 70], 1.0, done=True)
        assert (screen.trace.place.line, screen.part(Navigator).set_words) == (50, "match 3 of 5")
        await pilot.press("n", "n", "n")
        assert screen.trace.place.line == 1
        assert screen.part(StatusLine).message == ("back at the top, match 1 of 5", False)
        await pilot.press("n")
        assert screen.part(StatusLine).message is None, "where one is now stands in the bar again"


async def test_what_is_searched_before_all_is_read_is_searched_once_more_then_and_moves_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = app_on(PLAIN)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await read(pilot, app)
        session_of(app).stage = "reading"
        with monkeypatch.context() as early:
            early.setattr(TraceRows, "shows", lambda self, line: False)  # what is found lies beyond what is read
            await pilot.press("slash", *"flask", "enter")
            await until(pilot, lambda: "is not in what is read so far" in told(screen))
        here = screen.trace.place.line
        session_of(app).stage = "undiagnosed"
        screen.post_message(Read(session_of(app).trace.source.size, done=True))
        await until(pilot, lambda: "All is read: " in told(screen))
        assert screen.trace.place.line == here
        await pilot.press("n")
        assert screen.trace.place.line == places_of(screen).lines[places_of(screen).at] != here


async def test_what_is_wrong_with_a_pattern_is_said_after_enter_too() -> None:
    app = app_on(PLAIN)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await read(pilot, app)
        await pilot.press("slash", "left_square_bracket", "alt+r", "enter")
        await until(pilot, lambda: screen.part(StatusLine).message is not None)
        assert screen.part(StatusLine).message is not None
        assert screen.part(StatusLine).message == (told(screen), True)
        assert "unterminated" in told(screen)


@pytest.mark.parametrize("size", [(140, 45), (80, 24)])
@pytest.mark.parametrize(("key", "pane"), [("1", "trace"), ("2", "findings")])
async def test_a_search_that_is_dropped_leads_back_to_where_it_was_begun(
    size: tuple[int, int], key: str, pane: str
) -> None:
    app = app_on(FAILED, diagnose=True)
    async with app.run_test(size=size) as pilot:
        screen = await diagnosed(pilot, app)
        await pilot.press(key)
        await until(pilot, lambda: screen.part(PaneLayout).pane == pane)
        line = screen.trace.place.line
        for prompt in ("slash", "ampersand", "colon"):
            await pilot.press(prompt, "q")
            await until(pilot, lambda: isinstance(screen.focused, Input))
            await pilot.press("escape")
            await until(pilot, lambda: not isinstance(screen.focused, Input))
            assert (screen.part(PaneLayout).pane, screen.trace.place.line) == (pane, line)
