"""Rows that tell something, with how to go on below them where there is not room for all."""

from collections.abc import Callable, Sequence

from textual.geometry import Size
from textual.strip import Strip

from mast_tui.keys.table import bindings
from mast_tui.layout.row import Row, row
from mast_tui.widgets.brush import brush_of
from mast_tui.widgets.rows_view import RowsView

Make = Callable[[int], Sequence[Row]]


_ENDS = (
    Row(),
    row(("  j k", "accent bold"), (" scroll   ", "quiet"), ("Esc", "accent bold"), (" closes", "quiet")),
)
"""What stands under a card that is longer than the screen: as many rows as every card ends with."""


class CardRows(RowsView):
    """The rows of a card."""

    BINDINGS = bindings("card")

    def __init__(self, make: Make) -> None:
        super().__init__()
        self._make = make
        self._is_long = False

    def make_rows(self, width: int) -> tuple[list[Row], list[tuple[int, int]]]:
        """The rows for a width; none of them can be chosen."""
        rows = list(self._make(width))
        self._is_long = 0 < self.size.height < len(rows)
        return rows[: -len(_ENDS)] if self._is_long else rows, []

    @property
    def _height(self) -> int:
        return max(1, super()._height - (len(_ENDS) if self._is_long else 0))

    def render_line(self, y: int) -> Strip:
        """One row; where not all fit, the last one says how to go on and how to leave."""
        self._ensure()
        from_end = self.size.height - y
        if self._is_long and from_end <= len(_ENDS):
            return brush_of(self.app).strip(_ENDS[-from_end], self.size.width, self.tone)
        return super().render_line(y)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As high as all rows."""
        return len(self._make(width))
