"""On a plain screen the row that one stands on has a sign of its own and the terminal's cursor: it is spoken."""

from textual.geometry import Offset
from textual.widget import Widget

from mast_tui.layout.row import Row, Span
from mast_tui.terminal.textual_internals import show_cursor


def is_plain(widget: Widget) -> bool:
    """Whether the screen is for somebody who hears it."""
    return getattr(getattr(widget.app, "settings", None), "plain", False)


def pointed(widget: Widget, shown: Row) -> Row:
    """The row with a sign before it, where no colour tells it from the others."""
    if not (widget.app.no_color or is_plain(widget)) or not shown.text.startswith(" "):
        return shown
    first, *others = shown.spans
    return Row((Span(">", "text bold"), first._replace(text=first.text[1:]), *others), shown.back)


def speak(widget: Widget, y: int, x: int = 0) -> None:
    """Put the terminal's cursor on a row of the widget that has the focus, and show it, if the screen is plain.

    It is said as that row is drawn: then it has its place on the screen, also after a while in a shell.
    """
    if widget.has_focus and is_plain(widget):
        widget.app.cursor_position = widget.content_region.offset + Offset(x, y)
        show_cursor(widget.app)
