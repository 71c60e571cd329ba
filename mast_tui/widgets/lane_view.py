"""The picture of a run in lanes, with a cursor that moves over lanes and columns."""

from collections.abc import Sequence

from textual.message import Message

from agent.statistics.lanes import Lanes
from mast_tui.keys.table import bindings
from mast_tui.layout.lane_rows import HEADING, LaneMark, label_width, lane_rows
from mast_tui.layout.row import Row
from mast_tui.state.session import Session
from mast_tui.terminal.themes import ASCII, FULL
from mast_tui.widgets.rows_view import RowsView


class CellLit(Message):
    """The cursor stands in another lane or column."""


class CellEntered(Message):
    """Go to what stands in the cell."""


class LaneView(RowsView):
    """The picture, with a cursor that moves over lanes and columns."""

    BINDINGS = bindings("lane")
    tone = "page"
    heading_rows = HEADING

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self.made: Lanes | None = None
        self.marks: Sequence[LaneMark] = ()
        self.column = 0

    @property
    def columns(self) -> int:
        """How many columns there is room for."""
        return max(10, self.size.width - label_width(self.size.width) - 2)

    def make_rows(self, width: int) -> tuple[Sequence[Row], Sequence[tuple[int, int]]]:
        """The rows, and which of them are lanes."""
        if self.made is None:
            return [], []
        self.column = max(0, min(self.column, self.made.columns - 1))
        session, is_ascii = self._session, self._session.settings.ascii
        symbols = ASCII if is_ascii else FULL
        at = self.cursor, self.column
        rows = lane_rows(self.made, self.marks, session.actors, width, at, symbols, ascii=is_ascii)
        return rows, [(HEADING + 2 * lane, HEADING + 2 * lane) for lane in range(len(self.made.lanes))]

    def show(self, made: Lanes, marks: Sequence[LaneMark], lane: int, column: int) -> None:
        """Draw a stretch with the cursor in a cell."""
        self.made, self.marks, self.column = made, marks, column
        self.renew()
        self._ensure()
        self.cursor = lane
        self.chosen()

    def chosen(self) -> None:
        """Draw the cell, and say what is in it."""
        self.renew()
        self.post_message(CellLit())

    def action_column(self, step: int) -> None:
        """Some columns on."""
        if self.made is not None:
            self.column = max(0, min(self.column + step, self.made.columns - 1))
            self.chosen()

    def action_act(self, step: int) -> None:
        """The next column in which this lane has something."""
        if self.made is None or not self.made.lanes:
            return
        busy = [at for at, number in enumerate(self.made.lanes[self.cursor].counts) if number]
        ahead = [at for at in busy if (at - self.column) * step > 0]
        if ahead:
            self.column = min(ahead) if step > 0 else max(ahead)
            self.chosen()

    def action_finding(self, step: int) -> None:
        """The next finding."""
        if self.made is None:
            return
        ahead = [mark for mark in self.marks if (mark.column - self.column) * step > 0]
        if ahead:
            mark = min(ahead, key=lambda each: abs(each.column - self.column))
            self.column = mark.column
            lane = next((at for at, each in enumerate(self.made.lanes) if each.name == mark.lane), self.cursor)
            self.cursor = lane
            self.chosen()

    def action_enter(self) -> None:
        """Go to what stands in the cell."""
        self.post_message(CellEntered())
