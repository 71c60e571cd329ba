"""Reads a range of a source as if it were all there is; offsets stay those of the source."""

from collections.abc import Iterator

from agent.trace.source import BLOCK, Source


class SourceRange(Source):
    """The bytes of a source from a start to an end; the source stays whoever opened it."""

    def __init__(self, source: Source, start: int, end: int) -> None:
        self._whole = source
        self._size = end
        self._start = start
        self._closed = True
        self.path = source.path
        self.warnings = source.warnings
        self.companions = source.companions

    @property
    def start(self) -> int:
        """The first byte of the stretch."""
        return self._start or 0

    @property
    def size(self) -> int:
        """The byte after its last."""
        return self._size

    @property
    def known_size(self) -> int | None:
        """The byte after its last: a stretch is there as soon as it is known."""
        return self._size

    @property
    def arrived(self) -> int:
        """The byte after its last."""
        return self._size

    def read(self, start: int, end: int) -> bytes:
        """The bytes from start to end, as far as they lie in the stretch."""
        return self._whole.read(start, min(end, self._size)) if start >= self.start else b""

    def read_into(self, buffer: bytearray, start: int) -> int:
        """Fill a buffer with the bytes from an offset on; returns how many there were."""
        data = self.read(start, start + len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def blocks(self, start: int = 0, size: int = BLOCK) -> Iterator[tuple[int, bytes]]:
        """Consecutive blocks from an offset to the end of the stretch, each with its offset."""
        at = max(start, self.start)
        while at < self._size and (block := self.read(at, min(at + size, self._size))):
            yield at, block
            at += len(block)

    def close(self) -> None:
        """Nothing to give back: the source is another's."""
