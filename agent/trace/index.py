"""Which line of the file a byte lies in, and where a line begins: one newline count per 64 KiB block."""

import threading
from array import array
from bisect import bisect_right

from agent.trace.source import BLOCK, Source
from agent.trace.window import SIZE, Window

try:
    from stringzilla import count as _count
except ImportError:  # the standard library does the same at half the speed
    _count = bytearray.count

STEP = 64 * 1024


class LineIndex:
    """Newline counts of a source, block by block; lines are split on byte 0x0A only and count from 1.

    What is asked for is counted on the way there; `build` counts the rest, in a thread if that is wished.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self._before = array("Q", [0])
        self._covered = 0
        self._buffer = bytearray(0)
        self._lock = threading.Lock()

    def over(self, source: Source) -> "LineIndex":
        """An index of the same source when it has grown, as far as this one has come."""
        other = LineIndex(source)
        with self._lock:
            other._before, other._covered = self._before[:], self._covered
        return other

    def build(self) -> None:
        """Count the newlines of the whole source."""
        while self._advance():
            pass
        self._buffer = bytearray(0)

    @property
    def newlines(self) -> int:
        """How many newlines have been counted."""
        return self._before[-1]

    @property
    def lines(self) -> int:
        """How many lines the counted bytes have; the last of them may lack its line break."""
        ends = self._covered == 0 or self._source.read(self._covered - 1, self._covered) == b"\n"
        return self.newlines + (not ends)

    def line_of(self, offset: int) -> int:
        """The line that the byte at an offset lies in."""
        block = offset // STEP
        while self._covered < block * STEP and self._advance():
            pass
        block = min(block, self._covered // STEP)
        return self._before[block] + self._source.read(block * STEP, offset).count(b"\n") + 1

    def offset_of(self, line: int) -> int:
        """The offset of a line's first byte; the end of the source where there is no such line."""
        if line <= 1:
            return self._source.start
        while self._before[-1] < line - 1 and self._advance():
            pass
        block = bisect_right(self._before, line - 2) - 1
        data = self._source.read(block * STEP, (block + 1) * STEP)
        at = -1
        for _ in range(line - 1 - self._before[block]):
            at = data.find(b"\n", at + 1)
            if at < 0:
                return self._source.size
        return block * STEP + at + 1

    def _advance(self) -> bool:
        """Count one more stretch; False when there is nothing more."""
        with self._lock:
            start = self._covered // STEP * STEP
            if len(self._buffer) < BLOCK:
                self._buffer = bytearray(BLOCK if self._source.arrived - start >= BLOCK else STEP)
            got = self._source.read_into(self._buffer, start)
            if start + got <= self._covered:
                return False
            total = self._before[start // STEP]
            for block, at in enumerate(range(0, got, STEP), start // STEP + 1):
                total += _count(self._buffer, b"\n", at, min(at + STEP, got))
                if block < len(self._before):  # was counted in part, and may be read meanwhile
                    self._before[block] = total
                else:
                    self._before.append(total)
            self._covered = start + got
            return True


class LineCursor:
    """The line of bytes asked for close to each other: counted from one to the next, else looked up in the index."""

    def __init__(self, window: Window, index: LineIndex) -> None:
        self._window = window
        self._index = index
        self._offset = 0
        self._line = 1

    def line_of(self, offset: int) -> int:
        """The line that the byte at an offset lies in."""
        ahead = offset - self._offset
        if abs(ahead) > SIZE:
            line = self._index.line_of(offset)
        elif ahead > 0:
            line = self._line + self._window.count(b"\n", self._offset, offset)
        else:
            line = self._line - self._window.count(b"\n", offset, self._offset)
        self.stand(offset, line)
        return line

    @property
    def place(self) -> tuple[int, int]:
        """The byte it stands at, and the byte's line."""
        return self._offset, self._line

    def stand(self, offset: int, line: int) -> None:
        """Go on from a byte whose line is known."""
        self._offset, self._line = offset, line
