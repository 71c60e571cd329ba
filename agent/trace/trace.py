"""A trace as every other room sees it: its events, its lines, what it says of itself."""

import threading
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from agent.errors import Cancelled
from agent.trace.density import told_apart
from agent.trace.digest import sha256
from agent.trace.event import Event
from agent.trace.event_text import EventText
from agent.trace.events import EventTable
from agent.trace.formats.base.chosen_run import ChosenRun, Measured, choose_run, find_runs, measure, within
from agent.trace.formats.base.format import Draft, Format, Head, Reading
from agent.trace.formats.base.resumable import CutUnderWay, GrowingFormat
from agent.trace.formats.base.source_run import Run
from agent.trace.formats.registry import by_name
from agent.trace.formats.tried_format import choose_format
from agent.trace.pages import Pages
from agent.trace.source import Source
from agent.trace.task import Task, stated

if TYPE_CHECKING:
    from agent.trace.matcher import Query
    from agent.trace.search import Search

HEAD = 64 * 1024
TITLE = 80
FEW, STRIDE = 8, 256
"""How many events are cut before somebody is told: few at first, so that there is something to look at."""
SMALL = HEAD + 3
"""Up to this size, more bytes may show that the trace is of another format: it is read anew when it grows."""
ASKED = "asked for by --format"


