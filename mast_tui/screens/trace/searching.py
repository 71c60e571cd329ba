"""Searches the trace while one reads on, and steps through what was found and through evidence."""

import threading
import time

from textual import on, work
from textual.message import Message

from agent.clean import clean_line
from agent.errors import MastError
from agent.number_words import count, percent
from agent.trace.matcher import Query
from mast_tui.layout.marks import SearchMark
from mast_tui.screens.trace.diagnosing import DiagnosingDesk
from mast_tui.state.session import Session
from mast_tui.state.trace_search import PlaceSet, query_of, search_marks
from mast_tui.widgets.messages import SearchDropped, Sought

_FEW = 3
_EVERY = 0.25
"""Seconds between two states of a search that takes its time."""


class Found(Message):
    """A search has got on."""

    def __init__(
        self, hits: list[SearchMark], number: int, *, done: bool, final: bool, trouble: str = "", share: float = 1.0
    ) -> None:
        super().__init__()
        self.hits = hits
        self.share = share
        self.trouble = trouble
        self.number = number
        self.done = done
        self.final = final


class SearchingDesk(DiagnosingDesk):
    """The desk with a search bar; what is typed after & and : is for those who can do more."""

    def __init__(self, session: Session, *, at_once: bool = False) -> None:
        super().__init__(session, at_once=at_once)
        self._before_search = 1
        self._search = 0
        self._upwards = False
        self._stop_search = threading.Event()
        self.filter_words = ""
        self._landed = False
        """Whether the search that runs has gone to its first match."""
        self._wrapped_words = ""
        self.searching = ""
        """How far a search is that still runs."""

    def action_search(self, prompt: str) -> None:
        """Open the search bar."""
        self._before_search = self.view.place.line
        self.query_one("#status").display = False
        self.bar.open(prompt)
        self.draw_bars()

    @on(SearchDropped)
    def _dropped(self) -> None:
        self._stop_searching()
        self.session.marks.seek([])
        self.view.go(self._before_search)
        self._close_bar()

    def _stop_searching(self) -> None:
        """What is still on its way from a search that was dropped is not shown any more."""
        self._stop_search.set()
        self._search += 1
        self.searching = ""

    def _close_bar(self) -> None:
        self.bar.display = False
        self.set_focus(self.view)
        self.pane = "trace"
        self.settle_panes()

    @on(Sought)
    def _sought(self, message: Sought) -> None:
        match message.prompt:
            case ":":
                if message.final:
                    self._close_bar()
                    self.go_to(message.pattern)
            case "&":
                if message.final:
                    self._close_bar()
                    self.filter_by(message.pattern)
            case _:
                self._upwards = message.prompt == "?"
                query = query_of(message.pattern, regex=message.regex, any_case=message.any_case)
                self._begin(query, final=message.final)

    def _begin(self, query: Query, *, final: bool) -> None:
        self._stop_search.set()
        if final:
            self._close_bar()
        if not query.text:
            self.session.marks.seek([])
            self.view.renew()
            self.bar.say("")
            return
        self._stop_search = threading.Event()
        self._search += 1
        self._landed = False
        self.search(query, self._search, self._stop_search, final)

    @work(thread=True, group="search", exit_on_error=False)
    def search(self, query: Query, number: int, stop: threading.Event, final: bool) -> None:
        """Find every line that matches, telling the first ones as they are found, and how far it is."""
        hits: list[SearchMark] = []
        told, last = 0, time.monotonic()

        def tell() -> None:
            nonlocal told, last
            told, last = len(hits), time.monotonic()
            self.post_message(Found(list(hits), number, done=False, final=final, share=search.share))

        def stopped() -> bool:
            if time.monotonic() - last >= _EVERY and not stop.is_set():
                tell()
            return stop.is_set()

        try:
            search = self.session.trace.search(query, stopped)
            for hit in search_marks(search):
                hits.append(hit)
                if len(hits) >= max(_FEW, told * 2):
                    tell()
        except MastError as fault:
            self.post_message(Found([], number, done=False, final=final, trouble=fault.to))
            return
        if not stop.is_set():
            self.post_message(Found(hits, number, done=True, final=final))

    def on_found(self, message: Found) -> None:
        """Show the matches, and go to the first one from where the search began."""
        if message.number != self._search:
            return
        hits = [hit for hit in message.hits if self.rows.shows(hit.line)]
        hidden = len(message.hits) - len(hits)
        if message.trouble:
            self.searching, trouble = "", clean_line(message.trouble)
            if message.final:
                self.say(trouble, error=True)
            self.bar.say(trouble)
            return
        self.session.marks.seek(hits)
        more = f", {hidden:,} hidden" if hidden else ""
        found = count(len(hits), "match", "matches") + more
        self.searching = "" if message.done else f"searching {percent(message.share, 1)}"
        self.bar.say(found if message.done else f"{found}, {self.searching}" if hits else self.searching)
        if hits:
            self._stand_in([hit.line for hit in hits], message)
        elif message.done and message.final and hidden:
            self.say(f"{count(hidden, 'match', 'matches')} lie in events that the filter hides; Esc shows all events.")
        elif message.done and message.final:
            shown = clean_line(self.bar.field.value)
            self.say(f'"{shown}" is not in this trace; & shows which filter is on, Alt+C ignores case.')
        if not hits and message.done and self.places is not None and self.places.kind == "match":
            self.places = None
        self.set_words = ", ".join(filter(None, (self.words_of_set(), self.searching if message.final else "")))
        self.view.renew()
        self.draw_bars()

    def _stand_in(self, lines: list[int], message: Found) -> None:
        """Go to the first match as soon as it is known which one that is; whoever steps on meanwhile stays there."""
        before, here = self.places, self._before_search
        places = self.places = PlaceSet("match", lines)
        if self._landed and before is not None and before.kind == "match":
            places.stand(before.lines[before.at])
            return
        places.stand(here)
        beyond = lines[-1] >= here
        wrapped = not beyond
        if self._upwards:
            wrapped = lines[0] >= here
            if beyond or message.done:
                places.at = places.at - 1 if beyond else len(lines) - 1
                places.at %= len(lines)
        if not message.done and (wrapped or not beyond):
            return
        self._landed = True
        self.view.go(lines[places.at])
        if wrapped and message.final:
            self.say(f"back at the {'end' if self._upwards else 'top'}, {places.words}")

    def words_of_set(self) -> str:
        """Where one stands in the current set."""
        if self.places is None:
            return self.filter_words if self.rows.is_filtered else ""
        if self.places.kind == "event":
            return self.filter_words
        name = f"{self.session.marks.selected} " if self.places.kind == "evidence" else ""
        return f"{name}{self.places.words}"

    def action_step(self, direction: int) -> None:
        """Go on in the current set."""
        if self.places is None or not self.places.lines:
            self.say("There is nothing to step through yet: / searches, Enter on a finding lists its evidence.")
            return
        if self._upwards and self.places.kind == "match":
            direction = -direction
        line, wrapped = self.places.step(direction)
        marks, at = self.session.marks, self.places.at
        own = self.places.kind == "evidence"
        self.set_words = self.words_of_set()
        pieces = [piece for piece in marks.pieces if piece.finding == marks.selected] if own else []
        if at < len(pieces):
            self.reveal(pieces[at])
        else:
            self.view.go(line)
        if wrapped:
            where = "back at the top" if direction > 0 else "back at the end"
            self._wrapped_words = f"{where}, {self.places.words}"
            self.say(self._wrapped_words)
        elif self.message is not None and self.message[0] == self._wrapped_words:
            self.unsay()
        self.draw_bars()

    def clear_matches(self) -> bool:
        """Drop the matches, and show again what was the set before; False where there were none."""
        if not self.session.marks.hits and not self.searching:
            return False
        self._stop_searching()
        self.session.marks.seek([])
        ranges = self.rows.shown
        self.places = PlaceSet("event", [first for first, _ in ranges]) if ranges else None
        self.set_words = self.filter_words if ranges else ""
        self.view.renew()
        self.draw_bars()
        return True

    def go_to(self, words: str) -> None:
        """Go to what was typed after a colon."""

    def filter_by(self, words: str) -> None:
        """Show only what was typed after an ampersand."""
