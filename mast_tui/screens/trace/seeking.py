"""Filtering, going to lines and bookmarks: the ways through the trace beside searching."""

import re
import threading

from textual import events, on, work
from textual.message import Message

from agent.clean import clean_line
from agent.number_words import count
from mast_tui.screens.trace.searching import SearchingDesk
from mast_tui.state.session import Session
from mast_tui.state.trace_search import PlaceSet, matching_events
from mast_tui.widgets.messages import RulerPicked, TraceMoved


class Filtered(Message):
    """A filter is ready."""

    def __init__(self, words: str, ranges: list[tuple[int, int]]) -> None:
        super().__init__()
        self.words = words
        self.ranges = ranges


class SeekingDesk(SearchingDesk):
    """The desk with ways to places."""

    def __init__(self, session: Session, *, at_once: bool = False) -> None:
        super().__init__(session, at_once=at_once)
        self._letter_for = ""

    def go_to(self, words: str) -> None:
        """Go to a line, an L-reference or a percent."""
        last = self.session.reader.last
        match = re.fullmatch(r"\s*[lL]?(\d{1,15})(?:-\d+)?\s*(%?)\s*", words.replace(",", ""))
        if match is None:
            self.say(f'"{clean_line(words)}" is no line: type a number, L1204, or 50%.')
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
        ranges = matching_events(self.session.trace, words, stop.is_set)
        if ranges is not None:
            self.post_message(Filtered(words, ranges))

    def on_filtered(self, message: Filtered) -> None:
        """Show only what fits."""
        if not message.ranges:
            self.say(f'No event fits the filter "{clean_line(message.words)}", so all of them stay.')
            return
        self.rows.only(message.ranges)
        self.places = PlaceSet("event", [first for first, _ in message.ranges])
        self.places.stand(self.view.place.line)
        self.filter_words = f"filter: {clean_line(message.words)}, {count(len(message.ranges), 'event')}"
        self.set_words = self.filter_words
        self.view.go(self.places.lines[max(0, self.places.at)])
        self.draw_bars()

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
