"""A good run and bad ones, two of them side by side: where they part, where most do, and where one stands."""

from collections.abc import Callable
from dataclasses import dataclass, field

from agent.clean import clean_name
from agent.divergence.common_places import common_places
from agent.divergence.divergences import Differences, Divergence, differences_of
from agent.number_words import count
from agent.settings import Settings
from agent.trace.trace import Trace
from mast_tui.layout.divergence_rows import listed
from mast_tui.state.address import RunAddress


@dataclass
class TwoRuns:
    """The good run and the bad one that is shown; whoever opens one of them comes back to the same place."""

    paths: tuple[str, ...]
    """The good run first."""
    traces: tuple[Trace, ...]
    settings: Settings | None = None
    """Which model is asked why they part, where one may be."""
    redact: bool = True
    bad: int = 0
    """Which of the bad runs is shown."""
    compared: list[Differences] = field(default_factory=list)
    """Where each of them parts from the good one, as far as they are compared."""
    row: int = 0
    """Which place of the list, without its headings."""
    in_bad: bool = True
    """Whether the bad run is the one that is opened."""

    @property
    def names(self) -> tuple[str, str]:
        """What the runs are called on the screen, and which of several each is."""
        good, bad = (f"{clean_name(trace.source.name)}{_which(trace)}" for trace in self.both)
        return f"good  {good}", f"bad  {bad}"

    @property
    def both(self) -> tuple[Trace, Trace]:
        """The traces that are shown."""
        return self.traces[0], self.traces[1 + self.bad]

    @property
    def differences(self) -> Differences | None:
        """Where the two that are shown part, once that is known."""
        return self.compared[self.bad] if self.bad < len(self.compared) else None

    @property
    def is_compared(self) -> bool:
        """Whether all are compared."""
        return len(self.compared) == len(self.traces) - 1

    def compare(self, stop: Callable[[], bool]) -> Differences:
        """Read the next bad run that is not compared, and find where it parts from the good one."""
        if not self.is_compared:
            good, bad = (trace.read(stop=stop) for trace in (self.traces[0], self.traces[1 + len(self.compared)]))
            self.compared.append(differences_of(good, bad, stop))
        return self.compared[-1]

    def common(self) -> str:
        """Where most of several bad runs leave the way of the good one, in words."""
        if len(self.traces) < 3:
            return ""
        of = f"bad run {self.bad + 1} of {len(self.traces) - 1}"
        if not self.is_compared:
            return f"{of} · comparing the others"
        place = next(iter(common_places(self.compared)), None)
        if place is None:
            return f"{of} · none of them parts from the good run"
        where = f"after L{self.traces[0].events[place.after].lines[1]} of the good run" if place.after else "at once"
        so = "this one too" if self.bad in place.runs else "not this one"
        return f"{of} · {count(len(place.runs), 'run')} of {len(self.compared)} part {where}, {so}"

    def other_bad(self, step: int) -> bool:
        """Show the next bad run that is compared, or the one before; False where there is none."""
        if not 0 <= self.bad + step < len(self.compared):
            return False
        self.bad, self.row = self.bad + step, 0
        return True

    def place(self, number: int) -> Divergence | None:
        """A place by its number, once they are known."""
        return self.differences.divergences[number] if self.differences is not None else None

    @property
    def number(self) -> int | None:
        """The number of the place that one stands at."""
        places = (
            [each for each in listed(self.differences) if isinstance(each, int)] if self.differences is not None else []
        )
        return places[self.row] if self.row < len(places) else None

    def address(self) -> RunAddress:
        """The run of the side that one stands on, at the place: where it does something, or went on without it."""
        path, trace, line = self.paths[self.in_bad and 1 + self.bad], self.both[self.in_bad], None
        place = self.place(self.number) if self.number is not None else None
        if place is not None:
            side, before = (place.good, place.bad)[self.in_bad], place.before[self.in_bad]
            line = side.lines[0] if side is not None else before.lines[1] if before is not None else 1
        return RunAddress(path if line is None else f"{path}:{line}", trace.only)

    def step(self, step: int) -> RunAddress | None:
        """The other run, at the same place: the bad one is the next, the good one the one before."""
        if self.in_bad == (step > 0):
            return None
        self.in_bad = step > 0
        return self.address()

    def close(self) -> None:
        """Let go of all traces."""
        for trace in self.traces:
            trace.close()


def _which(trace: Trace) -> str:
    """Which run of how many, where the file holds several; known once the trace is read."""
    runs = trace.reading.runs.held
    number = next((run.number for run in runs if run.id == trace.reading.run), None)
    return f", run {number:,} of {len(runs):,}" if number is not None else ""
