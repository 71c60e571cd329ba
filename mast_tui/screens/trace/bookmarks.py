"""Sets bookmarks under letters, and goes back to them."""

from textual import events

from mast_tui.keys.chosen import key_of
from mast_tui.screens.trace.navigator import Navigator
from mast_tui.screens.trace.part import Part, View, hears
from mast_tui.screens.trace.trace_memory import Hashed
from mast_tui.state.session import Session


class Bookmarks(Part):
    """The letter that is waited for, after m or '."""

    def __init__(self, session: Session, view: View) -> None:
        super().__init__(session, view)
        self._purpose = ""

    @hears(Hashed)
    def _hashed(self, message: Hashed) -> None:
        """Bring the bookmarks back, and keep what was set meanwhile."""
        session = self.session
        fresh = session.marks.bookmarks
        kept = {name: int(line) for name, line in session.memory.kept(message.sha256, "bookmark").items()}
        session.marks.bookmarks = {**kept, **fresh}
        session.marks.version += 1
        for letter, line in fresh.items():
            session.memory.keep(message.sha256, "bookmark", letter, line)

    def action_bookmark(self) -> None:
        """Wait for the letter of a bookmark."""
        self._purpose = "set"
        self.view.say("Bookmark: type a letter.")

    def action_to_bookmark(self) -> None:
        """Wait for the letter to go to."""
        self._purpose = "go"
        self.view.say(self._known())

    def takes(self, key: events.Key) -> bool:
        """The letter after m or ' is a letter and no command."""
        purpose, self._purpose = self._purpose, ""
        if not purpose:
            return False
        if not key.character or not key.character.isalnum():
            self.view.say("No bookmark.")
        elif purpose == "set":
            self._set(key.character)
        else:
            self._go_to(key.character)
        return True

    def _known(self) -> str:
        """Which letters there are to go to."""
        return f"Go to bookmark: {' '.join(sorted(self.session.marks.bookmarks)) or 'none yet'}"

    def _set(self, letter: str) -> None:
        session, line = self.session, self.view.trace.place.line
        session.marks.bookmarks[letter] = line
        session.marks.version += 1
        if session.sha256:
            session.memory.keep(session.sha256, "bookmark", letter, line)
        self.view.say(f"Bookmark {letter} is at L{line}; {key_of('panes.to_bookmark')} {letter} comes back.")
        self.view.trace.renew()

    def _go_to(self, letter: str) -> None:
        line = self.session.marks.bookmarks.get(letter)
        if line is None:
            self.view.say(f"There is no bookmark {letter}.")
        else:
            self.view.part(Navigator).lift_filter(line)
            self.view.trace.go(line, by_person=True)
            self.view.unsay(self._known())
        self.view.trace.renew()
