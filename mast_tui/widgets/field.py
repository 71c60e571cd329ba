"""A line to type in, whose cursor stands still: a screen on which nothing happens sends nothing."""

from textual.reactive import var
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input

from mast_tui.widgets.brush import worded
from mast_tui.widgets.spoken_row import speak


def takes_letters(widget: Widget | None) -> bool:
    """Whether letters are typed into a widget, so that they are no commands."""
    return isinstance(widget, Input) or getattr(widget, "takes_letters", False) is True


class Field(Input):
    """Textual's own but for the blinking."""

    cursor_blink = var(False)

    def on_mount(self) -> None:
        """Write the words in its place with the signs that are drawn here."""
        self.placeholder = worded(self.app, str(self.placeholder))

    def render_line(self, y: int) -> Strip:
        """A row; the terminal's cursor stands in it where somebody hears the screen, also before the first letter."""
        speak(self, y, self.cursor_screen_offset.x - self.content_region.x)
        return super().render_line(y)
