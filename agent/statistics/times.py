"""Measures how time passed: before each act, for each actor, and where nothing was written for longest."""

import heapq
from dataclasses import dataclass
from datetime import UTC, datetime

from agent.trace.event import Event

SLOWEST = 10


@dataclass(frozen=True, slots=True)
class Gap:
    """The time between two things that were done one after the other."""

    seconds: float
    before: int
    """The number of the event at which the wait began."""
    event: int
    """The number of the event that ended it."""


def moment(time: str) -> datetime:
    """A time of a trace; one without a zone counts as UTC."""
    read = datetime.fromisoformat(time)
    return read if read.tzinfo is not None else read.replace(tzinfo=UTC)


class Times:
    """Takes in acts in their order; those without a time do not count."""

    def __init__(self) -> None:
        self.timed = 0
        self.first: str | None = None
        self.last: str | None = None
        self._latest: tuple[datetime, int] | None = None
        self._slowest: list[tuple[float, int, int]] = []

    def told(self, event: Event) -> None:
        """Something was written, whoever did it."""
        if event.time is not None:
            self.timed += 1
            self.first = self.first or event.time
            self.last = event.time

    def acted(self, event: Event) -> float | None:
        """How long it took since somebody did something, until this was done; None where nobody knows."""
        if event.time is None:
            return None
        now, latest = moment(event.time), self._latest
        if latest is not None and now < latest[0]:  # told out of order: the wait counts where it came later
            return 0.0
        self._latest = now, event.number
        if latest is None:
            return None
        seconds = (now - latest[0]).total_seconds()
        heapq.heappush(self._slowest, (seconds, -event.number, latest[1]))
        if len(self._slowest) > SLOWEST:
            heapq.heappop(self._slowest)
        return seconds

    @property
    def seconds(self) -> float | None:
        """From the first time to the last; None where fewer than two acts have one."""
        if self.timed < 2 or self.first is None or self.last is None:
            return None
        return (moment(self.last) - moment(self.first)).total_seconds()

    @property
    def slowest(self) -> list[Gap]:
        """The longest waits, longest first."""
        return [Gap(s, before, -number) for s, number, before in sorted(self._slowest, reverse=True) if s > 0]
