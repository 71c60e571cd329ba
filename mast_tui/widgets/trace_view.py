"""The trace as a person moves in it: by rows, pages, events and with the mouse."""

from textual import events

from mast_tui.keys.table import bindings
from mast_tui.layout.trace_rows import Place, TraceRows
from mast_tui.widgets.messages import LineEntered
from mast_tui.widgets.trace_page import TracePage

_STEP = 8
_WHEEL = 3


class TraceView(TracePage):
    """A page of the trace with keys and a mouse."""

    BINDINGS = bindings("trace")

    def __init__(self, rows: TraceRows, *, id: str | None = None) -> None:
        super().__init__(rows, id=id)
        self._pressed: Place | None = None
        self._clicked: Place | None = None
        self._again = False

    def action_move(self, step: int) -> None:
        """Move the cursor by rows; blank rows are stepped over."""
        if self._must_wait(lambda: self.action_move(step)):
            return
        self._ensure()
        place = self.rows.moved(self.place, step)
        if self.rows.rows_of(place.line)[place.row].kind == "blank":
            place = self.rows.moved(place, 1 if step > 0 else -1)
        self.place = place
        self._keep_in_sight()
        self._moved()

    def action_page(self, step: int) -> None:
        """Move by a page."""
        self._scroll(step * max(1, self.height - 2))

    def action_half(self, step: int) -> None:
        """Move by half a page."""
        self._scroll(step * max(1, self.height // 2))

    def _scroll(self, rows: int, *, cursor: bool = True) -> None:
        if self._must_wait(lambda: self._scroll(rows, cursor=cursor)):
            return
        self._ensure()
        self.top = self.rows.moved(self.top, rows)
        self.top = self._without_head(self.top)
        last = self.rows.moved(self.top, self.height - 1)
        if rows > 0 and self.rows.after(last) is None:
            self.top = self.rows.moved(last, 1 - self.height)
        if cursor:
            self.place = self.rows.moved(self.place, rows)
        shown = [place for place, _ in self.rows.page(self.top, self.height)]
        if shown and self.place not in shown:
            self.place = shown[0] if self.place < shown[0] else shown[-1]
        self._moved(selects=cursor)

    def action_top(self) -> None:
        """Go to the first line."""
        if self._must_wait(self.action_top):
            return
        self.go(1, share=0, by_person=True)

    def action_end(self) -> None:
        """Go to the last line; while lines still come, also to those, until the cursor is moved."""
        if self._must_wait(self.action_end):
            return
        self.go(self.rows.reader.last, share=1, by_person=True)
        self.bound_for_end = True
        self.place = Place(self.place.line, len(self.rows.rows_of(self.place.line)) - 1)
        self.top = self.rows.moved(self.place, 1 - self.height)

    def action_event(self, step: int) -> None:
        """Go to the next event or the one before; what is folded away is stepped over."""
        if self._must_wait(lambda: self.action_event(step)):
            return
        reading = self.rows.reader
        event = reading.event_at(self.place.line)
        if step < 0 and self.place.line > event.lines[0]:
            line = event.lines[0]
        else:
            number = event.number + step
            line = reading.event(number).lines[0] if 1 <= number <= len(reading.trace.events) else event.lines[0]
        fold = self.rows.folds.at(line)
        if fold is not None and not fold.is_block:
            line = fold.first - 1 if step < 0 else fold.last + 1
            line = max(1, min(line, reading.last))
            line = reading.event_at(line).lines[0]
        self.go(line, share=0, by_person=True)

    def action_sideways(self, step: int) -> None:
        """Scroll sideways; with wrap on there is nothing to see there."""
        if not self.rows.wrap:
            self.rows.column = max(0, self.rows.column + step * _STEP)
            self.renew()

    def action_enter(self) -> None:
        """Go deeper from the row under the cursor."""
        if not self.has_lines:
            return
        self._ensure()
        kind = self.rows.rows_of(self.place.line)[self.place.row].kind
        if kind == "fold":
            self.rows.folds.open(self.place.line)
            self.rows.refresh()
            self.renew()
        self.post_message(LineEntered(self.place, kind))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll with the wheel."""
        event.stop()
        self._scroll(_WHEEL, cursor=False)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll with the wheel."""
        event.stop()
        self._scroll(-_WHEEL, cursor=False)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Put the cursor where the mouse is; what is dragged from there is selected."""
        place = self._place_at(event.y)
        if event.button != 1 or place is None:
            return
        self.capture_mouse()
        self._pressed = place
        self._again = place == self._clicked == self.place
        self.selected = None
        self.place = place
        self._moved()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Select from where the mouse was pressed; beyond an edge the page goes on."""
        if self._pressed is None:
            return
        if event.y < 1 or event.y >= self.size.height:
            self._scroll(-1 if event.y < 1 else 1, cursor=False)
        place = self._place_at(max(1, min(event.y, self.size.height - 1)))
        if place is None or (self.selected is None and place.line == self._pressed.line):
            return
        self._again = False
        self.place = place
        self.selected = (self._pressed.line, place.line)
        self._moved()

    def on_mouse_up(self) -> None:
        """A click that moved nothing goes deeper if it is the second one there."""
        if self._pressed is None:
            return
        self.release_mouse()
        self._clicked, self._pressed = self._pressed, None
        if self._again:
            self._clicked = None
            self.action_enter()

    def _place_at(self, y: int) -> Place | None:
        """The place of a row on the screen; below the last one it is the last one."""
        self._ensure()
        if y < 1 or not self._page:
            return None
        return self._page[min(y, len(self._page)) - 1][0]
