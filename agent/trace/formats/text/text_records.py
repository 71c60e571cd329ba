"""The records of a text log: where each begins, found block by block, whatever borders the blocks have."""

import re
from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import NamedTuple

from agent.trace.source import BLOCK, Source

LONGEST = 16 * 1024 * 1024
KEPT = 1024 * 1024
HEADER = 1024
_BOM = b"\xef\xbb\xbf"


class Header(NamedTuple):
    """What a record begins with: a pattern, and how far from its match the record begins.

    A pattern for the beginning of a line starts with a line break (shift 1), which is quick to look for; the source
    is read as if a line break stood before its first byte. A pattern does not take the line break that follows it.
    """

    pattern: re.Pattern[bytes]
    shift: int = 1


class TextRecord(NamedTuple):
    """A stretch of the source that begins with a header; `header` is None for what stands before the first one.

    `data` is its bytes, or the first of them where the record is longer than anybody wants to hold.
    """

    start: int
    end: int
    header: re.Match[bytes] | None
    data: bytes
    body: int
    """How many of its bytes the header takes."""


class RecordCutter:
    """The open record, and the bytes from its beginning to the end of what was read."""

    def __init__(self, source: Source, *headers: Header, start: int = 0) -> None:
        self._headers = headers
        self._opens_with_bom = start == 0 and source.read(0, 3) == _BOM
        start = start if self._opens_with_bom else max(start, source.start)
        self._first = source.start if self._opens_with_bom else start
        self._buffer = b"\n"
        self._base = self._first - 1
        self._open = start
        self._scanned = 0
        self._header: re.Match[bytes] | None = None
        self._head: bytes | None = None
        self._body = start

    def feed(self, block: bytes) -> Iterator[TextRecord]:
        """The records that a block brings to their end."""
        self._buffer += block
        limit = self._buffer.rfind(b"\n") + 1
        searched = limit - 1
        if limit <= self._scanned + 1 and len(self._buffer) - self._scanned > LONGEST:
            limit = len(self._buffer) - HEADER
            searched = limit - HEADER
        yield from self._cut(limit)
        self._scanned = max(searched, self._scanned)
        self._trim()

    def close(self) -> Iterator[TextRecord]:
        """The records that end with the source."""
        yield from self._cut(len(self._buffer))
        end = self._base + len(self._buffer)
        if end > self._open:
            yield self._record(end)

    def _cut(self, limit: int) -> Iterator[TextRecord]:
        last = 0
        for at, header in self._begins(limit):
            start = self._base + at
            if start <= self._open and self._header is not None:
                continue
            if start > self._first:
                yield self._record(start)
                self._open = start
            self._header, self._head = header, None
            last = header.end()
            self._body = self._base + last
        self._scanned = max(self._scanned, last)

    def _begins(self, limit: int) -> Iterable[tuple[int, re.Match[bytes]]]:
        headers = (
            (match.start() + shift, match)
            for pattern, shift in self._headers
            for match in pattern.finditer(self._buffer, self._scanned, limit)
        )
        return headers if len(self._headers) == 1 else sorted(headers, key=itemgetter(0))

    def _record(self, end: int) -> TextRecord:
        data = self._head
        if data is None:
            data = self._buffer[max(0, self._open - self._base) : end - self._base]
        if self._opens_with_bom and self._open == 0:
            data = _BOM + data.removeprefix(b"\n")
        return TextRecord(self._open, end, self._header, data, self._body - self._open if self._header else 0)

    def _trim(self) -> None:
        """Forget what is behind the open record, and the middle of a record that grows beyond all use."""
        keep = max(0, self._open - self._base)
        if len(self._buffer) - keep > LONGEST and self._scanned - keep > KEPT:
            if self._head is None:
                self._head = self._buffer[keep : keep + KEPT]
            keep = self._scanned - HEADER
        keep = min(keep, self._scanned)
        if keep > 0:
            self._buffer = self._buffer[keep:]
            self._base += keep
            self._scanned -= keep


def cut_records(source: Source, *headers: Header, start: int = 0) -> Iterator[TextRecord]:
    """The records of a source in file order; together they are the whole of it from `start`."""
    cutter = RecordCutter(source, *headers, start=start)
    for _, block in source.blocks(start, BLOCK):
        yield from cutter.feed(block)
    yield from cutter.close()
