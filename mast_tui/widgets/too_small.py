"""The one sentence for a terminal that is too small for anything else."""

from textual.strip import Strip
from textual.widget import Widget

from mast_tui.layout.arrangement import SMALLEST
from mast_tui.layout.row import Row, Span
from mast_tui.layout.width import words_wrapped
from mast_tui.widgets.brush import brush_of


class TooSmall(Widget):
    """Says how large the terminal has to be; nothing is drawn beside it."""

    DEFAULT_CSS = "TooSmall { display: none; width: 1fr; height: 1fr; }"

    def render_line(self, y: int) -> Strip:
        """The sentence in the middle."""
        width, height = self.size
        said = f"This terminal is {width}x{height}; make it at least {SMALLEST[0]}x{SMALLEST[1]}, your place is kept."
        rows = words_wrapped(said, max(4, width - 2))
        at = y - max(0, (height - len(rows)) // 2)
        words = rows[at] if 0 <= at < len(rows) else ""
        return brush_of(self.app).strip(Row((Span(words.center(width), "text"),)), width, "page")
