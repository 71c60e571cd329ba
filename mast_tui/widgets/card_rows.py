"""Rows that tell something, with how to go on below them where there is not room for all."""

from collections.abc import Callable, Iterable, Sequence
from itertools import chain

from textual.geometry import Size
from textual.strip import Strip

from mast_tui.keys.chosen import hints_said
from mast_tui.keys.table import bindings
from mast_tui.layout.row import Row, Span
from mast_tui.widgets.brush import brush_of
from mast_tui.widgets.rows_view import RowsView

Make = Callable[[int], Sequence[Row]]


_KEYS = (("{card.down} {card.up}", " scroll   "), ("{closing.close}", " closes"))
_ENDS = 2
"""So many rows stand under a card that is longer than the screen."""


class CardRows(RowsView):
    """The rows of a card, and where it closes by a key of its own, that key below them."""

    BINDINGS = bindings("card")

    def __init__(self, make: Make, *, closes: bool = False) -> None:
        super().__init__()
        self._make = make
        self._ends = [Row(), _end(_KEYS[1:])] if closes else []
        self._is_long = False

    def make_rows(self, width: int) -> tuple[list[Row], list[tuple[int, int]]]:
        """The rows for a width; none of them can be chosen."""
        rows = list(self._make(width))
        self._is_long = 0 < self.size.height < len(rows) + len(self._ends)
        return rows if self._is_long else [*rows, *self._ends], []

    @property
    def _height(self) -> int:
        return max(1, super()._height - (_ENDS if self._is_long else 0))

    def render_line(self, y: int) -> Strip:
        """One row; where not all fit, the last one says how to go on and how to leave."""
        self._ensure()
        from_end = self.size.height - y
        if self._is_long and from_end <= _ENDS:
            return brush_of(self.app).strip(_end(_KEYS) if from_end == 1 else Row(), self.size.width, self.tone)
        return super().render_line(y)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As high as all rows."""
        return len(self._make(width)) + len(self._ends)


def _end(keys: Iterable[tuple[str, str]]) -> Row:
    """The keys below a card."""
    said = ((Span(key, "accent bold"), Span(words, "quiet")) for key, words in hints_said(keys))
    return Row((Span("  ", "accent bold"), *chain.from_iterable(said)))
