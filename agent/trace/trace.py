"""A trace as every other room sees it: its events, its lines, what it says of itself."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from agent.errors import Cancelled
from agent.trace.event import Event, Piece
from agent.trace.events import EventTable
from agent.trace.formats.format import Format, Head, Reading, Statement
from agent.trace.formats.registry import by_name, recognise
from agent.trace.source import Source
from agent.trace.unfold import Unfolded, read_text

HEAD = 64 * 1024
TITLE = 80


@dataclass(frozen=True, slots=True)
class Task:
    """What the run was asked to do, as the trace or the user states it."""

    text: str
    source_lines: tuple[int, int] | None
    complete: bool


class Trace:
    """One trace: opened at once, cut into events on demand, its text read back by offset."""

    def __init__(self, source: Source, form: Format, because: str) -> None:
        self.source = source
        self.format = form
        self.because = because
        self.reading = Reading()
        self.events = EventTable(source)
        self.stated_task: str | None = None
        self._read = False
        self._recent: dict[int, Unfolded] = {}

    @classmethod
    def open(cls, path: str | Path, *, format_name: str | None = None, task: str | None = None) -> "Trace":
        """Open a trace and recognise its format; events are cut by `read`."""
        source = Source.open(path)
        try:
            head = Head(source.read(source.start, source.start + HEAD), source.name, source.known_size)
            if format_name is not None:
                trace = cls(source, by_name(format_name), "asked for by --format")
            else:
                trace = cls(source, *recognise(head))
        except BaseException:
            source.close()
            raise
        trace.stated_task = task
        return trace

    def read(self, progress: Callable[[int], None] | None = None, stop: Callable[[], bool] | None = None) -> "Trace":
        """Cut the whole source into events, once; `progress` is told the byte reached now and then."""
        if self._read:
            return self
        for count, draft in enumerate(self.format.cut(self.source, self.reading)):
            self.events.append(draft)
            if count % 256 == 0:
                if progress is not None:
                    progress(draft.end)
                if stop is not None and stop():
                    raise Cancelled("Reading was stopped.", f"{self.source.name} is read in part.", "Open it again.")
        self._read = True
        return self

    @property
    def is_read(self) -> bool:
        """Whether the whole source has been cut into events."""
        return self._read

    @property
    def warnings(self) -> list[str]:
        """What a person should know about how the trace was opened and read."""
        return [*self.source.warnings, *self.reading.warnings]

    @property
    def companions(self) -> list[str]:
        """The names of the files that belong to the run beside its trace."""
        return list(dict.fromkeys([path.name for path in self.source.companions] + self.reading.companions))

    @property
    def lines_count(self) -> int:
        """How many lines the trace has."""
        return self.events.lines

    def unfold(self, event: Event) -> Unfolded:
        """The text of an event with its way back to the bytes; the last few are kept."""
        unfolded = self._recent.pop(event.number, None)
        if unfolded is None:
            unfolded = Unfolded(self.source, event.pieces)
        self._recent[event.number] = unfolded
        while len(self._recent) > 16:
            self._recent.pop(next(iter(self._recent)))
        return unfolded

    def text(self, event: Event) -> str:
        """The text of an event."""
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
        first, last = max(1, first), min(last, self.events.lines)
        if first > last:
            return
        number = self.events.at_line(first).number
        for event in self.events.between(number, len(self.events)):
            if event.lines[0] > last:
                return
            low, high = max(first, event.lines[0]), min(last, event.lines[1])
            yield from self.unfold(event).lines[low - event.lines[0] : high - event.lines[0] + 1]

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
        return self._statement(self.reading.task)

    def answer(self) -> Task | None:
        """What the run answered in the end."""
        return self._statement(self.reading.answer)

    def _statement(self, statement: Statement | None) -> Task | None:
        if statement is None:
            return None
        text = read_text(self.source, statement.pieces)
        return Task(text, self._source_lines(statement.pieces), statement.complete)

    def _source_lines(self, pieces: tuple[Piece, ...]) -> tuple[int, int]:
        cursor = self.events.line_index
        return cursor.line_of(pieces[0].start), cursor.line_of(max(pieces[0].start, pieces[-1].end - 1))

    def close(self) -> None:
        """Let go of the file and of what was spilled."""
        self.events.close()
        self.source.close()
