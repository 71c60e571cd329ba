"""Jump mode: a letter on each place in sight that is worth it; the next key goes there."""

from string import ascii_lowercase

from textual import events

from mast_tui.screens.trace.part import Part, View
from mast_tui.state.session import Session

_LETTERS = "asdfghjkl" + "".join(each for each in ascii_lowercase if each not in "asdfghjklcm")
"""Those below the fingers first; what c and m begin comes before anything else."""


class Jumping(Part):
    """Evidence, notes, bookmarks and matches in sight get a letter, then the beginnings of events."""

    def __init__(self, session: Session, view: View) -> None:
        super().__init__(session, view)
        self._places: dict[str, int] = {}

    def action_jump(self) -> None:
        """Put letters on what is in sight."""
        marks, trace = self.session.marks, self.view.trace
        lines = trace.numbered_lines
        marked = [line for line in lines if marks.mark(line)[0] != " " or line in marks.signals]
        starts = [line for line in lines if self.session.reader.event_at(line).lines[0] == line and line not in marked]
        chosen = sorted([*marked, *starts][: len(_LETTERS)])
        if not chosen:
            self.view.say("There is nothing in sight to jump to.")
            return
        self._places = dict(zip(_LETTERS, chosen, strict=False))
        trace.labels = {line: letter for letter, line in self._places.items()}
        trace.renew()
        self.view.say("A letter goes to its line; any other key leaves the letters.")

    def takes(self, key: events.Key) -> bool:
        """The next key is a letter of a place, or ends the mode."""
        if not self._places:
            return False
        line = self._places.get(key.character or "")
        self._leave()
        if line is not None:
            self.view.trace.stand(line)
        return True

    def _leave(self) -> None:
        self._places, self.view.trace.labels = {}, {}
        self.view.unsay()
        self.view.trace.renew()

    def close(self) -> None:
        """Wait for no letter any more."""
        self._places = {}
