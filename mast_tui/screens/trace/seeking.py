"""Searching, filtering and going to places of the trace."""

import re
import threading

from textual import events, on, work
from textual.message import Message

from agent.clean import clean_line
from agent.errors import MastError
from agent.trace.matcher import Query
from mast_tui.layout.marks import Hit
from mast_tui.layout.phrases import count
from mast_tui.messages import RulerPicked, SearchDropped, Sought, TraceMoved
from mast_tui.screens.trace.diagnosing import DiagnosingDesk
from mast_tui.seek import PlaceSet, find, matching, wanted
from mast_tui.session import Session

_FEW = 3


class Found(Message):
    """A search has got on."""

    def __init__(self, hits: list[Hit], number: int, *, done: bool, final: bool, trouble: str = "") -> None:
        super().__init__()
        self.hits = hits
        self.trouble = trouble
        self.number = number
        self.done = done
        self.final = final


class Filtered(Message):
    """A filter is ready."""

    def __init__(self, words: str, ranges: list[tuple[int, int]]) -> None:
        super().__init__()
        self.words = words
        self.ranges = ranges


class SeekingDesk(DiagnosingDesk):
    """The desk with a search bar."""

    def __init__(self, session: Session, *, at_once: bool = False) -> None:
        super().__init__(session, at_once=at_once)
        self._before_search = 1
        self._search = 0
        self._upwards = False
        self._stop_search = threading.Event()
        self._letter_for = ""
        self.filter_words = ""

    def action_search(self, prompt: str) -> None:
        """Open the search bar."""
        self._before_search = self.view.place.line
        self.query_one("#status").display = False
        self.bar.open(prompt)
        self.draw_bars()

    @on(SearchDropped)
    def _dropped(self) -> None:
        self._stop_search.set()
        self.session.marks.seek([])
        self.view.go(self._before_search)
        self._close_bar()

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
                query = wanted(message.pattern, regex=message.regex, any_case=message.any_case)
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
        self.search(query, self._search, self._stop_search, final)

    @work(thread=True, group="search", exit_on_error=False)
    def search(self, query: Query, number: int, stop: threading.Event, final: bool) -> None:
        """Find every line that matches, telling the first ones as they are found."""
        hits: list[Hit] = []
        told = 0
        try:
            for hit in find(self.session.trace, query, stop.is_set):
                hits.append(hit)
                if len(hits) >= max(_FEW, told * 2):
                    told = len(hits)
                    self.post_message(Found(list(hits), number, done=False, final=final))
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
            self.bar.say(clean_line(message.trouble))
            return
        self.session.marks.seek(hits)
        more = f", {hidden:,} hidden" if hidden else ""
        self.bar.say(count(len(hits), "match", "matches") + more + ("" if message.done else " so far"))
        places = PlaceSet("match", [hit.line for hit in hits])
        if hits:
            places.stand(self._before_search)
            if self._upwards:
                places.step(-1)
            self.places = places
            self.set_words = places.words
            self.view.go(places.lines[places.at])
        elif message.done and message.final and hidden:
            self.say(f"{count(hidden, 'match', 'matches')} lie in events that the filter hides; Esc shows all events.")
        elif message.done and message.final:
            shown = self.bar.field.value
            self.say(f'"{shown}" is not in this trace; & shows which filter is on, Alt+C ignores case.')
        self.view.renew()
        self.draw_bars()

    def action_step(self, direction: int) -> None:
        """Go on in the current set."""
        if self.places is None or not self.places.lines:
            self.say("There is nothing to step through yet: / searches, Enter on a finding lists its evidence.")
            return
        if self._upwards and self.places.kind == "match":
            direction = -direction
        line, wrapped = self.places.step(direction)
        marks, at = self.session.marks, self.places.at
        name = f"{marks.selected} " if self.places.kind == "evidence" else ""
        self.set_words = f"{name}{self.places.words}"
        pieces = [piece for piece in marks.pieces if piece.finding == marks.selected] if name else []
        if at < len(pieces):
            self.reveal(pieces[at])
        else:
            self.view.go(line)
        if wrapped:
            where = "back at the top" if direction > 0 else "back at the end"
            self.say(f"{where}, {self.places.words}")
        self.draw_bars()

    def go_to(self, words: str) -> None:
        """Go to a line, an L-reference or a percent."""
        last = self.session.reading.last
        match = re.fullmatch(r"\s*[lL]?(\d{1,15})(?:-\d+)?\s*(%?)\s*", words.replace(",", ""))
        if match is None:
            self.say(f'"{words}" is no line: type a number, L1204, or 50%.')
            return
        line = int(match[1])
        if match[2]:
            line = max(1, last * min(100, line) // 100)
        if line > last:
            self.say(f"Line {line:,} is beyond the end, so this is the last one, L{last}.")
        line = min(max(1, line), last)
        if not match[2]:
            self.lift_filter(line)
        self.view.go(line, by_person=True)

    def filter_by(self, words: str) -> None:
        """Show only the events of an agent, a kind or some text; nothing shows all again."""
        if not words.strip():
            self.clear_filter()
            return
        self._stop_search.set()
        self._stop_search = threading.Event()
        self.search_events(words.strip(), self._stop_search)

    @work(thread=True, group="search", exit_on_error=False)
    def search_events(self, words: str, stop: threading.Event) -> None:
        """Find the events that fit a filter."""
        ranges = matching(self.session.trace, words, stop.is_set)
        if ranges is not None:
            self.post_message(Filtered(words, ranges))

    def on_filtered(self, message: Filtered) -> None:
        """Show only what fits."""
        if not message.ranges:
            self.say(f'No event fits the filter "{message.words}", so all of them stay.')
            return
        self.rows.only(message.ranges)
        self.places = PlaceSet("event", [first for first, _ in message.ranges])
        self.places.stand(self.view.place.line)
        self.filter_words = f"filter: {message.words}, {count(len(message.ranges), 'event')}"
        self.set_words = self.filter_words
        self.view.go(self.places.lines[max(0, self.places.at)])
        self.draw_bars()

    def clear_matches(self) -> bool:
        """Drop the matches, and show again what was the set before; False where there were none."""
        if not self.session.marks.hits:
            return False
        self._stop_search.set()
        self.session.marks.seek([])
        ranges = self.rows.shown
        self.places = PlaceSet("event", [first for first, _ in ranges]) if ranges else None
        self.set_words = self.filter_words if ranges else ""
        self.view.renew()
        self.draw_bars()
        return True

    def clear_filter(self) -> bool:
        """Show all events again; False where none was hidden."""
        if not self.rows.is_filtered:
            return False
        self.rows.only(None)
        self.places, self.set_words = None, ""
        self.view.go(self.view.place.line)
        self.draw_bars()
        return True

    @on(RulerPicked)
    def _picked(self, message: RulerPicked) -> None:
        self.view.go(message.line, share=0.5, by_person=True)

    @on(TraceMoved)
    def _moved(self) -> None:
        self.view.renew()
        self.draw_bars()

    def action_bookmark(self) -> None:
        """Wait for the letter of a bookmark."""
        self._letter_for = "set"
        self.say("Bookmark: type a letter.")

    def action_to_bookmark(self) -> None:
        """Wait for the letter to go to."""
        self._letter_for = "go"
        known = " ".join(sorted(self.session.marks.bookmarks)) or "none yet"
        self.say(f"Go to bookmark: {known}")

    def on_event_letter(self, letter: str) -> None:
        """Set a bookmark, or go to one."""
        purpose, self._letter_for = self._letter_for, ""
        session = self.session
        if purpose == "set":
            session.marks.bookmarks[letter] = self.view.place.line
            session.marks.version += 1
            if session.sha256:
                session.memory.keep(session.sha256, "bookmark", letter, self.view.place.line)
            self.say(f"Bookmark {letter} is at L{self.view.place.line}; ' {letter} comes back.")
        elif letter in session.marks.bookmarks:
            self.lift_filter(session.marks.bookmarks[letter])
            self.view.go(session.marks.bookmarks[letter], by_person=True)
        else:
            self.say(f"There is no bookmark {letter}.")
        self.view.renew()

    async def on_event(self, event: events.Event) -> None:
        """The letter after m or ' is a letter and no command."""
        if self._letter_for and isinstance(event, events.Key):
            event.stop()
            if event.character and event.character.isalnum():
                self.on_event_letter(event.character)
            else:
                self._letter_for = ""
                self.say("No bookmark.")
            return
        await super().on_event(event)
