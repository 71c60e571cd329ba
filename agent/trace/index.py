"""Which line of the file a byte lies in, and where a line begins: one newline count per 64 KiB block."""

from array import array
from bisect import bisect_right

from agent.trace.source import Source

STEP = 64 * 1024


class LineIndex:
    """Newline counts of a source, block by block; lines are split on byte 0x0A only and count from 1."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._before = array("Q", [0])

    def build(self) -> None:
        """Count the newlines of the whole source."""
        for _, block in self._source.blocks():
            for start in range(0, len(block), STEP):
                self._before.append(self._before[-1] + block.count(b"\n", start, start + STEP))

    @property
    def newlines(self) -> int:
        """How many newlines have been counted."""
        return self._before[-1]

    def line_of(self, offset: int) -> int:
        """The line that the byte at an offset lies in."""
        block = min(offset // STEP, len(self._before) - 1)
        return self._before[block] + self._source.read(block * STEP, offset).count(b"\n") + 1

    def offset_of(self, line: int) -> int:
        """The offset of a line's first byte."""
        if line <= 1:
            return 0
        block = bisect_right(self._before, line - 2) - 1
        data = self._source.read(block * STEP, (block + 1) * STEP)
        at = -1
        for _ in range(line - 1 - self._before[block]):
            at = data.find(b"\n", at + 1)
            if at < 0:
                return self._source.size
        return block * STEP + at + 1


class LineCursor:
    """The line of ever later bytes, counted on the way; a step back asks the index."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._index: LineIndex | None = None
        self._offset = 0
        self._line = 1

    def line_of(self, offset: int) -> int:
        """The line that the byte at an offset lies in."""
        if offset < self._offset:
            if self._index is None:
                self._index = LineIndex(self._source)
                self._index.build()
            return self._index.line_of(offset)
        while self._offset < offset:
            data = self._source.read(self._offset, min(offset, self._offset + 1024 * 1024))
            if not data:
                break
            self._line += data.count(b"\n")
            self._offset += len(data)
        return self._line
