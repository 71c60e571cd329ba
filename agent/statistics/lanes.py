"""Lays a run out in lanes, one for each agent, along lines or along time, with who turns to whom between them."""

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from agent.signals.readings.who_acts import FRAMING, NOT_AGENTS, by_agent
from agent.statistics.handoffs import ADDRESSED, PEOPLE
from agent.statistics.times import moment
from agent.trace.event import Event, Kind
from agent.trace.trace import Trace

OTHERS = "tools and others"
MOST_ACTORS = 300
MOST_ARROWS = 20_000


@dataclass(frozen=True, slots=True)
class Arrow:
    """Somebody turned to somebody else, and in which column."""

    column: int
    sender: str
    receiver: str


@dataclass(slots=True)
class Lane:
    """What one actor did in each column: the first event there, and how many."""

    name: str
    first_events: "array[int]"
    counts: "array[int]"

    @classmethod
    def empty(cls, name: str, columns: int) -> "Lane":
        """A lane in which nothing happened yet."""
        return cls(
            name, array("L", bytes(columns * array("L").itemsize)), array("L", bytes(columns * array("L").itemsize))
        )

    def add(self, column: int, event: int) -> None:
        """Something happened in a column."""
        if not self.counts[column]:
            self.first_events[column] = event
        self.counts[column] += 1

    def take_in(self, other: "Lane") -> None:
        """Count what another lane holds as this one's."""
        for column, count in enumerate(other.counts):
            if count:
                mine, first = self.first_events[column], other.first_events[column]
                self.first_events[column] = min(mine, first) if self.counts[column] else first
                self.counts[column] += count


@dataclass(slots=True)
class Lanes:
    """A stretch of a run in lanes: `first` to `last` are lines, or seconds since the run began."""

    axis: str
    first: float
    last: float
    columns: int
    lanes: list[Lane] = field(default_factory=list)
    arrows: list[Arrow] = field(default_factory=list)
    begun: float = 0.0
    """The moment that seconds are counted from, where time is the axis."""
    untimed: int = 0
    """How many acts have no time and are in no column."""

    def column_of(self, value: float) -> int:
        """The column of a line or a second."""
        share = (value - self.first) / max(self.last - self.first, 1e-9)
        return max(0, min(self.columns - 1, int(share * self.columns)))

    def value_of(self, column: float) -> float:
        """Where a column begins."""
        return self.first + (self.last - self.first) * column / self.columns


class _Drawing:
    """Takes in events one by one."""

    def __init__(self, lanes: Lanes, value_of: Callable[[Event], tuple[float, float] | None]) -> None:
        self.lanes = lanes
        self._value_of = value_of
        self._by_name: dict[str, Lane] = {}
        self._agents: set[str] = set()
        self._others = Lane.empty(OTHERS, lanes.columns)
        self._named: list[Arrow] = []
        self._in_order: list[Arrow] = []
        self._last: str | None = None
        self._names_receivers = False

    def see(self, event: Event) -> None:
        if not event.is_act or event.kind in (Kind.NOISE, Kind.USAGE):
            return
        value = self._value_of(event)
        if value is None:
            self.lanes.untimed += 1
            return
        column, end = self.lanes.column_of(value[0]), self.lanes.column_of(value[1])
        lane = self._lane(event.actor)
        for at in range(column, end + 1):
            lane.add(at, event.number)
        if event.kind not in FRAMING and event.actor is not None:
            self._turn(event, event.actor, column)

    def _lane(self, actor: str | None) -> Lane:
        if actor is None or (actor not in self._by_name and len(self._by_name) >= MOST_ACTORS):
            return self._others
        return self._by_name.setdefault(actor, Lane.empty(actor, self.lanes.columns))

    def _turn(self, event: Event, actor: str, column: int) -> None:
        """Keep whom the event is meant for, and who acts after whom."""
        if by_agent(event):
            self._agents.add(actor)
            if self._last is not None and self._last != actor:
                self._keep(self._in_order, Arrow(column, self._last, actor))
            self._last = actor
        if event.kind is Kind.HANDOFF:
            self._agents.update(event.to)
        if event.kind in ADDRESSED or event.kind is Kind.RESULT:
            self._names_receivers = self._names_receivers or event.kind not in (Kind.TASK, Kind.RESULT)
            for receiver in event.to:
                if receiver != actor:
                    self._keep(self._named, Arrow(column, actor, receiver))

    @staticmethod
    def _keep(arrows: list[Arrow], arrow: Arrow) -> None:
        if len(arrows) < MOST_ARROWS:
            arrows.append(arrow)

    def end(self) -> Lanes:
        """The lanes in order of appearance: people, agents, then everybody else in one."""
        agents = {name for name in self._agents if name.lower() not in NOT_AGENTS}
        for name, lane in self._by_name.items():
            if name in agents or name.lower() in PEOPLE:
                self.lanes.lanes.append(lane)
            else:
                self._others.take_in(lane)
        if any(self._others.counts):
            self.lanes.lanes.append(self._others)
        arrows = self._named if self._names_receivers else self._in_order
        drawn = {lane.name for lane in self.lanes.lanes}
        self.lanes.arrows = [each for each in arrows if each.sender in drawn and each.receiver in drawn]
        return self.lanes


