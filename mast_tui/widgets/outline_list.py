"""The events of the trace, a row for each, under headings that fold; it follows the trace."""

from collections.abc import Callable, Sequence
from typing import TypeVar, overload

from textual.strip import Strip

from agent.number_words import count
from agent.trace.event import Event
from mast_tui.keys.table import bindings
from mast_tui.layout.outline_index import Grouping, OutlineIndex, Spot
from mast_tui.layout.outline_rows import LIST, OutlineRows
from mast_tui.layout.row import Row, Span, spread
from mast_tui.state.session import Session
from mast_tui.terminal.themes import Symbols
from mast_tui.widgets.brush import brush_of
from mast_tui.widgets.messages import LineWanted
from mast_tui.widgets.rows_view import RowsView

_PREVIEW = 5
_TALL = 18
"""From this height on the event under the cursor is shown below the list."""
_KEPT = 600
_HEADING = 2
Thing = TypeVar("Thing")


class MadeOnDemand(Sequence[Thing]):
    """As many things as there are, each made when it is asked for."""

    def __init__(self, many: Callable[[], int], make: Callable[[int], Thing]) -> None:
        self._many = many
        self._make = make

    def __len__(self) -> int:
        return self._many()

    @overload
    def __getitem__(self, at: int) -> Thing: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Thing]: ...
    def __getitem__(self, at: int | slice) -> Thing | Sequence[Thing]:
        if isinstance(at, slice):
            return [self._make(each) for each in range(*at.indices(len(self)))]
        return self._make(at)


class OutlinePage:
    """The rows of the outline as they are looked at, kept until what they show is another."""

    def __init__(self, session: Session, symbols: Symbols) -> None:
        self.session = session
        self.makes = OutlineRows(session.reader, session.actors, session.marks, symbols)
        self.index = OutlineIndex()
        self._kept: dict[int, Row] = {}
        self._state: tuple[object, ...] = ()

    def forget(self) -> None:
        """Make every row anew."""
        self._kept.clear()

    def row(self, at: int, width: int) -> Row:
        """The row of a heading or an event."""
        state = (width, self.session.marks.version, self.session.marks.signals, self.session.reader.last)
        if state != self._state or len(self._kept) > _KEPT:
            self._kept.clear()
            self._state = state
        row = self._kept.get(at)
        if row is None:
            row = self._kept[at] = self._made(self.index.spot(at), width)
        return row

    def _made(self, spot: Spot, width: int) -> Row:
        if spot.number is None:
            return self.makes.heading(spot.group, width)
        columns = self.makes.columns(width, is_timed=self.index.is_timed)
        event = self.event(spot.number)
        return Row() if event is None else self.makes.event(event, width, columns)

    def event(self, number: int) -> Event | None:
        """The event of a number; None where the trace was written anew and has fewer by now."""
        events = self.session.trace.events
        return events[number] if number <= len(events) else None

    def heading(self, width: int, *, focused: bool) -> Row:
        """What it is, how many events are listed, and in which groups."""
        lead = Span("▌ ", "accent") if focused else Span("  ")
        total = count(self.index.events, "event")
        listed = total if self.index.seen >= len(self.session.trace.events) else f"{total} so far"
        names = [Span(f"by {self.index.by}", "quiet"), Span(" ")]
        fields = [lead, Span("Outline", "text bold"), Span(f"   {listed}" if width >= LIST else "", "quiet")]
        return spread(fields, names, width)

    def preview(self, at: int, width: int) -> list[Row]:
        """The first lines of the event in a row."""
        if not len(self.index):
            return []
        spot = self.index.spot(min(at, len(self.index) - 1))
        event = self.event(spot.number or spot.group.first.number)
        return [] if event is None else self.makes.preview(event, width, _PREVIEW)


class Outline(RowsView):
    """One row for each event; groups of them fold."""

    DEFAULT_CSS = "Outline { width: 32; height: 1fr; display: none; }"
    heading_rows = _HEADING
    BINDINGS = bindings("outline")

    def __init__(self, session: Session, symbols: Symbols, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._session = session
        self._page = OutlinePage(session, symbols)
        self._line = 1
        self.is_alone = False
        """Whether it has the whole screen."""

    def make_rows(self, width: int) -> tuple[Sequence[Row], Sequence[tuple[int, int]]]:
        """The heading, then what stands in the index."""
        many, page = len(self.index), self._page

        def made(at: int) -> Row:
            if at < _HEADING:
                return page.heading(width, focused=self.has_focus) if at == 0 else Row()
            return page.row(at - _HEADING, width)

        rows = MadeOnDemand(lambda: many + _HEADING, made)
        return rows, MadeOnDemand(lambda: many, lambda at: (at + _HEADING, at + _HEADING))

    @property
    def index(self) -> OutlineIndex:
        """Which events are listed, in which groups."""
        return self._page.index

    def renew(self) -> None:
        """Draw anew from the state as it is now."""
        self._page.forget()
        super().renew()

    def grown(self) -> None:
        """More events are listed: stand on the one on the screen."""
        self.renew()
        self.follow(self._line)

    @property
    def _has_preview(self) -> bool:
        return self.size.width >= LIST and self.size.height >= _TALL

    @property
    def _height(self) -> int:
        return max(1, self.size.height - self.heading_rows - (_PREVIEW if self._has_preview else 0))

    def render_line(self, y: int) -> Strip:
        """A row of the list, or of the event under the cursor below it."""
        below = y - (self.size.height - _PREVIEW)
        if not self._has_preview or below < 0:
            return super().render_line(y)
        self._ensure()
        rows = self._page.preview(self.cursor, self.size.width)
        shown = rows[below] if below < len(rows) else Row()
        return brush_of(self.app).strip(shown, self.size.width, self.tone)

    def follow(self, line: int) -> None:
        """Stand on the event on the screen, unless somebody is choosing here."""
        self._line = line
        if not self.display or self.has_focus or not 1 <= line <= self._session.reader.last:
            return
        self.stand(line)

    def stand(self, line: int) -> None:
        """Stand on the event of a line."""
        self._ensure()
        at = self.index.row_of(self._session.reader.event_at(line)) if len(self.index) else None
        if at is not None and at != self.cursor:
            self.set_reactive(RowsView.cursor, at)
            self._scrolled = False
            self._show_cursor()
            self.refresh()

    def action_enter(self) -> None:
        """Go to the event, or to the first of a group."""
        self._ensure()
        if not len(self.index):
            return
        spot = self.index.spot(self.cursor)
        number = spot.number or (spot.group.numbers[0] if len(spot.group.numbers) else spot.group.first.number)
        event = self._page.event(number)
        if event is not None:
            self.post_message(LineWanted(event.lines[0]))

    def action_fold(self, open_it: bool) -> None:
        """Fold or open the group under the cursor."""
        if not len(self.index):
            return
        group = self.index.spot(self.cursor).group
        if group.name is not None and group.folded == open_it:
            group.folded = not open_it
            self._settle(self.index.row_of_group(group))

    def action_fold_all(self) -> None:
        """Fold every group, or open all of them where each is folded."""
        named = [group for group in self.index.groups if group.name is not None]
        if not named:
            return
        group = self.index.spot(self.cursor).group
        folds = not all(each.folded for each in named)
        for each in named:
            each.folded = folds
        self._settle(self.index.row_of_group(group))

    def _settle(self, row: int) -> None:
        self.index.settle()
        self.renew()
        self._ensure()
        self.cursor = row

    def group(self, by: Grouping) -> None:
        """List the events in other groups, from the first on."""
        self._page.index = OutlineIndex(by)
        self.renew()
