"""A row of a form in which one of many things is chosen: the one that holds is shown, the keys go on to others."""

from collections.abc import Sequence

from textual.message import Message

from mast_tui.keys.table import bindings
from mast_tui.layout.row import Row, Span, clipped
from mast_tui.widgets.bars import Bar
from mast_tui.widgets.field_row import NAME


class ChoiceRow(Bar, can_focus=True):
    """A name, and what is chosen."""

    tone = "pane"
    BINDINGS = bindings("choice")

    class Chosen(Message):
        """Another thing is chosen."""

        def __init__(self, value: str) -> None:
            super().__init__()
            self.value = value

    def __init__(self, name: str, choices: Sequence[tuple[str, str]], chosen: str, *, id: str) -> None:
        super().__init__(id=id)
        self._label = name
        self.offer(choices, chosen)

    def offer(self, choices: Sequence[tuple[str, str]], chosen: str) -> None:
        """Let these be chosen from."""
        self._choices = choices
        self._at = next((at for at, (value, _) in enumerate(choices) if value == chosen), 0)
        self.refresh()

    @property
    def value(self) -> str:
        """What is chosen."""
        return self._choices[self._at][0]

    def made(self, width: int) -> Row:
        """The row."""
        lit = self.has_focus
        spans = [
            Span("▌ " if lit else "  ", "accent"),
            Span(f"{self._label:<{NAME - 2}}", "text bold" if lit else "quiet"),
            Span("‹ " if lit else "  ", "accent"),
            Span(self._choices[self._at][1], "text"),
            Span(" ›" if lit else "", "accent"),
        ]
        return Row(clipped(spans, width - 1))

    def action_move(self, step: int) -> None:
        """Go on to another."""
        self._at = (self._at + step) % len(self._choices)
        self.refresh()
        self.post_message(self.Chosen(self.value))

    def on_focus(self) -> None:
        """The focus shows in the row itself."""
        self.refresh()

    def on_blur(self) -> None:
        """It shows that it is gone, too."""
        self.refresh()
