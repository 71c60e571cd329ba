"""The runs of a file or a folder as rows to choose from; how long each is, is found out when it is seen."""

from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, Protocol

from agent.clean import Clean, clean_line, clean_name
from agent.errors import MastError
from agent.number_words import size
from agent.trace.folder import FolderRun, folder_runs
from agent.trace.formats.base.chosen_run import Measured
from agent.trace.formats.base.source_run import Run
from agent.trace.trace import Trace
from mast_tui.layout.row import Row, Span
from mast_tui.layout.width import cells, cut, padded

_LOOKED_INTO = 32 * 1024 * 1024
_ID_WIDE, _ID_NARROW = 40, 16
_SEEN = 1000
_WIDE = 100
NOT_READ = Measured(0, 0, None, "", "it cannot be read")


class Known(NamedTuple):
    """What is known of a run without reading it."""

    id: Clean
    start: str
    size: str
    shown: bool


class Held(Protocol):
    """Whatever holds several runs."""

    @property
    def name(self) -> Clean:
        """What a person knows it by."""
        ...

    def find(self) -> Sequence[Known]:
        """The runs; it may take its time."""
        ...

    def measure(self, at: int) -> Measured:
        """How long one of them is; it may take its time."""
        ...


class RunsOfFile:
    """The runs of the trace that is open."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._runs: Sequence[Run] = ()

    @property
    def name(self) -> Clean:
        """The name of the file."""
        return clean_name(self._trace.source.name)

    def find(self) -> Sequence[Known]:
        """The runs in document order."""
        self._runs = self._trace.runs()
        here = self._trace.reading.run
        return [Known(clean_name(run.id), when(run.time), "", run.id == here) for run in self._runs]

    def measure(self, at: int) -> Measured:
        """Cut one run, and count."""
        try:
            return self._trace.measure(self._runs[at])
        except (MastError, OSError):
            return NOT_READ


class RunsOfFolder:
    """The runs of a folder: a file or a folder each."""

    def __init__(self, path: Path, runs: Sequence[FolderRun]) -> None:
        self._path = path
        self._runs = runs

    @classmethod
    def of(cls, path: str) -> "RunsOfFolder | None":
        """What a path holds, if it is a folder of several runs."""
        runs = folder_runs(Path(path)) if Path(path).is_dir() else []
        return cls(Path(path), runs) if runs else None

    @property
    def name(self) -> Clean:
        """The name of the folder."""
        return clean_name(self._path.name)

    @property
    def paths(self) -> Sequence[Path]:
        """Where each run is."""
        return [run.path for run in self._runs]

    def find(self) -> Sequence[Known]:
        """The runs by name."""
        times = [when(datetime.fromtimestamp(run.changed, UTC).isoformat()) for run in self._runs]
        return [
            Known(clean_name(run.id), time, size(run.bytes, "B"), False)
            for run, time in zip(self._runs, times, strict=True)
        ]

    def measure(self, at: int) -> Measured:
        """Read a trace that is not too large, and count."""
        run = self._runs[at]
        if run.bytes > _LOOKED_INTO:
            return Measured(0, 0, None, "", size(run.bytes, "B"))
        try:
            with closing(Trace.open(run.path)) as trace:
                trace.read()
                events = trace.events
                last = next((line for line in trace.lines(events.lines, events.lines)), "") if events.lines else ""
                return Measured(len(events), events.lines, None, trace.title(events[1]) if len(events) else "", last)
        except (MastError, OSError):
            return NOT_READ


def when(time: str | None) -> str:
    """The day and the minute of a time."""
    if not time:
        return ""
    try:
        return f"{datetime.fromisoformat(time):%-d %b %H:%M}"
    except ValueError:
        return ""


class RunRows(Sequence[Row]):
    """The rows of the runs that are left, made when they are drawn: there may be very many."""

    def __init__(self, known: Sequence[Known], left: Sequence[int], measured: dict[int, Measured], width: int) -> None:
        self._known = known
        self._left = left
        self._measured = measured
        self._width = width
        seen = known[:_SEEN]
        longest = max((cells(each.id) for each in seen), default=2)
        self._id = min(longest, _ID_WIDE if width >= _WIDE else _ID_NARROW)
        # Ids that begin alike are told apart by how they end.
        self._ends = longest > self._id and len({cut(each.id, self._id) for each in seen}) < len(seen)
        self._has_start = width >= _WIDE or any(each.start for each in seen)

    def __len__(self) -> int:
        return len(self._left) + 1

    def __getitem__(self, at: int) -> Row:  # type: ignore[override]
        return self._heading() if at == 0 else self._row(self._left[at - 1])

    def _heading(self) -> Row:
        start = f"  {'start':12}" if self._has_start else ""
        return Row((Span(f"    {'run':{self._id}}  {'events':>7}  {'lines':>8}{start}  last line", "quiet"),))

    def _id_of(self, each: Known) -> str:
        return each.id[-self._id :] if self._ends and cells(each.id) > self._id else each.id

    def _row(self, number: int) -> Row:
        each, measured = self._known[number], self._measured.get(number)
        counts = ("", "") if measured is None or not measured.events else (measured.events, measured.lines)
        events, lines = (f"{value:,}" if isinstance(value, int) else value for value in counts)
        spans = [
            Span(f"  {'*' if each.shown else ' '} ", "accent"),
            Span(padded(self._id_of(each), self._id), "text bold"),
        ]
        spans.append(Span(f"  {events:>7}  {lines:>8}", "quiet"))
        if self._has_start:
            spans.append(Span(f"  {each.start or when(measured.time if measured else None):12}", "quiet"))
        words = clean_line(measured.last) if measured is not None else each.size
        used = Row(tuple(spans)).width
        spans.append(Span(f"  {cut(words, max(0, self._width - used - 3))}", "text"))
        return Row(tuple(spans))


class RunStops(Sequence[tuple[int, int]]):
    """One row for each run, below the heading."""

    def __init__(self, count: int) -> None:
        self._count = count

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, at: int) -> tuple[int, int]:  # type: ignore[override]
        if not 0 <= at < self._count:
            raise IndexError(at)
        return at + 1, at + 1
