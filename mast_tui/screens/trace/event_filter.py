"""Shows only the events that fit a filter, counts them while it is typed, and turns it off and on."""

import threading

from textual.message import Message

from agent.clean import clean_line
from agent.errors import WrongUse
from agent.number_words import count
from agent.trace.event_filter import EventFilter
from agent.trace.events import EventTable
from agent.trace.trace import Trace
from mast_tui.screens.trace.navigator import Navigator
from mast_tui.screens.trace.part import Part, View, hears
from mast_tui.screens.trace.reading_messages import Read
from mast_tui.screens.trace.set_growth import SetGrowth
from mast_tui.state.filter_words import Words, filter_words
from mast_tui.state.session import Session
from mast_tui.state.trace_search import matching_events
from mast_tui.widgets.background_work import background


class Filtered(Message):
    """A filter is ready."""

    def __init__(self, number: int, words: str, trace: Trace, ranges: list[tuple[int, int]]) -> None:
        super().__init__()
        self.number = number
        self.words = words
        self.trace = trace
        self.ranges = ranges


class FilterCounted(Message):
    """How many events fit what is typed, or why it is no filter."""

    def __init__(self, typed: str, said: str) -> None:
        super().__init__()
        self.typed = typed
        self.said = said


class WordsFound(Message):
    """What a filter can be completed with."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self.words = words


class EventFilters(Part):
    """The filter by agent, kind, tool, status, lines or text."""

    def __init__(self, session: Session, view: View) -> None:
        super().__init__(session, view)
        self._stop = threading.Event()
        self._closing = threading.Event()
        self.words = ""
        """The last filter: it stands in the bar when that is opened again, and one key turns it on again."""
        self.typed = ""
        self._told = ""
        self._number = 0
        """Which filter is looked for: what comes of an earlier one is not shown any more."""
        self._is_early = False
        """Whether the filter that is on was looked for before all of the trace was read."""

    def begin(self, words: str) -> None:
        """Show only the events that fit; nothing shows all again."""
        self._stop.set()
        self._number += 1
        words = words.strip()
        if not words:
            self.view.part(SetGrowth).filter_begins(None, self.session.trace)
            self.go_back()
            return
        try:
            EventFilter(words)
        except WrongUse as fault:
            self.view.say(f"{fault.what} {fault.to} {fault.next_step}", error=True)
            return
        self._stop = threading.Event()
        self.find_events(self._number, words, self._stop)

    @background("filtering", "The filter", "{panes.filter} and Enter filter again", exclusive=False)
    def find_events(self, number: int, words: str, stop: threading.Event) -> None:
        """Find the events that fit."""
        trace = self.session.trace
        ranges = matching_events(trace, words, stop.is_set)
        if ranges is not None:
            self.view.send(Filtered(number, words, trace, ranges))

    def try_out(self, typed: str) -> None:
        """Count what fits while a person still types."""
        self._stop.set()
        self.typed = typed.strip()
        if not self.typed:
            self.view.send(FilterCounted("", ""))
            return
        self._stop = threading.Event()
        self.count_events(self.typed, self._stop)

    @background("counting", "Counting for the filter", "Enter filters", exclusive=False)
    def count_events(self, typed: str, stop: threading.Event) -> None:
        """Count the events that fit what is typed."""
        try:
            ranges = matching_events(self.session.trace, typed, stop.is_set)
        except WrongUse as fault:
            self.view.send(FilterCounted(typed, fault.to))
            return
        if ranges is not None:
            self.view.send(FilterCounted(typed, count(len(ranges), "event") + " fit"))

    def learn(self) -> None:
        """Find what the filter can be completed with."""
        self.find_words(self.session.trace.events)

    @background("completing", "Completing filters", "a filter can be typed whole", exclusive=True)
    def find_words(self, events: EventTable) -> None:
        """The agents, tools and phases of the trace."""
        self.view.send(WordsFound(filter_words(events, self._closing.is_set)))

    def action_filter_again(self) -> None:
        """Turn the filter off, or the last one on again."""
        if self.view.rows.is_filtered:
            self.go_back()
            self._told = f"All events are shown; = filters again: {clean_line(self.words)}"
            self.view.say(self._told)
        elif self.words:
            self.begin(self.words)
        else:
            self.view.say("There was no filter yet; & types one.")

    @hears(Filtered)
    def _filtered(self, message: Filtered) -> None:
        """Show only what fits; what was told of all events holds no more."""
        if message.number != self._number:
            return
        if self._told:
            self.view.unsay(self._told)
        if not message.ranges:
            stays = f"{clean_line(self.words)} stays on" if self.view.rows.is_filtered else "all of them stay"
            of = " in what is read so far" if self.session.stage == "reading" else ""
            self.view.say(f'No event{of} fits the filter "{clean_line(message.words)}", so {stays}.')
            return
        self.words = message.words
        self._is_early = self.session.stage == "reading"
        navigator, growth = self.view.part(Navigator), self.view.part(SetGrowth)
        growth.filter_begins(message.words, message.trace)
        self.view.rows.only(message.ranges)
        navigator.filter_words = f"filter: {clean_line(message.words)}, {count(len(message.ranges), 'event')}"
        navigator.take_filtered(message.ranges)
        assert navigator.places is not None  # noqa: S101 - there are ranges
        navigator.places.stand(self.view.trace.place.line)
        self.view.trace.go(navigator.places.lines[max(0, navigator.places.at)])
        self.view.draw_place()
        growth.catch_up()

    @hears(Read)
    def _read(self, message: Read) -> None:
        """Look once more for what fits, where that was done too early to see all."""
        if message.done and self._is_early and self.view.rows.is_filtered:
            self.begin(self.words)

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
        self._closing.set()
        self._stop.set()
