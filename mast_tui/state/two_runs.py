"""Two runs that are looked at side by side: their traces, where they part, and where one stands between them."""

from collections.abc import Callable
from dataclasses import dataclass

from agent.clean import clean_name
from agent.divergence.divergences import Differences, Divergence, differences
from agent.trace.trace import Trace
from mast_tui.layout.divergence_rows import listed
from mast_tui.state.address import RunAddress


@dataclass
class TwoRuns:
    """A good run and a bad one; whoever opens one of them comes back to the same place."""

    paths: tuple[str, str]
    traces: tuple[Trace, Trace]
    found: Differences | None = None
    row: int = 0
    """Which place of the list, without its headings."""
    in_bad: bool = True
    """Whether the bad run is the one that is opened."""

    @property
    def names(self) -> tuple[str, str]:
        """What the runs are called on the screen, and which of several each is."""
        good, bad = (f"{clean_name(trace.source.name)}{_which(trace)}" for trace in self.traces)
        return f"good  {good}", f"bad  {bad}"

    def compare(self, stop: Callable[[], bool]) -> Differences:
        """Read both and find where they part, once."""
        if self.found is None:
            good, bad = (trace.read(stop=stop) for trace in self.traces)
            self.found = differences(good, bad, stop)
        return self.found

    def place(self, number: int) -> Divergence | None:
        """A place by its number, once they are known."""
        return self.found.divergences[number] if self.found is not None else None

    @property
    def number(self) -> int | None:
        """The number of the place that one stands at."""
        places = [each for each in listed(self.found) if isinstance(each, int)] if self.found is not None else []
        return places[self.row] if self.row < len(places) else None

    def address(self) -> RunAddress:
        """The run of the side that one stands on, at the place: where it does something, or went on without it."""
        path, trace, line = self.paths[self.in_bad], self.traces[self.in_bad], None
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
        """Let go of both traces."""
        for trace in self.traces:
            trace.close()


def _which(trace: Trace) -> str:
    """Which run of how many, where the file holds several; known once the trace is read."""
    runs = trace.reading.runs.held
    number = next((run.number for run in runs if run.id == trace.reading.run), None)
    return f", run {number:,} of {len(runs):,}" if number is not None else ""
