"""The run as a picture: a lane for each agent, arrows between them, findings as flags; Enter goes to the lines."""

from textual import on
from textual.app import ComposeResult

from agent.clean import clean_line
from agent.number_words import count, duration
from agent.statistics.lanes import Lane, Lanes, lanes
from agent.statistics.times import moment
from agent.trace.event import Event
from mast_tui.keys.table import bindings
from mast_tui.layout.lane_rows import LaneMark, arrows_at
from mast_tui.layout.row import Span
from mast_tui.state.session import Session
from mast_tui.widgets.background_work import WorkingScreen, background
from mast_tui.widgets.bars import Bar, KeyHints
from mast_tui.widgets.lane_view import CellEntered, CellLit, LaneView
from mast_tui.widgets.leaving import leave
from mast_tui.widgets.screen_messages import PlacesWanted

_KEYS = [("{lane.before} {lane.next}", "move"), ("{lane.down} {lane.up}", "lane")]
_KEYS += [("{lane.next_act} {lane.act_before}", "next act"), ("{lane.enter}", "go there")]
_KEYS += [
    ("{lanes.closer} {lanes.wider}", "closer, wider"),
    ("{lanes.axis}", "lines or time"),
    ("{lanes.close}", "back"),
]
_CLOSEST = {"lines": 20.0, "time": 1.0}
"""No stretch is shorter than so many lines or seconds."""


