"""Holds in memory the stretch of a source that is being read, so that many small reads cost one large one."""

from agent.trace.source import Source

SIZE = 256 * 1024


class Window:
    """Reads like a source, fast where reads lie close together and go forward."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._start = 0
        self._data = b""

    def read(self, start: int, end: int) -> bytes:
        """The bytes from start to end; fewer where the source ends before."""
        if end - start > SIZE:
            return self._source.read(start, end)
        at = self._at(start, end)
        return self._data[at : at + end - start]

    def count(self, sought: bytes, start: int, end: int) -> int:
        """How often one byte stands between start and end."""
        total = 0
        while start < end:
            stop = min(end, start + SIZE)
            at = self._at(start, stop)
            total += self._data.count(sought, at, at + stop - start)
            start = stop
        return total

    def breaks(self, start: int, end: int) -> tuple[int, bool]:
        """How many line breaks stand between start and end, and whether the last byte is one."""
        if end - start > SIZE:
            return self.count(b"\n", start, end), self.read(end - 1, end) == b"\n"
        at = self._at(start, end)
        stop = at + end - start
        return self._data.count(b"\n", at, stop), end > start and self._data[stop - 1 : stop] == b"\n"

    def _at(self, start: int, end: int) -> int:
        """Where in the data a start lies, once the range is there as far as the source reaches."""
        if not self._start <= start or end > self._start + len(self._data):
            self._start = start
            self._data = self._source.read(start, max(end, min(start + SIZE, self._source.arrived)))
        return start - self._start
