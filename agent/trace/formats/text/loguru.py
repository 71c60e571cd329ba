"""Logs that loguru writes: `time | LEVEL | module:function:line - message`, with other loggers' lines between them."""

import re
from typing import NamedTuple

from agent.trace.event import Kind
from agent.trace.formats.base.format import Draft, Head, Reading
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.base.resumable import ResumableCut, UnitFormat, UnitReader
from agent.trace.formats.base.text_words import first_words, iso
from agent.trace.formats.text.text_records import Header, RecordCutter, TextRecord
from agent.trace.source import Source

_TIME = rb"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}"
# The time is looked at behind the first bar, so that the search can run from bar to bar; it may stand inside a line,
# where something was printed without a line break.
RECORD = Header(
    pattern(rb" \|(?<=" + _TIME + rb" \|) ([A-Z]+) +\| ([\w.<>-]+):([\w<>]+):\d+ - "),
    shift=-23,
)
STANDARD = Header(pattern(rb"\n(DEBUG|INFO|WARNING|ERROR|CRITICAL) +\[([\w.]+)\] "))
_FIRST = pattern(rb"^" + _TIME + rb" \| [A-Z]+ +\| [\w.<>-]+:[\w<>]+:\d+ - ", re.MULTILINE)
_NEAR = 8 * 1024


class Entry(NamedTuple):
    """A record with the words of its header."""

    record: TextRecord
    time: str | None
    level: str
    module: str
    function: str


def entry_of(record: TextRecord) -> Entry:
    """A record read; text before the first, and lines of the standard library's logging, have no function."""
    header = record.header
    if header is None:
        return Entry(record, None, "", "", "")
    if header.re.pattern == STANDARD.pattern.pattern:
        return Entry(record, None, header[1].decode(), header[2].decode("utf-8", "replace"), "")
    time = iso(record.data.removeprefix(b"\xef\xbb\xbf")[:23])
    return Entry(record, time, header[1].decode(), header[2].decode("utf-8", "replace"), header[3].decode())


def first_header(head: Head) -> str | None:
    """The beginning of the first loguru record near the beginning of the file."""
    match = _FIRST.search(head.data[:_NEAR].removeprefix(b"\xef\xbb\xbf"))
    return match[0].decode("utf-8", "replace") if match else None


def outside(entry: Entry) -> Draft:
    """What some other logger printed, or what stood before the first record."""
    failed = entry.level in ("ERROR", "CRITICAL")
    return Draft(
        Kind.ERROR if failed else Kind.NOISE,
        entry.record.start,
        entry.record.end,
        title=first_words(entry.record.data, entry.record.body) if entry.level else "",
        status="error" if failed else None,
        salience=0.5 if failed else 0.0,
    )


class Loguru(UnitFormat):
    """Any program that logs with loguru: who logs is the module, what it logs is not looked into."""

    name = "loguru"

    def recognise(self, head: Head) -> str | None:
        """A loguru record near the beginning."""
        first = first_header(head)
        return f'a record "{first}..." near the beginning' if first else None

    def begin(self, source: Source, reading: Reading) -> ResumableCut[TextRecord]:
        """One event for each record."""
        reading.records_are_messages = False
        reading.warn("a loguru log of an unknown program: modules stand for agents, and every record is a note")
        return ResumableCut(source, reading, RecordCutter(source, RECORD, STANDARD), _Notes())


class _Notes(UnitReader[TextRecord]):
    """Counts the records."""

    def __init__(self) -> None:
        self._number = 0

    def read(self, record: TextRecord) -> tuple[Draft, ...]:
        """A record as an event."""
        entry = entry_of(record)
        if not entry.function:
            return (outside(entry),)
        self._number += 1
        failed = entry.level in ("ERROR", "CRITICAL")
        draft = Draft(
            Kind.ERROR if failed else Kind.NOTE,
            record.start,
            record.end,
            self._number,
            entry.module,
            title=first_words(record.data, record.body),
            time=entry.time,
            status="error" if failed else None,
            salience=0.3 if entry.level in ("DEBUG", "TRACE") else 1.0,
        )
        return (draft,)
