"""Runs and modes with a cursor that moves over both, and the groups of failures below."""

from collections.abc import Sequence

from textual.message import Message

from mast_tui.keys.table import bindings
from mast_tui.layout.row import Row
from mast_tui.layout.summary_rows import HEADING, HeatCell, SummaryRows
from mast_tui.state.told_runs import ToldRuns
from mast_tui.terminal.themes import ASCII, FULL
from mast_tui.widgets.rows_view import RowsView


class CellLit(Message):
    """The cursor stands on another cell."""


class CellEntered(Message):
    """The run of the cell is to be opened."""


class SummaryView(RowsView):
    """The whole summary as one page."""

    BINDINGS = bindings("heat")
    tone = "page"
    heading_rows = HEADING

    def __init__(self, told: ToldRuns, *, ascii: bool) -> None:
        super().__init__()
        self._told = told
        self._symbols = ASCII if ascii else FULL

    def make_rows(self, width: int) -> tuple[Sequence[Row], Sequence[tuple[int, int]]]:
        """The rows, made when they are drawn."""
        rows = SummaryRows(self._told.summary, self._told.by, width, self._told.at, self._symbols)
        return rows, rows.stops

    def stand_at(self, at: HeatCell) -> None:
        """Stand on a cell."""
        self._ensure()
        self._told.at = at
        self.cursor = at.row
        self._moved()

    def chosen(self) -> None:
        """Another row: among runs the mode stays, in a group one begins with its first run."""
        is_run, was_run = (row < len(self._told.summary.runs) for row in (self.cursor, self._told.at.row))
        self._told.at = HeatCell(self.cursor, self._told.at.column if is_run and was_run else 0)
        self._moved()

    def _moved(self) -> None:
        self.renew()
        self.post_message(CellLit())

    def action_column(self, step: int) -> None:
        """Another mode of the run, or another run of the group."""
        summary, at = self._told.summary, self._told.at
        number = len(summary.runs)
        most = len(summary.taxonomy.codes) if at.row < number else len(summary.groups[at.row - number].places) - 1
        self._told.at = HeatCell(at.row, max(0, min(at.column + step, most)))
        self._moved()

    def action_part(self) -> None:
        """From the runs to the groups, then to what stands below, and back to the first run."""
        number = len(self._told.summary.runs)
        if self.cursor < number and self._told.summary.groups:
            self.cursor = number
        elif self._offset < len(self._rows) - self.heading_rows - self._height:
            self.scroll_rows(self._height)
        else:
            self.cursor = 0
            self.action_cursor_to(0)
            self._scrolled = False
            self._show_cursor()
            self.refresh()

    def action_enter(self) -> None:
        """Open the run of the cell."""
        self.post_message(CellEntered())
