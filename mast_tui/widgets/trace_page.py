"""A page of the trace: rows drawn straight from the index, with a cursor; nothing is kept for a line not seen."""

from collections.abc import Callable

from textual.strip import Strip
from textual.widget import Widget

from mast_tui.layout.row import Row, Span
from mast_tui.layout.trace_rows import Place, TraceRow, TraceRows
from mast_tui.layout.width import words_wrapped
from mast_tui.widgets.brush import brush_of
from mast_tui.widgets.messages import PageSized, TraceMoved
from mast_tui.widgets.spoken_row import speak


class TracePage(Widget, can_focus=True):
    """Stands at a place instead of a row number, so a trace of any size needs no count of its rows."""

    DEFAULT_CSS = "TracePage { height: 1fr; width: 1fr; }"
    ALLOW_SELECT = False

    def __init__(self, rows: TraceRows, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.rows = rows
        self.top = Place(1)
        self.place = Place(1)
        self.selected: tuple[int, int] | None = None
        self.bound_for_end = False
        """Whether the cursor was last sent to the end."""
        self.labels: dict[int, str] = {}
        """Letters that stand in place of marks, for a while."""
        self.empty = "reading"
        self._page: list[tuple[Place, TraceRow]] = []
        self._stale = True
        self._digits = 0
        self._asked: list[Callable[[], None]] = []

    @property
    def height(self) -> int:
        """How many rows of the trace are in sight: the first row of the pane is the sticky head."""
        return max(1, self.size.height - 1)

    @property
    def has_lines(self) -> bool:
        """Whether there is anything to look at yet."""
        return self.rows.reader.last > 0

    @property
    def lines_in_sight(self) -> tuple[int, int]:
        """The first and the last line of the page."""
        self._ensure()
        if not self._page:
            return 1, 1
        return self._page[0][0].line, self._page[-1][0].line

    @property
    def numbered_lines(self) -> list[int]:
        """The lines whose first row is in sight."""
        self._ensure()
        return list(dict.fromkeys(place.line for place, made in self._page if made.is_first_of_line))

    def stand(self, line: int) -> None:
        """Put the cursor on a line in sight; the page stays where it is."""
        self._ensure()
        self.place = self.rows.settled(Place(line, self.rows.first_text(line)))
        self._moved()

    def renew(self) -> None:
        """Draw anew."""
        self._stale = True
        self.refresh()

    def grown(self) -> None:
        """More of the trace is read."""
        if not self._page or len(self._page) < self.height or self.rows.digits != self._digits:
            self._digits = self.rows.digits
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
            told = dict(enumerate(words_wrapped(self.empty, max(1, width - 4)), self.size.height // 2))
            return brush.strip(Row((Span(told.get(y, "").center(width), "quiet"),)), width, "page")
        if y == 0:
            return brush.strip(self._sticky(width), width, "page")
        if y > len(self._page):
            return brush.strip(Row(), width, "page")
        place, made = self._page[y - 1]
        shown = self._labelled(place.line, made)
        if self._is_selected(place.line) and made.kind == "text":
            shown = Row((Span(shown.spans[0].text, "on_accent/accent bold"), *shown.spans[1:]), "cursor")
        if place == self.place:
            speak(self, y)
        if place == self.place and shown.back != "evidence_line":
            shown = Row(shown.spans, "cursor" if self.has_focus else "bar")
        elif place == self.place:
            shown = Row((Span(shown.spans[0].text, "text/cursor bold"), *shown.spans[1:]), shown.back)
        return brush.strip(shown, width, "page", as_written=made.kind == "text")

    def _labelled(self, line: int, made: TraceRow) -> Row:
        """The row, with a letter in place of its mark where it has one."""
        label = self.labels.get(line)
        if label is None or not made.is_first_of_line:
            return made.row
        number, _, *others = made.row.spans
        return Row((number, Span(label, "on_accent/accent bold"), *others), made.row.back)

    def _sticky(self, width: int) -> Row:
        lead = Span("▌1" if self.has_focus else " 1", "accent bold" if self.has_focus else "quiet")
        event = self.rows.reader.event_at(self.top.line)
        if not self.rows.heads.has_head(event):
            name = f"   paragraph {event.number:,}"
            return Row((lead, Span(name, "quiet")))
        return self.rows.heads.sticky(event, width, self.rows.digits, lead)

    def _is_selected(self, line: int) -> bool:
        return self.selected is not None and min(self.selected) <= line <= max(self.selected)

    def go(self, line: int, *, share: float = 1 / 3, by_person: bool = False, through: int = 0) -> None:
        """Put a line at some share of the height, with the cursor on it; the rows of the lines `through` fit too."""
        if not self.has_lines:
            return
        line = max(1, min(line, self.rows.reader.last))
        self.rows.folds.open(line)
        self.rows.refresh()
        self.rows.width = max(20, self.size.width)
        place = self.rows.settled(Place(line, 0))
        self.place = Place(place.line, self.rows.first_text(place.line))
        self.top = self.rows.moved(self.place, -int(self.height * share))
        if through >= line:
            self._fit(min(through, self.rows.reader.last))
        self._moved(by_person=by_person)

    def _fit(self, last: int) -> None:
        """Move the page down as far as the end of a line needs, and never past the cursor."""
        end = self.rows.settled(Place(last))
        end = Place(end.line, len(self.rows.rows_of(end.line)) - 1)
        for _ in range(self.height):
            below = self.rows.moved(self.top, self.height - 1)
            following = self.rows.after(self.top)
            if end <= below or following is None or self.top >= self.place:
                return
            self.top = following

    def _moved(self, *, by_person: bool = True, selects: bool = True) -> None:
        if self.selected is not None and by_person and selects:
            self.selected = (self.selected[0], self.place.line)
        self.bound_for_end = self.bound_for_end and not by_person
        self._stale = True  # drawn by the screen that is told, in one frame with what else shows the place
        self.post_message(TraceMoved(self.place, by_person))

    def on_resize(self) -> None:
        """The top event stays where it is; its rows are made anew, and what shows the page is told."""
        self.top = Place(self.top.line)
        self.rows.width = max(20, self.size.width)
        if self.has_lines:
            self.place = self.rows.settled(Place(self.place.line, self.place.row))
            self._keep_in_sight()
            self.post_message(TraceMoved(self.place, by_person=False))
        self.renew()
        self.post_message(PageSized())

    def on_focus(self) -> None:
        """Show the cursor as the focused one."""
        self.renew()

    def on_blur(self) -> None:
        """Show the cursor as an unfocused one."""
        self.renew()

    def _keep_in_sight(self) -> None:
        """Move the page so that the cursor lies in it."""
        shown = [place for place, _ in self.rows.page(self.top, self.height)]
        if self.place in shown:
            return
        if self.place < self.top:
            self.top = self.place
        else:
            self.top = self.rows.moved(self.place, 1 - self.height)
