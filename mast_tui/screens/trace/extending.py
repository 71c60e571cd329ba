"""Lets a search and a filter reach what a growing trace has gained; the place in them stays."""

import threading

from textual import work
from textual.message import Message

from agent.errors import MastError
from agent.number_words import count
from agent.trace.matcher import Query
from agent.trace.trace import Trace
from mast_tui.layout.marks import SearchMark
from mast_tui.screens.trace.asking import AskingDesk
from mast_tui.screens.trace.searching import Found
from mast_tui.screens.trace.seeking import Filtered
from mast_tui.state.session import Session
from mast_tui.state.trace_search import MOST, PlaceSet, matching_events, search_marks

Range = tuple[int, int]


class Extended(Message):
    """What a search or a filter found beyond a line."""

    def __init__(self, after: int, trace: Trace, hits: list[SearchMark] | None, ranges: list[Range] | None) -> None:
        super().__init__()
        self.after = after
        self.trace = trace
        self.hits = hits
        self.ranges = ranges


class ExtendingDesk(AskingDesk):
    """The desk whose current set grows with the trace."""

    def __init__(self, session: Session, *, at_once: bool = False) -> None:
        super().__init__(session, at_once=at_once)
        self._query: Query | None = None
        self._filter: str | None = None
        self._sought_in: Trace = session.trace
        self._seen_to = 0
        self._extending = threading.Event()

    def _begin(self, query: Query, *, final: bool) -> None:
        self._stop_extending()
        self._query, self._sought_in = query, self.session.trace
        super()._begin(query, final=final)

    def filter_by(self, words: str) -> None:
        """Show only what fits, also of what comes later."""
        self._stop_extending()
        self._query, self._filter, self._sought_in = None, words.strip() or None, self.session.trace
        super().filter_by(words)

    def clear_filter(self) -> bool:
        """Show all events again."""
        self._filter = None
        return super().clear_filter()

    def on_found(self, message: Found) -> None:
        """When a search is over, what has come meanwhile is still to be searched."""
        if message.done:
            self.call_later(self._catch_up)

    def on_filtered(self, message: Filtered) -> None:
        """The same for a filter."""
        self.call_later(self._catch_up)

    def _stop_extending(self) -> None:
        self._extending.set()
        self._seen_to = 0

    def _catch_up(self) -> None:
        self._seen_to = self._sought_in.events.lines
        if self._sought_in is not self.session.trace:
            self.extend_set()

    def extend_set(self) -> None:
        """Look for what the current set is about in the lines that are new."""
        if not self._seen_to:
            return
        query = self._query if self.places is not None and self.places.kind == "match" else None
        words = self._filter if self.rows.is_filtered else None
        if query is None and words is None:
            return
        after = min(self._seen_to, self.session.trace.events.shared_lines)
        self._extending.set()
        self._extending = threading.Event()
        self.look_beyond(self.session.trace, after, query, words, self._extending)

    @work(thread=True, group="extending", exit_on_error=False)
    def look_beyond(
        self, trace: Trace, after: int, query: Query | None, words: str | None, stop: threading.Event
    ) -> None:
        """Search, and filter, the lines beyond one."""
        try:
            hits = list(search_marks(trace.search(query, stop.is_set, after))) if query is not None else None
            ranges = matching_events(trace, words, stop.is_set, after) if words is not None else None
        except MastError:
            return
        if not stop.is_set():
            self.post_message(Extended(after, trace, hits, ranges))

    def on_extended(self, message: Extended) -> None:
        """Add what was found to the sets."""
        if message.trace is not self.session.trace:
            return
        self._seen_to = message.trace.events.lines
        if message.ranges is not None and self.rows.shown is not None:
            self._add_events(message.ranges, message.after)
        if message.hits is not None and self.places is not None and self.places.kind == "match":
            self._add_hits(message.hits, message.after)
        self.rows.refresh()
        self.view.renew()
        self.draw_bars()

    def _add_events(self, ranges: list[Range], after: int) -> None:
        ranges = [each for each in self.rows.shown or [] if each[1] <= after] + ranges
        self.rows.only(ranges)
        if self.places is not None and self.places.kind == "event":
            self.places = PlaceSet("event", [first for first, _ in ranges])
            self.places.stand(self.view.place.line)
            self.set_words = self.filter_words = f"filter: {self._filter}, {count(len(ranges), 'event')}"

    def _add_hits(self, hits: list[SearchMark], after: int) -> None:
        marks, at = self.session.marks, self.places.at if self.places is not None else 0
        kept = [SearchMark(line, spans) for line, spans in marks.hits.items() if line <= after]
        hits = (kept + [hit for hit in hits if self.rows.shows(hit.line)])[:MOST]
        if hits:
            marks.seek(hits)
            self.places = PlaceSet("match", [hit.line for hit in hits], min(at, len(hits) - 1))
            self.set_words = self.places.words
