"""The records of a JSON source, with what becomes of a source that breaks off."""

from collections.abc import Callable, Iterator
from functools import wraps
from typing import TypeVar

from agent.trace.event import Kind, Piece
from agent.trace.formats.base.format import Draft, Reading
from agent.trace.formats.json.json_nodes import Node
from agent.trace.formats.json.json_stream import JsonStream, Path, Record
from agent.trace.formats.text.plain import PlainLog
from agent.trace.source import Source

Form = TypeVar("Form")
Cut = Callable[[Form, Source, Reading], Iterator[Draft]]
"""The method of a format that cuts a source."""


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


def or_plain_log(cut: Cut[Form]) -> Cut[Form]:
    """A cut that shows the source as a plain log where it finds nothing, because the source breaks off too early.

    Where labels are hidden there is nothing to show instead: the text would give them away.
    """
    return _or_else(cut, instead)


def or_hidden(cut: Cut[Form]) -> Cut[Form]:
    """A cut of files that hold labels: one empty event where it finds nothing."""
    return _or_else(cut, _nothing)


def _or_else(cut: Cut[Form], other: Callable[[Source, Reading], Iterator[Draft]]) -> Cut[Form]:
    @wraps(cut)
    def whole(form: Form, source: Source, reading: Reading) -> Iterator[Draft]:
        count = 0
        for draft in cut(form, source, reading):
            count += 1
            yield draft
        if count == 0:
            yield from other(source, reading)

    return whole


def instead(source: Source, reading: Reading) -> Iterator[Draft]:
    """What is shown of a source in which nothing was found."""
    reading.found_nothing = True
    if reading.hidden:
        yield from _nothing(source, reading)
    elif source.size > 0:
        yield from PlainLog().cut(source, reading)


def _nothing(source: Source, reading: Reading) -> Iterator[Draft]:
    if source.size > 0:
        reading.hide("the text of the file: no record of the run is in it, and labels may be")
        reading.warn("nobody says or does anything in this file")
        yield Draft(Kind.NOISE, source.start, source.size, pieces=(Piece(source.start, source.start),), salience=0.0)


def whole_document(source: Source, reading: Reading) -> Node:
    """The one object that a source is; where it breaks off, the reading is told."""
    records = JsonRecords(source, reading, None)
    for _ in records:
        pass
    return records.root
