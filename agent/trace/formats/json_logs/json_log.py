"""Logs of JSON records, one per line or all in one list: known by a record, told record by record."""

import re
from collections.abc import Callable, Iterator
from typing import Protocol, runtime_checkable

from agent.trace.event import Kind
from agent.trace.formats.base.file_lines import FileLine, HeldLine, LineCutter
from agent.trace.formats.base.format import Draft, Head, Reading
from agent.trace.formats.base.resumable import Course
from agent.trace.formats.base.run import Run
from agent.trace.formats.json.json_nodes import Node
from agent.trace.formats.json.json_records import JsonRecords, or_plain
from agent.trace.formats.json.json_stream import Path, parse
from agent.trace.formats.json_logs.line_runs import LinesOfRuns
from agent.trace.formats.json_logs.record_head import GAP, RecordHead
from agent.trace.formats.messages.narration import Narration
from agent.trace.source import Source
from agent.trace.unfold import Bytes


class Teller(Protocol):
    """Whoever knows what the records of a format say."""

    narration: Narration

    def read(self, source: Bytes, node: Node) -> Iterator[Draft]:
        """The drafts of one record."""
        ...

    def end(self) -> Iterator[Draft]:
        """What was held back for a record that does not come any more."""
        ...


@runtime_checkable
class TellsBeside(Protocol):
    """A teller for whom something stands in a document beside the records."""

    def beside(self, source: Bytes, root: Node) -> Iterator[Draft]:
        """The drafts of it."""
        ...


class JsonLog:
    """A format whose records follow one another as they happened.

    `run_id` is what stands before the id of the run that a record belongs to; a file may hold records of several.
    """

    def __init__(
        self,
        name: str,
        head: RecordHead,
        teller: Callable[[Source, Reading], Teller],
        run_id: re.Pattern[bytes] | None = None,
    ) -> None:
        self.name = name
        self._head = head
        self._teller = teller
        self._run_id = run_id

    @property
    def told_by(self) -> str:
        """The module that knows what the records say."""
        return self._teller.__module__

    def recognise(self, head: Head) -> str | None:
        """One of the first records is of this format."""
        return self._head.recognise(head)

    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of each record in turn."""
        course = self.begin(source, reading)
        if course is not None:
            yield from course.whole()
        else:
            yield from or_plain(self._cut_list(source, reading), source, reading)

    def begin(self, source: Source, reading: Reading) -> Course[FileLine] | None:
        """The same as a cut that can go on, where the records are lines."""
        if self._head.list_at(source.read(source.start, source.start + 512).lstrip(GAP)) is not None:
            return None
        lines = _Lines(self._teller(source, reading), source, reading)
        return Course(source, reading, LineCutter(source.start), LinesOfRuns(lines, source, reading, self._run_id))

    def cut_run(self, run: Run, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of the records of one run."""
        lines = _Lines(self._teller(source, reading), source, reading)
        for start, end in run.ranges:
            yield from lines.read(FileLine(start, end, source.read(start, end)))
        yield from lines.end()

    def _cut_list(self, source: Source, reading: Reading) -> Iterator[Draft]:
        teller = self._teller(source, reading)
        runs = LinesOfRuns(_Nodes(teller, source), source, reading, self._run_id)
        records = JsonRecords(source, reading, self._holds)
        for record in records:
            yield from runs.read(record.node)
        if isinstance(teller, TellsBeside) and records.root.fields:
            yield from teller.beside(source, records.root)
        yield from runs.end()

    def _holds(self, path: Path) -> bool:
        return path == () or (len(path) == 1 and path[0] in self._head.holders)


class _Nodes:
    """The drafts of records that were found in a list."""

    def __init__(self, teller: Teller, source: Source) -> None:
        self._teller = teller
        self._source = source

    def read(self, node: Node) -> Iterator[Draft]:
        """The drafts of one record."""
        self._teller.narration.record += 1
        yield from self._teller.read(self._source, node)

    def end(self) -> Iterator[Draft]:
        """What was held back, and what only the whole shows."""
        yield from self._teller.end()
        self._teller.narration.end()


class _Lines:
    """The drafts of lines; one that is no JSON stands in the log as it is."""

    def __init__(self, teller: Teller, source: Source, reading: Reading) -> None:
        self._teller = teller
        self._source = source
        self._reading = reading

    def read(self, line: FileLine) -> Iterator[Draft]:
        """The drafts of one line."""
        if line.data.isspace():
            return
        narration = self._teller.narration
        narration.record += 1
        end = line.end - line.data.endswith(b"\n")
        node = parse(HeldLine(line) if line.data else self._source, line.start, end)
        if node is not None and node.shape in ("object", "array", "strings"):
            yield from self._teller.read(HeldLine(line) if line.data else self._source, node)
            return
        if line.data[:1] in (b"{", b"[") and end >= self._source.size:
            self._reading.broken_at = line.start
            self._reading.warn(f"the last line, from byte {line.start} on, is no whole JSON: the file breaks off there")
        else:
            self._reading.warn("some lines are no JSON: they are kept as they stand")
        narration.time = None
        yield from narration.tell([Draft(Kind.NOTE, line.start, line.end, salience=0.5)])

    def end(self) -> Iterator[Draft]:
        """What was held back, and what only the whole shows."""
        yield from self._teller.end()
        self._teller.narration.end()
