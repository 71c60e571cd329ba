"""The rows of a table of many runs that are wanted, in the order that is wanted; the cursor stays on its run."""

from collections.abc import Sequence

from textual.message import Message

from mast_tui.keys.table import bindings
from mast_tui.layout.row import Row
from mast_tui.layout.run_rows import RunStops
from mast_tui.layout.run_table_rows import RowKey, RunTableRows
from mast_tui.state.run_table import RunTable
from mast_tui.widgets.rows_view import RowsView


class RowLit(Message):
    """The cursor stands on another run."""


class RowEntered(Message):
    """A run is to be opened."""


class RunTableView(RowsView):
    """The rows of the table that are wanted, in the order that is wanted."""

    BINDINGS = bindings("table")
    tone = "page"
    heading_rows = 1

    def __init__(self, table: RunTable, mark: str) -> None:
        super().__init__()
        self._table = table
        self._mark = mark
        self.keys: list[RowKey] = []

    def make_rows(self, width: int) -> tuple[Sequence[Row], Sequence[tuple[int, int]]]:
        """The rows, made when they are drawn."""
        return RunTableRows(self._table, self.keys, width, self._mark), RunStops(len(self.keys))

    def look_again(self) -> None:
        """Take in what was found and read, and stay on the same run."""
        here = self._table.cursor
        self.keys = self._table.shown()
        self.renew()
        self._ensure()
        if here is not None and here in self.keys:
            self.cursor = self.keys.index(here)
        self.chosen()

    @property
    def picked(self) -> RowKey | None:
        """The run that the cursor stands on."""
        return self.keys[self.cursor] if self.cursor < len(self.keys) else None

    @property
    def in_sight(self) -> list[int]:
        """The files whose rows can be seen."""
        return [key.file for key in self.keys[self._offset : self._offset + self._height]]

    def chosen(self) -> None:
        """Remember the run, and say more of it."""
        self._table.cursor = self.picked
        self.post_message(RowLit())

    def action_enter(self) -> None:
        """Open the run."""
        self.post_message(RowEntered())
