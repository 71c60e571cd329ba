"""The records of a JSON source, with what becomes of a source that breaks off."""

from collections.abc import Callable, Iterator

from agent.trace.event import Kind, Piece
from agent.trace.formats.base.format import Draft, Reading
from agent.trace.formats.json.json_nodes import Node
from agent.trace.formats.json.json_stream import JsonStream, Path, Record
from agent.trace.formats.text.plain import PlainLog
from agent.trace.source import Source


class JsonRecords:
    """The records of one JSON document; where it breaks off, the reading is told once, with the byte."""

    def __init__(self, source: Source, reading: Reading, holds_records: Callable[[Path], bool] | None) -> None:
        self._stream = JsonStream(source, holds_records, source.start)
        self._reading = reading
        self.seen = 0

    def __iter__(self) -> Iterator[Record]:
        """Each record when it closes."""
        for record in self._stream.records():
            self.seen += 1
            yield record
        if self._stream.broken_at is not None:
            warn_of_break(self._reading, self._stream.broken_at, self._stream.why)

    @property
    def root(self) -> Node:
        """What is left of the document when its records are taken out; an empty object where it is none."""
        root = self._stream.root
        return root if root is not None and root.shape == "object" else Node("object", 0, 0)


def warn_of_break(reading: Reading, offset: int, why: str) -> None:
    """Say once that a source is whole only up to a byte."""
    if reading.broken_at is None:
        reading.broken_at = offset
        reading.warn(f"the JSON cannot be read beyond byte {offset}: {why}; the whole records before it are shown")


def or_plain_log(drafts: Iterator[Draft], source: Source, reading: Reading) -> Iterator[Draft]:
    """The drafts; the source as a plain log where there is none because it breaks off too early.

    Where labels are hidden there is nothing to show instead: the text would give them away.
    """
    count = 0
    for draft in drafts:
        count += 1
        yield draft
    if count == 0:
        yield from instead(source, reading)


def instead(source: Source, reading: Reading) -> Iterator[Draft]:
    """What is shown of a source in which nothing was found."""
    reading.found_nothing = True
    if source.size > 0:
        yield from _nothing(source, reading) if reading.hidden else PlainLog().cut(source, reading)


def or_hidden(drafts: Iterator[Draft], source: Source, reading: Reading) -> Iterator[Draft]:
    """The drafts of a format whose files hold labels; one empty event where there is none."""
    count = 0
    for draft in drafts:
        count += 1
        yield draft
    if count == 0 and source.size > 0:
        yield from _nothing(source, reading)


def _nothing(source: Source, reading: Reading) -> Iterator[Draft]:
    reading.hide("the text of the file: no record of the run is in it, and labels may be")
    reading.warn("nobody says or does anything in this file")
    yield Draft(Kind.NOISE, source.start, source.size, pieces=(Piece(source.start, source.start),), salience=0.0)


def whole_document(source: Source, reading: Reading) -> Node:
    """The one object that a source is; where it breaks off, the reading is told."""
    records = JsonRecords(source, reading, None)
    for _ in records:
        pass
    return records.root
