"""Lets a search and a filter reach what a growing trace has gained; the place in them stays."""

import threading

from textual.message import Message

from agent.errors import MastError
from agent.number_words import count
from agent.trace.matcher import Query
from agent.trace.trace import Trace
from mast_tui.layout.line_marks import SearchMark
from mast_tui.screens.trace.navigator import Navigator
from mast_tui.screens.trace.part import Part, View, hears
from mast_tui.state.session import Session
from mast_tui.state.trace_search import MOST, matching_events, search_marks
from mast_tui.widgets.background_work import background

Range = tuple[int, int]


class Extended(Message):
    """What a search or a filter found beyond a line."""

    def __init__(self, after: int, trace: Trace, hits: list[SearchMark] | None, ranges: list[Range] | None) -> None:
        super().__init__()
        self.after = after
        self.trace = trace
        self.hits = hits
        self.ranges = ranges


class SetGrowth(Part):
    """What is searched and filtered for, and up to which line that has been done."""

    def __init__(self, session: Session, view: View) -> None:
        super().__init__(session, view)
        self._query: Query | None = None
        self._filter: str | None = None
        self._sought_in: Trace = session.trace
        self._seen_to = 0
        self._stop = threading.Event()

    def search_begins(self, query: Query) -> None:
        """From now on new lines are searched for this, as soon as the old ones are."""
        self._begin(self.session.trace)
        self._query = query

    def filter_begins(self, words: str | None, trace: Trace) -> None:
        """From now on what is new after a trace is filtered by these words, or by none."""
        self._begin(trace)
        self._query, self._filter = None, words

    def _begin(self, trace: Trace) -> None:
        self._stop.set()
        self._seen_to, self._sought_in = 0, trace

    def filter_ends(self) -> None:
        """All events are shown again."""
        self._filter = None

    def catch_up(self) -> None:
        """What has come while a search or a filter was under way is still to be looked through."""
        self._seen_to = self._sought_in.events.lines
        if self._sought_in is not self.session.trace:
            self.extend()

    def extend(self) -> None:
        """Look for what the current set is about in the lines that are new."""
        query = self._query if self.view.part(Navigator).steps_through("match") else None
        words = self._filter if self.view.rows.is_filtered else None
        if not self._seen_to or (query is None and words is None):
            return
        after = min(self._seen_to, self.session.trace.events.shared_lines)
        self._stop.set()
        self._stop = threading.Event()
        self.look_beyond(self.session.trace, after, query, words, self._stop)

    @background("extending", "Searching the new lines", "Enter in the search bar searches all lines", exclusive=False)
    def look_beyond(
        self, trace: Trace, after: int, query: Query | None, words: str | None, stop: threading.Event
    ) -> None:
        """Search, and filter, the lines beyond one."""
        try:
            hits = list(search_marks(trace.search(query, stop.is_set, after))) if query is not None else None
            ranges = matching_events(trace, words, stop.is_set, after) if words is not None else None
        except MastError:
            if stop.is_set():
                return
            raise
        if not stop.is_set():
            self.view.send(Extended(after, trace, hits, ranges))

    @hears(Extended)
    def _extended(self, message: Extended) -> None:
        """Add what was found to the sets."""
        if message.trace is not self.session.trace:
            return
        self._seen_to = message.trace.events.lines
        navigator = self.view.part(Navigator)
        if message.ranges is not None and self.view.rows.shown is not None:
            self._add_events(navigator, message.ranges, message.after)
        if message.hits is not None and navigator.steps_through("match"):
            self._add_hits(navigator, message.hits, message.after)
        self.view.rows.refresh()
        self.view.trace.renew()
        self.view.draw_place()

    def _add_events(self, navigator: Navigator, ranges: list[Range], after: int) -> None:
        ranges = [each for each in self.view.rows.shown or [] if each[1] <= after] + ranges
        self.view.rows.only(ranges)
        if navigator.steps_through("event") and ranges:
            navigator.filter_words = f"filter: {self._filter}, {count(len(ranges), 'event')}"
            navigator.take_filtered(ranges)
            assert navigator.places is not None  # noqa: S101 - there are ranges
            navigator.places.stand(self.view.trace.place.line)

    def _add_hits(self, navigator: Navigator, hits: list[SearchMark], after: int) -> None:
        marks, at = self.session.marks, navigator.places.at if navigator.places is not None else 0
        kept = [SearchMark(line, spans) for line, spans in marks.hits.items() if line <= after]
        hits = (kept + [hit for hit in hits if self.view.rows.shows(hit.line)])[:MOST]
        if hits:
            marks.seek(hits)
            navigator.extend([hit.line for hit in hits], at)

    def close(self) -> None:
        """Stop looking."""
        self._stop.set()
