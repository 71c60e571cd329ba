"""Shows only the events that fit some words."""

import threading

from textual.message import Message

from agent.clean import clean_line
from agent.number_words import count
from mast_tui.screens.trace.navigator import Navigator
from mast_tui.screens.trace.part import Part, View, hears
from mast_tui.screens.trace.set_growth import SetGrowth
from mast_tui.state.session import Session
from mast_tui.state.trace_search import matching_events
from mast_tui.widgets.background_work import background


class Filtered(Message):
    """A filter is ready."""

    def __init__(self, words: str, ranges: list[tuple[int, int]]) -> None:
        super().__init__()
        self.words = words
        self.ranges = ranges


class EventFilter(Part):
    """The filter by agent, kind or text."""

    def __init__(self, session: Session, view: View) -> None:
        super().__init__(session, view)
        self._stop = threading.Event()

    def begin(self, words: str) -> None:
        """Show only the events of an agent, a kind or some text; nothing shows all again."""
        self._stop.set()
        self.view.part(SetGrowth).filter_begins(words.strip() or None)
        if not words.strip():
            self.go_back()
            return
        self._stop = threading.Event()
        self.find_events(words.strip(), self._stop)

    @background("filtering", "The filter", "& and Enter filter again", exclusive=False)
    def find_events(self, words: str, stop: threading.Event) -> None:
        """Find the events that fit."""
        ranges = matching_events(self.session.trace, words, stop.is_set)
        if ranges is not None:
            self.view.send(Filtered(words, ranges))

    @hears(Filtered)
    def _filtered(self, message: Filtered) -> None:
        """Show only what fits."""
        if not message.ranges:
            self.view.say(f'No event fits the filter "{clean_line(message.words)}", so all of them stay.')
            return
        navigator = self.view.part(Navigator)
        self.view.rows.only(message.ranges)
        navigator.filter_words = f"filter: {clean_line(message.words)}, {count(len(message.ranges), 'event')}"
        navigator.take_filtered(message.ranges)
        assert navigator.places is not None  # noqa: S101 - there are ranges
        navigator.places.stand(self.view.trace.place.line)
        self.view.trace.go(navigator.places.lines[max(0, navigator.places.at)])
        self.view.draw_place()
        self.view.part(SetGrowth).catch_up()

    def action_clear_filter(self) -> None:
        """Show all events again."""
        self.go_back()

    def go_back(self) -> bool:
        """Show all events again; False where none was hidden."""
        self.view.part(SetGrowth).filter_ends()
        if not self.view.rows.is_filtered:
            return False
        self.view.rows.only(None)
        self.view.part(Navigator).take_filtered(None)
        self.view.trace.go(self.view.trace.place.line)
        self.view.draw_place()
        return True

    def close(self) -> None:
        """Stop filtering."""
        self._stop.set()