class Trace:
    """One trace: opened at once, cut into events on demand, its text read back by offset."""

    def __init__(self, source: Source, form: Format, because: str, before: "Trace | None" = None) -> None:
        self.source = source
        self.format = form
        self.because = because
        self.reading = Reading()
        self.events: EventTable = EventTable(source, before.events if before is not None else None)
        self.stated_task: str | None = None
        self.pages = Pages(self.events)
        self._reading_lock = threading.Lock()
        self._closed = False
        self._cutting: CutUnderWay | None = None
        if before is not None:
            self._cutting, before._cutting = before._cutting, None
        elif isinstance(form, GrowingFormat):
            self._cutting = form.begin(source.twin(), self.reading)
        drafts = form.cut(source, self.reading) if self._cutting is None else self._cut_on(self._cutting)
        if self._cutting is not None:
            self.reading = self._cutting.reading
        self._drafts = told_apart(drafts, source, self.reading)

    @classmethod
    def open(
        cls,
        path: str | Path,
        *,
        format_name: str | None = None,
        task: str | None = None,
        only: str | None = None,
        live: bool = False,
    ) -> "Trace":
        """Open a trace and recognise its format; events are cut by `read`.

        `only` names one run of a file or a folder that holds several: by its id, how that begins, or its number.
        A pipe opened `live` is a trace of what has arrived: nobody waits for its end, and it grows.
        """
        path, only = (path, only) if only is None else within(Path(path), only)
        return cls._recognised(Source.open(path, live=live), format_name, task, only)

    @classmethod
    def _recognised(cls, source: Source, format_name: str | None, task: str | None, only: str | None) -> "Trace":
        try:
            head = Head(source.read(source.start, source.start + HEAD), source.name, source.known_size)
            chosen = choose_format(source, head) if format_name is None else (by_name(format_name), ASKED)
            trace = cls(source, *chosen)
            if only is not None:
                trace = cls(source, choose_run(trace.format, source, only), trace.because)
        except BaseException:
            source.close()
            raise
        trace.stated_task = task
        return trace

    @property
    def reads_on(self) -> bool:
        """Whether growing costs no more than what is new: not where the format has to see the whole file again."""
        return self._cutting is not None and self.source.can_grow and self.source.size > SMALL

    def grown(self, stop: Callable[[], bool] | None = None) -> "Trace":
        """The trace with what was appended since; this one stays as it is, and only the newest can grow.

        `events.shared_lines` of the grown one says up to where both are the same.
        """
        self.read(stop=stop)
        source = self.source.grown()
        if not self.reads_on or not self.events.is_settled:
            asked = self.format.name if self.because == ASKED else None
            return self._recognised(source, asked, self.stated_task, self.reading.run).read(stop=stop)
        trace = Trace(source, self.format, self.because, self)
        trace.stated_task = self.stated_task
        return trace.read(stop=stop)

    def _cut_on(self, cutting: CutUnderWay) -> Iterator[Draft]:
        """What is settled, then what may be different once more is written."""
        yield from cutting.resume(self.source.size if self.source.can_grow else None)
        self.events.settle()
        ending = cutting.ended()
        self.reading = ending.reading
        yield from ending.end()

    def read(self, progress: Callable[[int], None] | None = None, stop: Callable[[], bool] | None = None) -> "Trace":
        """Cut the whole source into events, once; `progress` is told the byte reached now and then."""
        return self.read_to(None, progress, stop)

    def read_to(
        self,
        line: int | None,
        progress: Callable[[int], None] | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> "Trace":
        """Cut as far as a line (None: to the end); reading goes on from there when more is wanted."""
        with self._reading_lock:
            while not self.events.complete and (line is None or self.events.lines < line):
                if self._closed or (stop is not None and stop()):
                    raise Cancelled("Reading was stopped.", f"{self.source.name} is read in part.", "Open it again.")
                reached = -1
                for draft in islice(self._drafts, max(FEW, min(STRIDE, len(self.events)))):
                    self.events.append(draft)
                    reached = draft.end
                if reached < 0:
                    self.events.complete = True
                elif progress is not None:
                    progress(reached)
        return self

    @property
    def only(self) -> str | None:
        """The id of the run that a person asked for, where the source holds several."""
        return self.format.run.id if isinstance(self.format, ChosenRun) else None

    def runs(self) -> Sequence[Run]:
        """The runs that the source holds; none where it holds one. It may have to be read to its end for that."""
        known = self.reading.runs
        if known.complete or self.events.complete:
            return known.held
        return find_runs(self.format, self.source)

    def one(self, run: Run) -> "Trace":
        """One of the runs, read from the same source: whoever closes this trace closes that one too."""
        form = self.format.form if isinstance(self.format, ChosenRun) else self.format
        trace = Trace(self.source, ChosenRun(form, run, self.runs()), self.because)
        trace.stated_task = self.stated_task
        return trace

    def measure(self, run: Run) -> Measured:
        """How long one of the runs is, and its first and last words."""
        form = self.format.form if isinstance(self.format, ChosenRun) else self.format
        return measure(ChosenRun(form, run, ()), self.source)

    def fingerprint(self, stop: Callable[[], bool] | None = None) -> str:
        """What tells this trace from every other: the hash of its source, and its run if that holds several.

        It begins with the hash of the source.
        """
        self.read_to(1, stop=stop)
        return fingerprint(self.source.sha256(), self.reading.run)

    @property
    def warnings(self) -> list[str]:
        """What a person should know about how the trace was opened and read."""
        return [*self.source.warnings, *self.reading.warnings, *self.events.warnings()]

    @property
    def companions(self) -> list[str]:
        """The names of the files that belong to the run beside its trace."""
        return list(dict.fromkeys([path.name for path in self.source.companions] + self.reading.companions))

    @property
    def lines_count(self) -> int:
        """How many lines the trace has."""
        return self.events.lines

    def unfold(self, event: Event) -> EventText:
        """The text of an event, of a huge one its beginning, with its way back to the bytes; the last few are kept."""
        return self.pages.unfold(event)

    def text(self, event: Event) -> str:
        """The text of an event; of a huge one its beginning, `pages.whole_text` has the rest."""
        return self.unfold(event).text

    def title(self, event: Event) -> str:
        """What the format calls the event, else its first line that says anything."""
        if event.title:
            return event.title
        for line in self.unfold(event).lines:
            if line.strip():
                return line.strip()[:TITLE]
        return event.kind.value

    def lines(self, first: int, last: int) -> Iterator[str]:
        """The trace's own text of lines first to last."""
        return self.pages.lines(first, last)

    def search(self, query: "Query", stop: Callable[[], bool] | None = None, after: int = 0) -> "Search":
        """One query over the lines beyond `after`: `hits()` as they are found, `count()`, and `note` on how it goes."""
        from agent.trace.search import Search  # it loads engines that nothing else needs

        return Search(self.events, query, stop or (lambda: False), after)

    def place(self, event: Event, start: int, end: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """The trace lines and the bytes of a stretch of an event's text."""
        unfolded = self.unfold(event)
        first = event.lines[0] + unfolded.text.count("\n", 0, start)
        last = first + unfolded.text.count("\n", start, max(start, end - 1))
        return (first, last), unfolded.bytes_of(start, end)

    def task(self) -> Task | None:
        """What the run was asked to do."""
        if self.stated_task is not None:
            return Task(self.stated_task, None, complete=True)
        return stated(self.events, self.reading.task)

    def answer(self) -> Task | None:
        """What the run answered in the end."""
        return stated(self.events, self.reading.answer)

    def close(self) -> None:
        """Let go of the file and of what was spilled; whoever reads meanwhile is told that the trace is closed."""
        self._closed = True
        self.source.close()
        self.events.close()
        self._cutting = None
        if self._reading_lock.acquire(blocking=False):  # else whoever cuts sees that it is closed
            self._drafts = iter(())
            self._reading_lock.release()


def fingerprint(whole: str, run: str | None) -> str:
    """What is remembered about a trace goes by this: the hash of its source, and its run if that holds several."""
    return whole if run is None else f"{whole}-{sha256(run.encode('utf-8', 'replace')).hexdigest()[:16]}"
