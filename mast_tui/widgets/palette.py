"""Every action in a list that one narrows by typing."""

from typing import Any

from textual.app import ComposeResult
from textual.command import CommandPalette
from textual.widgets import Input

from mast_tui.terminal.textual_internals import guard_palette


class Palette(CommandPalette):
    """Textual's palette; where there is no room for its list, or it is gone already, a key changes nothing."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        guard_palette(self)

    def compose(self) -> ComposeResult:
        """Its field and its list; the cursor stands still, as in every field."""
        for widget in super().compose():
            if isinstance(widget, Input):
                widget.cursor_blink = False
            yield widget
