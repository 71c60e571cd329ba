"""Searches the trace while one reads on, and marks what matches."""

import threading
from collections.abc import Iterable

from agent.clean import clean_line
from agent.errors import MastError
from agent.number_words import count, percent
from agent.trace.matcher import Query
from mast_tui.layout.line_marks import SearchMark
from mast_tui.screens.trace.event_filter import EventFilters, FilterCounted, WordsFound
from mast_tui.screens.trace.navigator import Navigator
from mast_tui.screens.trace.pane_layout import PaneLayout
from mast_tui.screens.trace.part import Pane, Part, View, hears
from mast_tui.screens.trace.reading_messages import Read
from mast_tui.screens.trace.running_search import every_match, none_found
from mast_tui.screens.trace.search_messages import Found
from mast_tui.screens.trace.set_growth import SetGrowth
from mast_tui.state.place_set import PlaceSet
from mast_tui.state.session import Session
from mast_tui.state.trace_search import query_of
from mast_tui.widgets.background_work import background
from mast_tui.widgets.messages import SearchDropped, Sought
from mast_tui.widgets.search_bar import SearchBar


class Search(Part):
    """The search bar, and the search that runs."""

    bar: SearchBar

    def __init__(self, session: Session, view: View) -> None:
        super().__init__(session, view)
        self.number = 0
        """Which search it is: what comes from an earlier one is not shown any more."""
        self._line_before = 1
        self._is_upwards = False
        self._stop = threading.Event()
        self._has_landed = False
        """Whether the search that runs has gone to its first match."""
        self._progress = ""
        """How far a search is that still runs."""
        self._early: Query | None = None
        """What was searched before all of the trace was read: that is done once more when it is."""
        self._is_again = False
        """Whether the search that runs is that one: it moves nobody."""

    def make_panes(self) -> Iterable[Pane]:
        """The bar above the key hints."""
        self.bar = SearchBar(id="search")
        yield Pane("search", self.bar, "bar")

    def action_search(self, prompt: str) -> None:
        """Open the search bar."""
        self._line_before = self.view.trace.place.line
        self.view.query_one("#status").display = False
        filters = self.view.part(EventFilters)
        self.bar.open(prompt, filters.words if prompt == "&" else "")
        if prompt == "&":
            filters.learn()
        self.view.draw_place()

    @hears(SearchDropped)
    def _dropped(self, _: SearchDropped) -> None:
        self._stop_searching()
        self.session.marks.seek([])
        self.view.trace.go(self._line_before)
        self._close_bar(back=True)

    def _stop_searching(self) -> None:
        """What is still on its way from a search that was dropped is not shown any more."""
        self._stop.set()
        self.number += 1
        self._progress, self._early = "", None

    def _close_bar(self, *, back: bool = False) -> None:
        """Take the bar away, and go to the trace, where what was looked for stands, or back to where one came from."""
        self.bar.display = False
        panes = self.view.part(PaneLayout)
        if back:
            panes.show(panes.pane, returning=True)
            return
        self.view.set_focus(self.view.trace)
        panes.pane = "trace"
        panes.settle()

    @hears(Sought)
    def _sought(self, message: Sought) -> None:
        if message.prompt not in ":&":
            self._is_upwards = message.prompt == "?"
            query = query_of(message.pattern, regex=message.regex, any_case=message.any_case)
            self._begin(query, final=message.final)
        elif message.final:
            self._close_bar()
            if message.prompt == ":":
                self.view.part(Navigator).go_to(message.pattern)
            else:
                self._stop.set()
                self.view.part(EventFilters).begin(message.pattern)
        elif message.prompt == "&":
            self.view.part(EventFilters).try_out(message.pattern)

    @hears(FilterCounted)
    def _counted(self, message: FilterCounted) -> None:
        if self.bar.prompt == "&" and message.typed == self.bar.field.value.strip():
            self.bar.say(clean_line(message.said))

    @hears(WordsFound)
    def _words_found(self, message: WordsFound) -> None:
        self.bar.words = message.words

    def _begin(self, query: Query, *, final: bool) -> None:
        self._stop.set()
        self.view.part(SetGrowth).search_begins(query)
        self._early = query if query.text and self.session.stage == "reading" else None
        if final:
            self._close_bar()
        if not query.text:
            self.session.marks.seek([])
            self.view.trace.renew()
            self.bar.say("")
            return
        self._has_landed = self._is_again = False
        self._search(query, final=final)

    def _search(self, query: Query, *, final: bool) -> None:
        self._stop = threading.Event()
        self.number += 1
        self.search(query, self.number, self._stop, final)

    @hears(Read)
    def _read(self, message: Read) -> None:
        """Search once more where that was done too early to see all."""
        if message.done and self._early is not None:
            query, self._early = self._early, None
            self._stop.set()
            self._is_again = True
            self._search(query, final=not (self.bar.display and self.bar.prompt in "/?"))

    @background("searching", "The search", "Enter in the search bar searches again", exclusive=False)
    def search(self, query: Query, number: int, stop: threading.Event, final: bool) -> None:
        """Find every line that matches, telling the first ones as they are found, and how far it is."""

        def tell(so_far: list[SearchMark], share: float) -> None:
            self.view.send(Found(so_far, number, done=False, final=final, share=share))

        try:
            hits = every_match(self.session.trace, query, stop.is_set, tell)
        except MastError as fault:
            self.view.send(Found([], number, done=False, final=final, trouble=fault.to))
            return
        if not stop.is_set():
            self.view.send(Found(hits, number, done=True, final=final))

    def failed(self, work: str) -> None:
        """It goes on no more."""
        self._stop_searching()
        navigator = self.view.part(Navigator)
        navigator.set_words = navigator.words_of_set()

    @hears(Found)
    def _found(self, message: Found) -> None:
        """Show the matches, and go to the first one from where the search began."""
        if message.number != self.number:
            return
        if message.trouble:
            self._refuse(clean_line(message.trouble), final=message.final)
            return
        navigator = self.view.part(Navigator)
        hits = [hit for hit in message.hits if self.view.rows.shows(hit.line)]
        hidden = len(message.hits) - len(hits) if self.view.rows.is_filtered else 0
        self.session.marks.seek(hits)
        matches = count(len(hits), "match", "matches") + (f", {hidden:,} hidden" if hidden else "")
        self._progress = "" if message.done else f"searching {percent(message.share, 1)}"
        self.bar.say(matches if message.done else f"{matches}, {self._progress}" if hits else self._progress)
        if hits:
            self._stand_in(navigator, [hit.line for hit in hits], message)
        elif message.done and message.final:
            pattern = clean_line(self.bar.field.value)
            self.view.say(none_found(pattern, hidden, is_early=self._early is not None))
        if not hits and message.done and navigator.steps_through("match"):
            navigator.take(None)
        progress = self._progress if message.final else ""
        navigator.set_words = ", ".join(filter(None, (navigator.words_of_set(), progress)))
        self.view.trace.renew()
        self.view.draw_place()
        if message.done:
            self.view.part(SetGrowth).catch_up()

    def _refuse(self, trouble: str, *, final: bool) -> None:
        """Say what is wrong with a pattern."""
        self._progress = ""
        if final:
            self.view.say(trouble, error=True)
        self.bar.say(trouble)

    def _stand_in(self, navigator: Navigator, lines: list[int], message: Found) -> None:
        """Go to the first match as soon as it is known which one that is; whoever steps on meanwhile stays there."""
        before, here = navigator.places, self._line_before
        places = PlaceSet("match", lines)
        navigator.take(places, upwards=self._is_upwards)
        if self._has_landed and before is not None and before.kind == "match":
            places.stand(before.lines[before.at])
            return
        if self._is_again and message.final:
            places.stand(self.view.trace.place.line)
            places.at -= 1  # the next step goes there
            if message.done:
                self.view.say(f"All is read: {count(len(lines), 'match', 'matches')}.")
            return
        places.stand(here)
        beyond = lines[-1] >= here
        wrapped = not beyond
        if self._is_upwards:
            wrapped = lines[0] >= here
            if beyond or message.done:
                places.at = places.at - 1 if beyond else len(lines) - 1
                places.at %= len(lines)
        if not message.done and (wrapped or not beyond):
            return
        self._has_landed = True
        self.view.trace.go(lines[places.at])
        if wrapped and message.final:
            self.view.say(f"back at the {'end' if self._is_upwards else 'top'}, {places.words}")

    def go_back(self) -> bool:
        """Drop the matches, and show again what was the set before."""
        if not self.session.marks.hits and not self._progress:
            return False
        self._stop_searching()
        self.session.marks.seek([])
        self.view.part(Navigator).take_filtered(self.view.rows.shown)
        self.view.trace.renew()
        self.view.draw_place()
        return True

    def forget(self) -> None:
        """The trace is another one: neither what was found in the one before nor a filter of it is about this one."""
        self._stop_searching()
        self.session.marks.seek([])
        self.view.part(Navigator).take_filtered(None)
        self.view.part(EventFilters).begin("")

    def close(self) -> None:
        """Stop searching."""
        self._stop.set()
