"""Logs of JSON records, one per line or all in one list: known by a record, told record by record."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

from agent.trace.event import Kind
from agent.trace.formats.course import Course
from agent.trace.formats.file_lines import FileLine, HeldLine, LineCutter
from agent.trace.formats.format import Draft, Head, Reading
from agent.trace.formats.json_nodes import Node
from agent.trace.formats.json_records import JsonRecords, or_plain
from agent.trace.formats.json_stream import Path, parse
from agent.trace.formats.line_runs import LinesOfRuns
from agent.trace.formats.narration import Narration
from agent.trace.formats.run import Run
from agent.trace.source import Source
from agent.trace.unfold import Bytes

_GAP = b"\xef\xbb\xbf \t\r\n"
_LOOKED_AT = 25
_TUPLE = re.compile(rb'\[\s*(?:"[^"]*"|\[\s*(?:"[^"]*"\s*,?\s*)*\])\s*,')
_DECODER = json.JSONDecoder(strict=False)


class Teller(Protocol):
    """Whoever knows what the records of a format say."""

    narration: Narration

    def read(self, source: Bytes, node: Node) -> Iterator[Draft]:
        """The drafts of one record."""
        ...

    def end(self) -> Iterator[Draft]:
        """What was held back for a record that does not come any more."""
        ...


@dataclass(slots=True)
class JsonLog:
    """A format whose records follow one another as they happened.

    `opening` is looked for where the first record is longer than the head; `holders` are the names under which a
    document holds the records in a list; `run_id` stands before the id of the run that a record belongs to.
    """

    name: str
    because: str
    knows: Callable[[Any], bool]
    teller: Callable[[Source, Reading], Teller]
    opening: tuple[re.Pattern[bytes], ...] = ()
    holders: tuple[str, ...] = ()
    run_id: re.Pattern[bytes] | None = None
    _holder: re.Pattern[bytes] = field(init=False)

    def __post_init__(self) -> None:
        """Make the pattern by which a document that holds the records is known."""
        names = b"|".join(name.encode() for name in self.holders) or b"(?!)"
        self._holder = re.compile(rb'\{\s*"(?:' + names + rb')"\s*:\s*\[')

    def recognise(self, head: Head) -> str | None:
        """One of the first records is of this format."""
        data = head.data.lstrip(_GAP)
        listed = self._list_at(data)
        if listed is None:
            return f"JSON lines: {self.because}" if self._in_lines(head, data) else None
        value = _first_value(data, listed)
        known = self._begins(data) if value is None else self.knows(value)
        return f"a JSON list: {self.because}" if known else None

    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of each record in turn."""
        course = self.begin(source, reading)
        if course is not None:
            yield from course.whole()
        else:
            yield from or_plain(self._cut_list(source, reading), source, reading)

    def begin(self, source: Source, reading: Reading) -> Course[FileLine] | None:
        """The same as a cut that can go on, where the records are lines."""
        if self._list_at(source.read(source.start, source.start + 512).lstrip(_GAP)) is not None:
            return None
        lines = _Lines(self.teller(source, reading), source, reading)
        return Course(source, reading, LineCutter(source.start), LinesOfRuns(lines, source, reading, self.run_id))

    def cut_run(self, run: Run, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of the records of one run."""
        lines = _Lines(self.teller(source, reading), source, reading)
        for start, end in run.ranges:
            yield from lines.read(FileLine(start, end, source.read(start, end)))
        yield from lines.end()

    def _in_lines(self, head: Head, data: bytes) -> bool:
        whole, broken = data.split(b"\n", _LOOKED_AT)[:_LOOKED_AT], not head.whole
        if broken and len(whole) == data.count(b"\n") + 1:
            last = whole.pop()
            if not whole:
                return self._begins(last)
        return any(self.knows(value) for line in whole if (value := _value(line)) is not None)

    def _begins(self, data: bytes) -> bool:
        return bool(self.opening) and all(pattern.search(data) for pattern in self.opening)

    def _list_at(self, data: bytes) -> int | None:
        """Where the list begins that holds the records; None where they are lines."""
        found = self._holder.match(data)
        if found is not None:
            return found.end()
        return 1 if data[:1] == b"[" and _TUPLE.match(data) is None else None

    def _cut_list(self, source: Source, reading: Reading) -> Iterator[Draft]:
        teller = self.teller(source, reading)
        runs = LinesOfRuns(_Nodes(teller, source), source, reading, self.run_id)
        for record in JsonRecords(source, reading, self._holds):
            yield from runs.read(record.node)
        yield from runs.end()

    def _holds(self, path: Path) -> bool:
        return path == () or (len(path) == 1 and path[0] in self.holders)


def _value(line: bytes) -> Any:
    """The value of a line that is an object or a list by itself."""
    line = line.strip()
    if line[:1] not in (b"{", b"[") or line[-1:] not in (b"}", b"]"):
        return None
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _first_value(data: bytes, at: int) -> Any:
    """The first value of a list, if it lies whole in the head."""
    text = data[at:].decode("utf-8", "replace").lstrip()
    try:
        return _DECODER.raw_decode(text)[0]
    except (ValueError, RecursionError):
        return None


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
