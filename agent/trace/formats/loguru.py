"""Logs that loguru writes: `time | LEVEL | module:function:line - message`, with other loggers' lines between them."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from agent.trace.event import Kind
from agent.trace.formats.format import Draft, Head, Reading
from agent.trace.formats.text_records import Header, TextRecord, cut_records
from agent.trace.formats.words import first_words, iso
from agent.trace.source import Source

_TIME = rb"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}"
# The time is looked at behind the first bar, so that the search can run from bar to bar; it may stand inside a line,
# where something was printed without a line break.
RECORD = Header(
    re.compile(rb" \|(?<=" + _TIME + rb" \|) ([A-Z]+) +\| ([\w.<>-]+):([\w<>]+):\d+ - "),
    shift=-23,
)
STANDARD = Header(re.compile(rb"\n(DEBUG|INFO|WARNING|ERROR|CRITICAL) +\[([\w.]+)\] "))
_FIRST = re.compile(rb"^" + _TIME + rb" \| [A-Z]+ +\| [\w.<>-]+:[\w<>]+:\d+ - ", re.MULTILINE)
_NEAR = 8 * 1024


class Entry(NamedTuple):
    """A record with the words of its header."""

    record: TextRecord
    time: str | None
    level: str
    module: str
    function: str


def entries(source: Source) -> Iterator[Entry]:
    """The records; text before the first, and lines of the standard library's logging, have no function."""
    for record in cut_records(source, RECORD, STANDARD):
        header = record.header
        if header is None:
            yield Entry(record, None, "", "", "")
        elif header.re is STANDARD.pattern:
            yield Entry(record, None, header[1].decode(), header[2].decode("utf-8", "replace"), "")
        else:
            time = iso(record.data.removeprefix(b"\xef\xbb\xbf")[:23])
            yield Entry(record, time, header[1].decode(), header[2].decode("utf-8", "replace"), header[3].decode())


def first_header(head: Head) -> str | None:
    """The beginning of the first loguru record near the beginning of the file."""
    found = _FIRST.search(head.data[:_NEAR].removeprefix(b"\xef\xbb\xbf"))
    return found[0].decode("utf-8", "replace") if found else None


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


class Loguru:
    """Any program that logs with loguru: who logs is the module, what it logs is not looked into."""

    name = "loguru"

    def recognise(self, head: Head) -> str | None:
        """A loguru record near the beginning."""
        found = first_header(head)
        return f'a record "{found}..." near the beginning' if found else None

    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """One event for each record."""
        reading.records_are_messages = False
        reading.warn("a loguru log of an unknown program: modules stand for agents, and every record is a note")
        number = 0
        for entry in entries(source):
            if not entry.function:
                yield outside(entry)
                continue
            number += 1
            failed = entry.level in ("ERROR", "CRITICAL")
            yield Draft(
                Kind.ERROR if failed else Kind.NOTE,
                entry.record.start,
                entry.record.end,
                number,
                entry.module,
                title=first_words(entry.record.data, entry.record.body),
                time=entry.time,
                status="error" if failed else None,
                salience=0.3 if entry.level in ("DEBUG", "TRACE") else 1.0,
            )
