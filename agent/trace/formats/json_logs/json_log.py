"""Logs of JSON records, one per line or all in one list: known by a record, told record by record."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from agent.trace.event import Kind
from agent.trace.event_text import Bytes
from agent.trace.formats.base.file_lines import FileLine, HeldLine, LineCutter
from agent.trace.formats.base.format import Draft, Head, Reading
from agent.trace.formats.base.resumable import ResumableCut
from agent.trace.formats.base.source_run import Run
from agent.trace.formats.json.json_nodes import Node
from agent.trace.formats.json.json_records import JsonRecords, or_plain_log
from agent.trace.formats.json.json_stream import Path, parse
from agent.trace.formats.json_logs.line_runs import LinesOfRuns
from agent.trace.formats.json_logs.record_head import RecordMark
from agent.trace.formats.messages.draft_sequence import DraftSequence
from agent.trace.source import Source


class RecordReader(Protocol):
    """Whoever knows what the records of a format say."""

    sequence: DraftSequence

    def read(self, source: Bytes, node: Node) -> Iterator[Draft]:
        """The drafts of one record."""
        ...

    def end(self) -> Iterator[Draft]:
        """What was held back for a record that does not come any more: none, where a reader holds nothing back."""
        return iter(())


@runtime_checkable
class ReadsBeside(Protocol):
    """A reader for whom something stands in a document beside the records."""

    def beside(self, source: Bytes, root: Node) -> Iterator[Draft]:
        """The drafts of it."""
        ...


@dataclass(slots=True, eq=False)
class JsonLog:
    """A format whose records follow one another as they happened.

    `run_id` is what stands before the id of the run that a record belongs to; a file may hold records of several.
    """

    name: str
    head: RecordMark
    reader: Callable[[Source, Reading], RecordReader]
    run_id: re.Pattern[bytes] | None = None
    run_end: re.Pattern[bytes] | None = None

    def recognise(self, head: Head) -> str | None:
        """One of the first records is of this format."""
        return self.head.recognise(head)

    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of each record in turn."""
        cut = self.begin(source, reading)
        if cut is not None:
            yield from cut.whole()
        else:
            yield from self._cut_list(source, reading)

    def begin(self, source: Source, reading: Reading) -> ResumableCut[FileLine] | None:
        """The same as a cut that can go on, where the records are lines."""
        if self.head.in_document(source):
            return None
        lines = _Lines(self.reader(source, reading), source, reading)
        return ResumableCut(
            source, reading, LineCutter(source.start), LinesOfRuns(lines, source, reading, self.run_id, self.run_end)
        )

    def cut_run(self, run: Run, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of the records of one run."""
        lines = _Lines(self.reader(source, reading), source, reading)
        for start, end in run.ranges:
            yield from lines.read(FileLine(start, end, source.read(start, end)))
        yield from lines.end()

    @or_plain_log
    def _cut_list(self, source: Source, reading: Reading) -> Iterator[Draft]:
        reader = self.reader(source, reading)
        runs = LinesOfRuns(_Nodes(reader, source), source, reading, self.run_id, self.run_end)
        records = JsonRecords(source, reading, self._holds)
        for record in records:
            yield from runs.read(record.node)
        if records.seen == 0 and records.root.fields:
            yield from runs.read(records.root)
        if isinstance(reader, ReadsBeside) and records.root.fields:
            yield from reader.beside(source, records.root)
        yield from runs.end()

    def _holds(self, path: Path) -> bool:
        holders = self.head.holders
        return path == () or (len(path) <= 3 and path[-1] in holders) or (len(path) == 2 and f"{path[0]}.*" in holders)


class _Nodes:
    """The drafts of records that were found in a list."""

    def __init__(self, reader: RecordReader, source: Source) -> None:
        self._reader = reader
        self._source = source

    def read(self, node: Node) -> Iterator[Draft]:
        """The drafts of one record."""
        self._reader.sequence.record += 1
        yield from self._reader.read(self._source, node)

    def end(self) -> Iterator[Draft]:
        """What was held back, and what only the whole shows."""
        yield from self._reader.end()
        self._reader.sequence.end()


class _Lines:
    """The drafts of lines; one that is no JSON stands in the log as it is."""

    def __init__(self, reader: RecordReader, source: Source, reading: Reading) -> None:
        self._reader = reader
        self._source = source
        self._reading = reading

    def read(self, line: FileLine) -> Iterator[Draft]:
        """The drafts of one line."""
        if line.data.isspace():
            return
        sequence = self._reader.sequence
        sequence.record += 1
        end = line.end - line.data.endswith(b"\n")
        node = parse(HeldLine(line) if line.data else self._source, line.start, end)
        if node is not None and node.shape in ("object", "array", "strings"):
            yield from self._reader.read(HeldLine(line) if line.data else self._source, node)
            return
        if line.data[:1] in (b"{", b"[") and end >= self._source.size:
            self._reading.broken_at = line.start
            self._reading.warn(f"the last line, from byte {line.start} on, is no whole JSON: the file breaks off there")
        else:
            self._reading.warn("some lines are no JSON: they are kept as they stand")
        sequence.time = None
        yield from sequence.tell([Draft(Kind.NOTE, line.start, line.end, salience=0.5)])

    def end(self) -> Iterator[Draft]:
        """What was held back, and what only the whole shows."""
        yield from self._reader.end()
        self._reader.sequence.end()
