"""A card over the dimmed screen that tells something and waits for Esc."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from mast_tui.keys import bindings
from mast_tui.layout.row import Row
from mast_tui.widgets.rows_view import RowsView

Make = Callable[[int], Sequence[Row]]


class CardRows(RowsView):
    """The rows of a card."""

    BINDINGS = bindings("card")

    def __init__(self, make: Make) -> None:
        super().__init__()
        self._make = make

    def make_rows(self, width: int) -> tuple[list[Row], list[tuple[int, int]]]:
        """The rows for a width; none of them can be chosen."""
        return list(self._make(width)), []


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
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,q", "close", "Close", show=False)]

    def __init__(self, make: Make) -> None:
        super().__init__()
        self._make = make

    def compose(self) -> ComposeResult:
        """The frame and its rows."""
        with Vertical():
            yield CardRows(self._make)

    def action_close(self) -> None:
        """Back to where one was."""
        self.dismiss()
