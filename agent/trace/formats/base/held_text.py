"""Bytes in memory that are read as a source is: a text that was taken out of another one."""

from collections.abc import Iterator
from pathlib import Path

from agent.trace.source import BLOCK, Source


class HeldText(Source):
    """A text that some other source holds in another writing."""

    def __init__(self, data: bytes, path: Path) -> None:
        self._data = data
        self._closed = True
        self.path = path
        self.warnings = []
        self.companions = ()

    @property
    def start(self) -> int:
        """The first byte."""
        return 0

    @property
    def size(self) -> int:
        """How many bytes there are."""
        return len(self._data)

    @property
    def known_size(self) -> int | None:
        """How many bytes there are: all of them."""
        return len(self._data)

    @property
    def arrived(self) -> int:
        """How many bytes there are: all of them."""
        return len(self._data)

    def read(self, start: int, end: int) -> bytes:
        """The bytes from start to end."""
        return self._data[max(0, start) : max(0, end)]

    def read_into(self, buffer: bytearray, start: int) -> int:
        """Fill a buffer with the bytes from an offset on; returns how many there were."""
        data = self.read(start, start + len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def blocks(self, start: int = 0, size: int = BLOCK) -> Iterator[tuple[int, bytes]]:
        """Consecutive blocks from an offset to the end, each with its offset."""
        for at in range(max(0, start), len(self._data), size):
            yield at, self._data[at : at + size]

    def close(self) -> None:
        """Nothing to give back."""
