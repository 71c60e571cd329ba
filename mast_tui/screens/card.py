"""A card over the dimmed screen that tells something and waits for Esc."""

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen

from mast_tui.keys.table import bindings
from mast_tui.widgets.card_rows import CardRows, Make
from mast_tui.widgets.leaving import leave


class CardScreen(ModalScreen[None]):
    """Rows in a frame; Esc, Enter and q close it and change nothing."""

    DEFAULT_CSS = """
    CardScreen { align: center middle; background: $page 60%; }
    CardScreen > Vertical {
        width: 76; max-width: 96%; height: auto; max-height: 90%;
        border: round $quiet; background: $pane; padding: 1 1;
    }
    CardScreen CardRows { height: auto; max-height: 100%; }
    """
    BINDINGS = bindings("closing")

    def __init__(self, make: Make) -> None:
        super().__init__()
        self._make = make

    def compose(self) -> ComposeResult:
        """The frame and its rows."""
        with Vertical():
            yield CardRows(self._make, closes=True)

    def action_close(self) -> None:
        """Back to where one was."""
        leave(self)
