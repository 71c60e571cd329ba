"""A line to type in, whose cursor stands still: a screen on which nothing happens sends nothing."""

from textual.reactive import var
from textual.widget import Widget
from textual.widgets import Input

from mast_tui.widgets.brush import worded


def takes_letters(widget: Widget | None) -> bool:
    """Whether letters are typed into a widget, so that they are no commands."""
    return isinstance(widget, Input) or getattr(widget, "takes_letters", False) is True


class Field(Input):
    """Textual's own but for the blinking."""

    cursor_blink = var(False)

    def on_mount(self) -> None:
        """Write the words in its place with the signs that are drawn here."""
        self.placeholder = worded(self.app, str(self.placeholder))
