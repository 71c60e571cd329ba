"""The ruler beside the trace: who acts where in all of it, and where findings stand; a click goes there."""

from textual import events
from textual.strip import Strip
from textual.widget import Widget

from mast_tui.layout.row import Row
from mast_tui.layout.ruler import NOTHING, Over, Ruler
from mast_tui.widgets.brush import brush_of
from mast_tui.widgets.messages import RulerPicked


class TraceRuler(Widget):
    """Draws the ruler; a click or a drag on it moves the trace."""

    DEFAULT_CSS = "TraceRuler { width: 6; height: 1fr; }"

    def __init__(self, ruler: Ruler, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._ruler = ruler
        self._rows: list[Row] = []
        self._page = (0, 0)
        self._read = 0.0
        self._over = NOTHING
        self._dragging = False

    def show(self, first: int, last: int, read: float, over: Over = NOTHING) -> None:
        """Show where the page is, how much is read, and what stands in place of the actors."""
        self._page = (first, last)
        self._over = over
        self._read = read
        rows = self._ruler.rows(max(1, self.size.height), first, last, read, over)
        if rows != self._rows:
            self._rows = rows
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """One row."""
        if not self._rows:
            self._rows = self._ruler.rows(max(1, self.size.height), *self._page, self._read, self._over)
        row = self._rows[y] if y < len(self._rows) else Row()
        return brush_of(self.app).strip(row, self.size.width, "page")

    def on_resize(self) -> None:
        """Rows stand for a height; those for the one before may be on the screen already."""
        self._rows = []
        self.refresh()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Go to where it was pressed."""
        self._dragging = True
        self.capture_mouse()
        self._pick(event.y)

    def on_mouse_up(self) -> None:
        """Stop following the mouse."""
        self._dragging = False
        self.release_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Follow the mouse while it is held."""
        if self._dragging:
            self._pick(event.y)

    def _pick(self, y: int) -> None:
        y = max(0, min(y, self.size.height - 1))
        self.post_message(RulerPicked(self._ruler.line_at(y, max(1, self.size.height))))