def lanes(
    trace: Trace, columns: int, *, by_time: bool, window: tuple[float, float] | None = None, stop: Callable[[], bool]
) -> Lanes:
    """The lanes of a stretch, of the whole run where none is named; text is not read."""
    begun = _begin(trace) if by_time else None
    if begun is not None:
        made = Lanes("time", *(window or (0.0, _end(trace, begun, stop))), columns, begun=begun)
        events: Iterator[Event] = iter(trace.events)
    else:
        first, last = window or (1, trace.lines_count + 1)
        made = Lanes("lines", first, max(last, first + 1), columns)
        events = _between(trace, int(first), int(last))

    def value_of(event: Event) -> tuple[float, float] | None:
        if begun is None:
            return max(event.lines[0], made.first), min(event.lines[1], made.last)
        if event.time is None:
            return None
        seconds = moment(event.time).timestamp() - begun
        return (seconds, seconds) if made.first <= seconds <= made.last else None

    drawing = _Drawing(made, value_of)
    for event in events:
        if stop():
            break
        drawing.see(event)
    return drawing.end()


def _between(trace: Trace, first: int, last: int) -> Iterator[Event]:
    if not trace.lines_count:
        return iter(())
    low = trace.events.at_line(max(1, min(first, trace.lines_count))).number
    high = trace.events.at_line(max(1, min(last, trace.lines_count))).number
    return trace.events.between(low, high)


def _begin(trace: Trace) -> float | None:
    """The moment of the first event that has one."""
    return next((moment(event.time).timestamp() for event in trace.events if event.time is not None), None)


def _end(trace: Trace, begun: float, stop: Callable[[], bool]) -> float:
    """How many seconds after that the last thing happened."""
    latest = 0.0
    for event in trace.events:
        if stop():
            break
        if event.time is not None:
            latest = max(latest, moment(event.time).timestamp() - begun)
    return max(latest, 1e-3)


def ticks(made: Lanes, room: int) -> Sequence[tuple[int, float]]:
    """Columns with round values for the axis, at least so many columns apart."""
    wanted = max(1, made.columns // room)
    span = max(made.last - made.first, 1e-9)
    steps = (f * 10.0**power for power in range(-3, 12) for f in (1, 2, 5))
    step = next(each for each in steps if span / each <= wanted)
    if made.axis == "lines":
        step = max(1.0, step)
    number = int(-(-made.first // step))
    marks = []
    while number * step <= made.last:
        marks.append((made.column_of(number * step), number * step))
        number += 1
    return marks
