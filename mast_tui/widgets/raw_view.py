"""The bytes of one event as the file has them, in place of the trace."""

from mast_tui.keys.table import bindings
from mast_tui.layout.raw_rows import raw_rows
from mast_tui.layout.row import Row, Span, row
from mast_tui.widgets.rows_view import RowsView


class RawView(RowsView):
    """Scrolls bytes; r or Esc goes back to the lines."""

    DEFAULT_CSS = "RawView { height: 1fr; width: 1fr; display: none; }"
    BINDINGS = bindings("raw")
    tone = "page"
    heading_rows = 1

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._data = b""
        self._start = 0
        self._end = 0

    def show(self, data: bytes, start: int, end: int) -> None:
        """Show the bytes from start; there may be more up to the end than are shown."""
        self._data, self._start, self._end = data, start, end
        self._offset = 0
        self.renew()

    def make_rows(self, width: int) -> tuple[list[Row], list[tuple[int, int]]]:
        """The head and the bytes."""
        lead = Span("▌1", "accent bold") if self.has_focus else Span(" 1", "quiet")
        rows = [Row((lead, Span(f"  raw bytes {self._start:,}-{self._end:,}", "text bold")))]
        rows += raw_rows(self._data, self._start, width)
        left = self._end - self._start - len(self._data)
        if left > 0:
            rows.append(row((f"  {left:,} more bytes are not shown", "quiet italic")))
        return rows, []