class LanesScreen(WorkingScreen[PlacesWanted | None]):
    """Draws a stretch of the run beside the event loop, closer or wider, along lines or along time."""

    BINDINGS = bindings("lanes")
    DEFAULT_CSS = "LanesScreen LaneView { height: 1fr; }"

    def __init__(self, session: Session, position: tuple[float, ...] = ()) -> None:
        super().__init__()
        self._session = session
        lane, column, by_time, first, last = (*position, 0, 0, 0, 0, 0)[:5]
        self._cell = int(lane), int(column)
        self._by_time = bool(by_time)
        self._window: tuple[float, float] | None = (first, last) if last > first else None
        self._whole: tuple[float, float] | None = None
        self._is_left = False
        self._drawing = 0

    def compose(self) -> ComposeResult:
        """Title, picture, what stands in the cell, hints."""
        yield Bar(id="title")
        yield LaneView(self._session)
        yield Bar(id="status")
        yield KeyHints(id="hints")

    def on_mount(self) -> None:
        """Draw once the room is known."""
        self.query_one("#title", Bar).show([[Span(self._session.name, "text bold")], [Span("drawing", "quiet")]])
        self.query_one(KeyHints).show_keys(_KEYS)
        self.query_one(LaneView).focus()
        self.call_after_refresh(self.draw_lanes)

    def on_resize(self) -> None:
        """There is another number of columns."""
        if self.query_one(LaneView).made is not None:
            self.call_after_refresh(self.draw_lanes)

    @background("drawing", "Drawing the lanes", "{lanes.close} goes back, {panes.lanes} draws them again")
    def draw_lanes(self) -> None:
        """Draw the stretch as it is wanted now; whoever wants another one meanwhile is served instead."""
        self._drawing += 1
        number = self._drawing

        def stop() -> bool:
            return self._is_left or number != self._drawing

        trace = self._session.trace.read(stop=stop)
        made = lanes(trace, self.query_one(LaneView).columns, by_time=self._by_time, window=self._window, stop=stop)
        marks = list(self._marks(made))
        if not stop():
            self.app.call_from_thread(self._drawn, made, marks)

    def _marks(self, made: Lanes) -> list[LaneMark]:
        """The findings that lie in the stretch."""
        diagnosis, events = self._session.diagnosis, self._session.trace.events
        names = [lane.name for lane in made.lanes]
        marks = []
        for finding in diagnosis.findings if diagnosis is not None else ():
            if not 1 <= finding.onset <= events.lines or not names:
                continue
            event = events.at_line(finding.onset)
            value = float(finding.onset)
            if made.axis == "time":
                if event.time is None:
                    continue
                value = moment(event.time).timestamp() - made.begun
            if made.first <= value <= made.last:
                actor = finding.actor or event.actor or ""
                lane = actor if actor in names else names[-1]
                marks.append(LaneMark(finding.id, finding.severity, made.column_of(value), lane, finding.onset))
        return marks

    def _drawn(self, made: Lanes, marks: list[LaneMark]) -> None:
        self._window = made.first, made.last
        if self._whole is None or self._whole_is_less(made):
            self._whole = made.first, made.last
        self.query_one(LaneView).show(made, marks, *self._cell)
        words = "along time" if made.axis == "time" else "along lines"
        parts = [count(len(made.lanes), "lane"), words]
        if self._by_time and made.axis == "lines":
            parts.append("no times in this trace")
        elif made.untimed:
            parts.append(f"{made.untimed:,} acts have no time and are not drawn")
        if self._session.diagnosis is None:
            parts.append("diagnosing" if self._session.stage == "diagnosing" else "not diagnosed")
        title = [[Span(self._session.name, "text bold")], *([Span(part, "quiet")] for part in parts)]
        self.query_one("#title", Bar).show(title)

    def _whole_is_less(self, made: Lanes) -> bool:
        return self._whole is not None and (made.first < self._whole[0] or made.last > self._whole[1])

    def stop_work(self) -> None:
        """Draw no more."""
        self._is_left = True

    @on(CellLit)
    def _tell(self) -> None:
        view = self.query_one(LaneView)
        made = view.made
        if made is None or not made.lanes:
            self.query_one("#status", Bar).show([[Span("nothing was done in this stretch", "quiet")]])
            return
        self._cell = view.cursor, view.column
        lane = made.lanes[view.cursor]
        fields = [[Span(clean_line(lane.name), "text bold")]]
        flagged = [mark for mark in view.marks if mark.column == view.column and mark.lane == lane.name]
        fields += [[Span(f"{mark.id} {mark.severity} L{mark.line}", mark.severity)] for mark in flagged]
        event = self._first_of(lane, view.column)
        if event is not None:
            more = lane.counts[view.column] - 1
            what = clean_line(self._session.trace.title(event))
            fields.append(
                [Span(f"L{event.lines[0]} {event.kind.value}{f' and {more:,} more' if more else ''}", "text")]
            )
            turned = [each for each in arrows_at(made, lane.name, view.column) if each.sender == lane.name]
            fields += [[Span(f"to {clean_line(turned[0].receiver)}", "accent")]] if turned else []
            fields.append([Span(what, "quiet")])
        else:
            value = made.value_of(view.column)
            words = f"L{value:.0f}" if made.axis == "lines" else duration(value)
            fields.append([Span(f"nothing at {words}", "quiet")])
        self.query_one("#status", Bar).show(fields)

    def _first_of(self, lane: Lane, column: int) -> Event | None:
        """The first event of a cell; none in an empty one, or where the trace was written anew and has fewer by now."""
        events, number = self._session.trace.events, lane.first_events[column]
        return events[number] if lane.counts[column] and number <= len(events) else None

    @on(CellEntered)
    def _go(self) -> None:
        """Go to the finding, or to the first event of the cell; from an empty one to the last before it."""
        view = self.query_one(LaneView)
        made = view.made
        if made is None or not made.lanes:
            return
        lane = made.lanes[view.cursor]
        lines = [mark.line for mark in view.marks if mark.column == view.column and mark.lane == lane.name]
        if not lines:
            before = [at for at in range(view.column + 1) if lane.counts[at]]
            before = before or [at for at in range(made.columns) if lane.counts[at]][:1]
            events = [event for at in before[-1:] if (event := self._first_of(lane, at)) is not None]
            lines = [event.lines[0] for event in events]
        if not lines:
            return
        position = (*self._cell, int(self._by_time), *(self._window or (0, 0)))
        leave(self, PlacesWanted("lanes", lines, position))

    def action_zoom(self, factor: float) -> None:
        """Show a shorter or a longer stretch around the cursor."""
        view, whole = self.query_one(LaneView), self._whole
        if view.made is None or whole is None:
            return
        made = view.made
        span = min(max((made.last - made.first) * factor, _CLOSEST[made.axis]), whole[1] - whole[0])
        middle = made.value_of(view.column + 0.5)
        first = max(whole[0], min(middle - span / 2, whole[1] - span))
        self._window = first, first + span
        share = (middle - first) / max(span, 1e-9)
        self._cell = view.cursor, int(share * made.columns)
        self.draw_lanes()

    def action_axis(self) -> None:
        """Draw along time instead of lines, or the other way round."""
        self._by_time = not self._by_time
        self._window = self._whole = None
        self._cell = self._cell[0], 0
        self.draw_lanes()

    def action_close(self) -> None:
        """Back to the trace."""
        leave(self)
