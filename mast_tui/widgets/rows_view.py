"""A widget that draws a list of rows with a cursor; the panes beside the trace are made of it."""

from bisect import bisect_right
from collections.abc import Sequence

from textual import events
from textual.geometry import Size
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from mast_tui.layout.row import Row
from mast_tui.widgets.brush import brush_of
from mast_tui.widgets.spoken_row import pointed, speak


class RowsView(Widget, can_focus=True):
    """Rows, of which some can be chosen; subclasses make the rows for a width."""

    tone = "pane"
    heading_rows = 0
    """How many of the first rows stay when the others scroll."""
    cursor: reactive[int] = reactive(0, init=False)
    """Which of the choosable rows is chosen."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._rows: Sequence[Row] = []
        self._stops: Sequence[tuple[int, int]] = []
        self._offset = 0
        self._stale = True
        self._clicked = -1
        self._scrolled = False
        """Whether somebody scrolled away from the cursor."""

    def make_rows(self, width: int) -> tuple[Sequence[Row], Sequence[tuple[int, int]]]:
        """The rows for a width, and the first and last row of each choosable thing."""
        return [], []

    def renew(self) -> None:
        """Draw anew from the state as it is now."""
        self._stale = True
        self.refresh()

    @property
    def stops(self) -> Sequence[tuple[int, int]]:
        """The choosable things, as first and last row each."""
        self._ensure()
        return self._stops

    def _ensure(self) -> None:
        if not self._stale:
            return
        self._stale = False
        self._rows, self._stops = self.make_rows(max(1, self.size.width))
        if self._stops:
            self.set_reactive(RowsView.cursor, min(self.cursor, len(self._stops) - 1))
        self._show_cursor()

    @property
    def _height(self) -> int:
        """How many rows scroll at a time."""
        return max(1, self.size.height - self.heading_rows)

    def _show_cursor(self) -> None:
        height = self._height
        if self._stops and not self._scrolled:
            first, last = (each - self.heading_rows for each in self._stops[self.cursor])
            if self.cursor == 0:
                first = 0
            if last >= self._offset + height:
                self._offset = last - height + 1
            self._offset = min(self._offset, first)
        self._offset = max(0, min(self._offset, len(self._rows) - self.heading_rows - height))

    def render_line(self, y: int) -> Strip:
        """One row."""
        self._ensure()
        at = y + (self._offset if y >= self.heading_rows else 0)
        shown = self._rows[at] if 0 <= at < len(self._rows) else Row()
        if not shown.back and self._stops and self.is_chosen(at):
            shown = pointed(self, Row(shown.spans, "cursor" if self.has_focus else "bar"))
        if self._stops and at == self._stops[self.cursor][0]:
            speak(self, y)
        return brush_of(self.app).strip(shown, self.size.width, self.tone)

    def is_chosen(self, at: int) -> bool:
        """Whether a row belongs to what the cursor stands on."""
        first, last = self._stops[self.cursor]
        return first <= at <= last

    def watch_cursor(self) -> None:
        """Keep the cursor in sight, and tell."""
        self._scrolled = False
        self._show_cursor()
        self.refresh()
        self.chosen()

    def chosen(self) -> None:
        """Say what the cursor stands on now."""

    def validate_cursor(self, cursor: int) -> int:
        """Stay inside of the rows as they are now: a key may come before they are drawn."""
        return max(0, min(cursor, max(0, len(self.stops) - 1)))

    def action_cursor(self, step: int) -> None:
        """Move the cursor; where nothing can be chosen, scroll."""
        self._ensure()
        if self._stops:
            self.cursor += step
        else:
            self.scroll_rows(step)

    def action_cursor_to(self, at: int) -> None:
        """Move to the first or the last row; where nothing can be chosen, scroll there."""
        self._ensure()
        if not self._stops:
            self.scroll_rows(len(self._rows) * (1 if at else -1))
            return
        self.cursor = at if at >= 0 else len(self._stops) - 1

    def action_page(self, step: int) -> None:
        """Scroll by a page; a row of the one before stays in sight."""
        self._ensure()
        self.scroll_rows(step * max(1, self._height - 1))

    def scroll_rows(self, step: int) -> None:
        """Scroll by some rows."""
        most = len(self._rows) - self.heading_rows - self._height
        self._offset = max(0, min(self._offset + step, most))
        self._scrolled = True
        self.refresh()

    def action_enter(self) -> None:
        """Go deeper."""

    def on_resize(self) -> None:
        """Rows are made for a width."""
        self._scrolled = False
        self.renew()

    def on_focus(self) -> None:
        """Draw the cursor as the focused one."""
        self.renew()

    def on_blur(self) -> None:
        """Draw the cursor as an unfocused one."""
        self._clicked = -1
        self.renew()

    def sees(self, stop: tuple[int, int]) -> bool:
        """Whether all rows of something choosable are in sight."""
        first, last = (each - self.heading_rows - self._offset for each in stop)
        return first >= 0 and last < self._height

    def on_click(self, event: events.Click) -> None:
        """The first click chooses, the second goes deeper."""
        self._ensure()
        at = event.y + (self._offset if event.y >= self.heading_rows else 0)
        number = bisect_right(self._stops, at, key=lambda stop: stop[0]) - 1
        if number >= 0 and at <= self._stops[number][1]:
            again = number == self.cursor == self._clicked
            self._clicked = number
            self.cursor = number
            if again:
                self.action_enter()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll with the wheel."""
        event.stop()
        self.scroll_rows(3)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll with the wheel."""
        event.stop()
        self.scroll_rows(-3)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As high as there are rows."""
        return len(self.make_rows(width)[0])
