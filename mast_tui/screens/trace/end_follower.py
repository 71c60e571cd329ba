"""Follows the end of a growing trace, pauses where one goes up, and goes on at the end."""

from agent.number_words import count, duration
from mast_tui.screens.trace.part import Part, View, hears
from mast_tui.state.session import Session
from mast_tui.widgets.messages import TraceMoved

_SLOW = 1.5


class EndFollower(Part):
    """Whether the end is followed, and where one left it."""

    def __init__(self, session: Session, view: View) -> None:
        super().__init__(session, view)
        self.follows = False
        self.rest = 0.0
        """Seconds between two times that a file is read anew, where it has to be."""
        self._paused_at: int | None = None
        self._end = 0

    @property
    def minds_end(self) -> bool:
        """Whether the end is followed, or will be again."""
        return self.follows or self._paused_at is not None

    @property
    def words(self) -> str:
        """Whether the end is followed, and at which pace."""
        if self._paused_at is not None:
            new = max(0, self.session.reader.last - self._paused_at)
            return f"paused, {count(new, 'new line')}"
        if not self.follows:
            return ""
        pace = f", read anew every {duration(self.rest)}" if self.rest > _SLOW else ""
        return f"following{pace}"

    def draw_place(self) -> None:
        """Say it beside the place."""
        self.session.pace = self.words

    def action_follow(self) -> None:
        """Follow the end of a growing trace, go on with it, or stop."""
        self.follows, self._paused_at = not self.follows, None
        if self.follows:
            self.go_to_end()
        self.view.draw_place()

    def go_to_end(self) -> None:
        """Stand on the last line."""
        self._end = self.session.reader.last
        self.view.trace.action_end()

    @hears(TraceMoved)
    def _moved(self, message: TraceMoved) -> None:
        """Going up pauses; going to the end goes on."""
        last = self.session.reader.last
        if not message.by_person:
            return
        if self.follows and message.place.line < self._end:
            self.follows, self._paused_at = False, last
        elif self._paused_at is not None and message.place.line >= last:
            self.follows, self._paused_at = True, None
            self._end = last
        else:
            return
        self.view.draw_place()
