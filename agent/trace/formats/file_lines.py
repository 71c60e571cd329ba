"""The lines of a file with their places, block by block; a line longer than anybody wants to hold stays unread."""

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


def file_lines(source: Source) -> Iterator[FileLine]:
    """The lines in file order; together they are the whole text."""
    start = source.start
    parts: list[bytes] = []
    held = 0
    for offset, block in source.blocks(size=STEP):
        at = 0
        while (feed := block.find(b"\n", at)) >= 0:
            end = offset + feed + 1
            if parts or held:
                parts.append(block[at : feed + 1])
                yield FileLine(start, end, b"".join(parts) if end - start <= LONGEST else b"")
                parts, held = [], 0
            else:
                yield FileLine(start, end, block[at : feed + 1])
            start, at = end, feed + 1
        if at < len(block):
            held += len(block) - at
            parts = [*parts, block[at:]] if held <= LONGEST else []
    if held:
        yield FileLine(start, start + held, b"".join(parts) if held <= LONGEST else b"")


class HeldLine:
    """A line in memory, read by its place in the file."""

    def __init__(self, line: FileLine) -> None:
        self._line = line

    def read(self, start: int, end: int) -> bytes:
        """The bytes from start to end, as far as they lie in the line."""
        first = self._line.start
        return self._line.data[max(0, start - first) : max(0, end - first)]
