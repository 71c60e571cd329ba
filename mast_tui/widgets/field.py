"""A line to type in, whose cursor stands still: a screen on which nothing happens sends nothing."""

from textual.reactive import var
from textual.widgets import Input


class Field(Input):
    """Textual's own but for the blinking."""

    cursor_blink = var(False)
