"""What is told in the status bar: for a while, or until a key where something went wrong."""

from textual.screen import Screen
from textual.timer import Timer

_SECONDS = 6.0


class TellingScreen(Screen[None]):
    """A screen that tells one thing at a time."""

    def __init__(self) -> None:
        super().__init__()
        self.message: tuple[str, bool] | None = None
        """The words, and whether they are about an error."""
        self._message_timer: Timer | None = None

    def draw_bars(self) -> None:
        """Show what is told."""

    def say(self, words: str, *, error: bool = False) -> None:
        """Tell something in the status bar: for a while, or until a key if it is an error."""
        if self.message is not None and self.message[1] and not error:
            before = self.message[0]  # it stays until a key, whatever else there is to tell
            words, error = before if words in before else f"{before} {words}", True
        self.message = (words, error)
        self.draw_bars()
        if self._message_timer is not None:
            self._message_timer.stop()
        if not error:
            self._message_timer = self.set_timer(_SECONDS, self.unsay)

    def unsay(self) -> None:
        """Show the place again."""
        self.message = None
        self.draw_bars()

    def on_key(self) -> None:
        """An error is told until a key."""
        if self.message is not None and self.message[1]:
            self.unsay()
