"""Which events the outline lists, in groups that fold: the phases of a run, or those who act in it."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from agent.trace.event import Event, Kind
from agent.trace.events import EventTable

Grouping = Literal["phase", "agent"]
QUIET = frozenset({Kind.NOISE, Kind.USAGE})


@dataclass
class Group:
    """Events in a row under one heading; without a name they have none."""

    name: str | None
    first: Event
    numbers: "array[int]" = field(default_factory=lambda: array("q"))
    folded: bool = False

    @property
    def height(self) -> int:
        """How many rows it takes."""
        return (self.name is not None) + (0 if self.folded else len(self.numbers))


class Spot(NamedTuple):
    """A row of the outline: the heading of a group, or an event of it."""

    group: Group
    number: int | None
    """The event; none is the heading."""


class OutlineIndex:
    """Grows with the trace, by numbers alone: what an event says is read when its row is looked at."""

    def __init__(self, by: Grouping = "phase") -> None:
        self.by: Grouping = by
        self.groups: list[Group] = []
        self.events = 0
        """How many events are listed."""
        self.seen = 0
        self.is_timed = False
        """Whether any event says when it was."""
        self._of_name: dict[str, Group] = {}
        self._starts: list[int] = []
        self._rows = 0

    def extend(self, events: EventTable, most: int, stop: Callable[[], bool] = lambda: False) -> bool:
        """List some more events; whether there are still others."""
        end = min(len(events), self.seen + most)
        for event in events.between(self.seen + 1, end):
            if stop():
                break
            self.seen = event.number
            if event.kind in QUIET or event.repeats is not None:
                continue
            self.events += 1
            self.is_timed = self.is_timed or event.time is not None
            self._group_of(event).numbers.append(event.number)
        self.settle()
        return self.seen < len(events)

    def _group_of(self, event: Event) -> Group:
        if self.by == "agent":
            name = event.actor or event.tool or "nobody"
            group = self._of_name.get(name)
            if group is None:
                group = self._of_name[name] = Group(name, event)
                self.groups.append(group)
            return group
        last = self.groups[-1] if self.groups else None
        if last is None or (event.section and event.section != last.name):
            last = Group(event.section or None, event)
            self.groups.append(last)
        return last

    def forget_from(self, number: int) -> None:
        """Events from a number on may be different now."""
        for group in self.groups:
            del group.numbers[bisect_left(group.numbers, number) :]
        self.groups = [group for group in self.groups if group.numbers]
        self._of_name = {name: group for name, group in self._of_name.items() if group.numbers}
        self.seen = min(self.seen, number - 1)
        self.events = sum(len(group.numbers) for group in self.groups)
        self.settle()

    def settle(self) -> None:
        """Count the rows anew, after something was listed or folded."""
        starts, rows = [], 0
        for group in self.groups:
            starts.append(rows)
            rows += group.height
        self._starts, self._rows = starts, rows

    def __len__(self) -> int:
        return self._rows

    def spot(self, row: int) -> Spot:
        """What stands in a row."""
        at = bisect_right(self._starts, row) - 1
        while self._starts[at] + self.groups[at].height <= row:
            at += 1  # a group without rows
        group, inside = self.groups[at], row - self._starts[at]
        if group.name is not None and inside == 0:
            return Spot(group, None)
        return Spot(group, group.numbers[inside - (group.name is not None)])

    def row_of(self, event: Event) -> int | None:
        """The row of an event, or the nearest before it; a folded group stands for its events."""
        group = self._holder(event)
        if group is None:
            return None
        start = self._starts[self.groups.index(group)]
        if group.folded:
            return start
        inside = max(0, bisect_right(group.numbers, event.number) - 1)
        return start + (group.name is not None) + inside

    def _holder(self, event: Event) -> Group | None:
        if self.by == "agent":
            return self._of_name.get(event.actor or event.tool or "nobody")
        at = bisect_right(self.groups, event.number, key=lambda each: each.first.number) - 1
        return self.groups[max(0, at)] if self.groups else None

    def row_of_group(self, group: Group) -> int:
        """The row of a group's heading."""
        return self._starts[self.groups.index(group)]
