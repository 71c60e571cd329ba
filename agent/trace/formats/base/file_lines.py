"""Cuts a file into lines with their places, block by block; a line too long to hold in memory stays unread."""

from collections.abc import Iterator
from typing import NamedTuple

from agent.trace.source import Source

STEP = 1024 * 1024
LONGEST = 64 * 1024 * 1024


class FileLine(NamedTuple):
    """A line with its line break; `data` is empty where it is longer than `LONGEST`."""

    start: int
    end: int
    data: bytes


class LineCutter:
    """The lines of the blocks it is fed, and what has come so far of a line without an end."""

    def __init__(self, start: int) -> None:
        self._start = start
        self._offset = start
        self._parts: list[bytes] = []
        self._held = 0

    def feed(self, block: bytes) -> Iterator[FileLine]:
        """The lines that a block brings to their end."""
        offset, at = self._offset, 0
        self._offset += len(block)
        while (feed := block.find(b"\n", at)) >= 0:
            start, end = self._start, offset + feed + 1
            self._start = end
            if self._held:
                data = b"".join([*self._parts, block[at : feed + 1]]) if end - start <= LONGEST else b""
                self._parts, self._held = [], 0
                yield FileLine(start, end, data)
            else:
                yield FileLine(start, end, block[at : feed + 1])
            at = feed + 1
        if at < len(block):
            self._held += len(block) - at
            self._parts = [*self._parts, block[at:]] if self._held <= LONGEST else []

    def close(self) -> Iterator[FileLine]:
        """The last line, where no line break ends it."""
        if self._held:
            start, end = self._start, self._start + self._held
            data = b"".join(self._parts) if self._held <= LONGEST else b""
            self._start, self._parts, self._held = end, [], 0
            yield FileLine(start, end, data)


def file_lines(source: Source) -> Iterator[FileLine]:
    """The lines in file order; together they are the whole text."""
    cutter = LineCutter(source.start)
    for _, block in source.blocks(size=STEP):
        yield from cutter.feed(block)
    yield from cutter.close()


class HeldLine:
    """A line in memory, read by its place in the file."""

    def __init__(self, line: FileLine) -> None:
        self._line = line

    def read(self, start: int, end: int) -> bytes:
        """The bytes from start to end, as far as they lie in the line."""
        first = self._line.start
        return self._line.data[max(0, start - first) : max(0, end - first)]
