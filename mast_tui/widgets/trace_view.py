"""The trace itself: rows drawn straight from the index, with a cursor; nothing is kept for a line that is not seen."""

from collections.abc import Callable

from textual import events
from textual.strip import Strip
from textual.widget import Widget

from mast_tui.keys import bindings
from mast_tui.layout.row import Row, Span
from mast_tui.layout.trace_rows import Place, TraceRow, TraceRows
from mast_tui.messages import LineEntered, TraceMoved
from mast_tui.widgets.brush import brush_of

_STEP = 8
_WHEEL = 3


class TraceView(Widget, can_focus=True):
    """Scrolls by places instead of row numbers, so a trace of any size needs no count of its rows."""

    DEFAULT_CSS = "TraceView { height: 1fr; width: 1fr; }"
    BINDINGS = bindings("trace")

    def __init__(self, rows: TraceRows, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.rows = rows
        self.top = Place(1)
        self.place = Place(1)
        self.selected: tuple[int, int] | None = None
        self.empty = "reading"
        self._page: list[tuple[Place, TraceRow]] = []
        self._stale = True
        self._asked: list[Callable[[], None]] = []

    @property
    def height(self) -> int:
        """How many rows of the trace are in sight: the first row of the pane is the sticky head."""
        return max(1, self.size.height - 1)

    @property
    def has_lines(self) -> bool:
        """Whether there is anything to look at yet."""
        return self.rows.reading.last > 0

    @property
    def lines_in_sight(self) -> tuple[int, int]:
        """The first and the last line of the page."""
        self._ensure()
        if not self._page:
            return 1, 1
        return self._page[0][0].line, self._page[-1][0].line

    def renew(self) -> None:
        """Draw anew."""
        self._stale = True
        self.refresh()

    def grown(self) -> None:
        """More of the trace is read."""
        if not self._page or len(self._page) < self.height:
            self.rows.refresh()
        self.renew()
        if self.has_lines and self._asked:
            asked, self._asked = self._asked, []
            for each in asked:
                each()

    def _must_wait(self, action: Callable[[], None]) -> bool:
        """Whether there is no line to move to yet; the action is done as soon as there is one."""
        if not self.has_lines:
            self._asked.append(action)
        return not self.has_lines

    def _ensure(self) -> None:
        if not self._stale:
            return
        self._stale = False
        self.rows.width = max(20, self.size.width)
        self._page = []
        if not self.has_lines:
            return
        self.top = self._without_head(self.rows.settled(self.top))
        self.place = self.rows.settled(self.place)
        if self.place == Place(1):
            self.place = Place(1, self.rows.first_text(1))
        self._page = list(self.rows.page(self.top, self.height))

    def _without_head(self, top: Place) -> Place:
        """The head of the top line is the sticky head already."""
        return Place(top.line, max(top.row, self.rows.first_text(top.line)))

    def render_line(self, y: int) -> Strip:
        """One row: the sticky head, then the page."""
        self._ensure()
        brush, width = brush_of(self.app), self.size.width
        if not self._page:
            words = self.empty if y == self.size.height // 2 else ""
            return brush.strip(Row((Span(words.center(width), "quiet"),)), width, "page")
        if y == 0:
            return brush.strip(self._sticky(width), width, "page")
        if y > len(self._page):
            return brush.strip(Row(), width, "page")
        place, made = self._page[y - 1]
        shown = made.row
        if self._is_selected(place.line) and made.kind == "text":
            shown = Row(shown.spans, "bar")
        if place == self.place and shown.back != "evidence_line":
            shown = Row(shown.spans, "cursor" if self.has_focus else "bar")
        elif place == self.place:
            shown = Row((Span(shown.spans[0].text, "text/cursor bold"), *shown.spans[1:]), shown.back)
        return brush.strip(shown, width, "page")

    def _sticky(self, width: int) -> Row:
        lead = Span("▌1" if self.has_focus else " 1", "accent bold" if self.has_focus else "quiet")
        event = self.rows.reading.event_at(self.top.line)
        if not self.rows.heads.has_head(event):
            name = f"   paragraph {event.number:,}"
            return Row((lead, Span(name, "quiet")))
        return self.rows.heads.sticky(event, width, self.rows.digits, lead)

    def _is_selected(self, line: int) -> bool:
        return self.selected is not None and min(self.selected) <= line <= max(self.selected)

    def go(self, line: int, *, share: float = 1 / 3, by_person: bool = False) -> None:
        """Put a line at some share of the height, with the cursor on it."""
        if not self.has_lines:
            return
        line = max(1, min(line, self.rows.reading.last))
        self.rows.folds.open(line)
        self.rows.refresh()
        self.rows.width = max(20, self.size.width)
        place = self.rows.settled(Place(line, 0))
        self.place = Place(place.line, self.rows.first_text(place.line))
        self.top = self.rows.moved(self.place, -int(self.height * share))
        self._moved(by_person=by_person)

    def _moved(self, *, by_person: bool = True) -> None:
        if self.selected is not None and by_person:
            self.selected = (self.selected[0], self.place.line)
        self.renew()
        self.post_message(TraceMoved(self.place, by_person))

    def _keep_in_sight(self) -> None:
        """Move the page so that the cursor lies in it."""
        shown = [place for place, _ in self.rows.page(self.top, self.height)]
        if self.place in shown:
            return
        if self.place < self.top:
            self.top = self.place
        else:
            self.top = self.rows.moved(self.place, 1 - self.height)

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
        self._moved()

    def action_top(self) -> None:
        """Go to the first line."""
        if self._must_wait(self.action_top):
            return
        self.go(1, share=0, by_person=True)

    def action_end(self) -> None:
        """Go to the last line."""
        if self._must_wait(self.action_end):
            return
        self.go(self.rows.reading.last, share=1, by_person=True)
        self.place = Place(self.place.line, len(self.rows.rows_of(self.place.line)) - 1)
        self.top = self.rows.moved(self.place, 1 - self.height)
        self.renew()

    def action_event(self, step: int) -> None:
        """Go to the next event or the one before; what is folded away is stepped over."""
        if self._must_wait(lambda: self.action_event(step)):
            return
        reading = self.rows.reading
        event = reading.event_at(self.place.line)
        if step < 0 and self.place.line > event.lines[0]:
            line = event.lines[0]
        else:
            number = event.number + step
            line = reading.event(number).lines[0] if 1 <= number <= len(reading.trace.events) else event.lines[0]
        fold = self.rows.folds.at(line)
        if fold is not None:
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

    def on_resize(self) -> None:
        """The top event stays where it is; its rows are made anew."""
        self.top = Place(self.top.line)
        self.rows.width = max(20, self.size.width)
        if self.has_lines:
            self.place = self.rows.settled(Place(self.place.line, self.place.row))
            self._keep_in_sight()
        self.renew()

    def on_focus(self) -> None:
        """Show the cursor as the focused one."""
        self.renew()

    def on_blur(self) -> None:
        """Show the cursor as an unfocused one."""
        self.renew()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll with the wheel."""
        event.stop()
        self._scroll(_WHEEL, cursor=False)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll with the wheel."""
        event.stop()
        self._scroll(-_WHEEL, cursor=False)

    def on_click(self, event: events.Click) -> None:
        """Put the cursor where it was clicked; a second click goes deeper."""
        self._ensure()
        at = event.y - 1
        if 0 <= at < len(self._page):
            place = self._page[at][0]
            if place == self.place and event.chain > 1:
                self.action_enter()
                return
            self.place = place
            self._moved()
