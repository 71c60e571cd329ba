"""The trace screen is made of parts: one more is a class and a line, and what parts began ends with the screen."""

import threading
import time
from collections.abc import Iterable, Iterator

import pytest
from textual.message import Message

from mast_tui.keys.key import Key
from mast_tui.keys.rows import KEYS
from mast_tui.layout.row import Row, row
from mast_tui.screens.trace.finding_review import FindingReview
from mast_tui.screens.trace.first_parts import FIRST_PARTS
from mast_tui.screens.trace.part import Pane, Part, hears
from mast_tui.screens.trace.parts import PARTS
from mast_tui.screens.trace.search import Search
from mast_tui.widgets.background_work import background
from mast_tui.widgets.messages import FindingLit
from mast_tui.widgets.rows_view import RowsView
from tests.mast_tui.desk import FAILED, app_on, diagnosed, read, session_of, told, until


class Counted(Message):
    """How many words the trace has."""

    def __init__(self, words: int) -> None:
        super().__init__()
        self.words = words


class WordRows(RowsView):
    """One row."""

    words = 0
    lit = ""

    def make_rows(self, width: int) -> tuple[list[Row], list[tuple[int, int]]]:
        """The number of words, and the finding that is lit."""
        return [row((f"{self.words} words {self.lit}", "text"))], []


class WordCount(Part):
    """A toy: counts the words of the trace in the background, in a pane of its own."""

    rows: WordRows

    def make_panes(self) -> Iterable[Pane]:
        """Its pane, in the column beside the trace."""
        self.rows = WordRows(id="word_count")
        yield Pane("word_count", self.rows, group="word_count", height=lambda plan: 3)

    def action_count_words(self) -> None:
        """What its key does."""
        self.count()
        self.view.show_pane("word_count")

    @background("counting words", "Counting the words")
    def count(self) -> None:
        """Count them in a thread."""
        reader = self.session.reader
        self.view.send(Counted(sum(len(reader.line(line).split()) for line in range(1, reader.last + 1))))

    @hears(Counted)
    def _counted(self, message: Counted) -> None:
        self.rows.words = message.words
        self.rows.renew()
        self.view.say(f"{message.words} words.")

    @hears(FindingLit)
    def _lit(self, message: FindingLit) -> None:
        self.rows.lit = message.finding


@pytest.fixture
def with_toy() -> Iterator[None]:
    """The line in the list of parts."""
    PARTS.append(WordCount)
    yield
    PARTS.remove(WordCount)


@pytest.mark.usefixtures("with_toy")
@pytest.mark.parametrize("size", [(140, 45), (80, 24)])
async def test_a_new_pane_is_a_class_and_a_line(size: tuple[int, int]) -> None:
    app = app_on(FAILED, diagnose=True)
    async with app.run_test(size=size) as pilot:
        screen = await diagnosed(pilot, app)
        toy = screen.part(WordCount)
        await app.run_action("screen.count_words")
        await until(pilot, lambda: toy.rows.words > 0)
        assert told(screen).endswith(" words.")
        assert toy.rows.has_focus
        assert toy.rows.display
        assert toy.rows.region.height == 3
        assert screen.part(FindingReview).list.display is (size[0] > 80)
        await pilot.press("2", "j")
        await until(pilot, lambda: toy.rows.lit == session_of(app).entries[1].id)
        await pilot.press("1")
        for _ in range(4):
            await pilot.press("tab")
        assert screen.pane == "word_count"
        await pilot.press("escape")
        assert screen.trace.has_focus


def test_the_parts_of_the_first_frame_stay_in_the_order_of_all() -> None:
    assert [each for each in PARTS if each in FIRST_PARTS] == FIRST_PARTS


async def test_every_key_of_the_screen_leads_to_a_part() -> None:
    app = app_on(FAILED)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await read(pilot, app)
        actions = {key.action.removeprefix("screen.").split("(")[0] for key in KEYS if leads_to_screen(key)}
        assert [action for action in actions if not callable(getattr(screen, f"action_{action}", None))] == []


def leads_to_screen(key: Key) -> bool:
    """Whether the action of a key stands on the trace screen."""
    return key.pane == "panes" or key.action.startswith("screen.")


async def test_a_screen_ends_when_its_threads_have() -> None:
    ended: list[float] = []
    app = app_on(FAILED)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await read(pilot, app)
        begun, stop = threading.Event(), screen.part(Search)._stop

        def slow() -> None:
            begun.set()
            stop.wait(5)
            time.sleep(0.1)
            ended.append(time.monotonic())

        running = threading.Thread(target=lambda: screen.threads.run(slow))
        running.start()
        assert begun.wait(5)
        app.take_screen()
        await until(pilot, lambda: not screen.is_mounted or bool(ended))
        await until(pilot, lambda: bool(ended))
        assert stop.is_set(), "what a search waits on is set when the screen goes"
        running.join()
        assert screen.threads.join()


async def test_before_all_panes_are_there_no_command_is_about_them() -> None:
    app = app_on(FAILED)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await read(pilot, app)
        actions = ("back", "raw", "ask", "diagnose")
        assert all(screen.check_action(action, ()) for action in actions)
        screen.is_whole = False
        assert not any(screen.check_action(action, ()) for action in actions)
        screen.is_whole = True
