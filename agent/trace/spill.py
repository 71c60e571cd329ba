"""Bytes appended and read back by offset: in memory while few, in a private file without a name when many."""

import os
import tempfile
from typing import BinaryIO


class Spill:
    """An append-only store; what goes over the limit moves to a temporary file that no path leads to."""

    def __init__(self, limit: int = 8 * 1024 * 1024) -> None:
        self._limit = limit
        self._tail = bytearray()
        self._filed = 0
        self._file: BinaryIO | None = None

    def __len__(self) -> int:
        return self._filed + len(self._tail)

    def append(self, data: bytes) -> int:
        """Keep the bytes; the offset to read them back at."""
        at = self._filed + len(self._tail)
        self._tail += data
        if len(self._tail) > self._limit:
            if self._file is None:
                self._file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 - closed with the store
            os.pwrite(self._file.fileno(), self._tail, self._filed)
            self._filed += len(self._tail)
            self._tail = bytearray()
        return at

    def read(self, start: int, end: int) -> bytes:
        """The bytes from start to end."""
        if start >= self._filed:
            return bytes(self._tail[start - self._filed : end - self._filed])
        if self._file is None:
            return b""
        data = os.pread(self._file.fileno(), min(end, self._filed) - start, start)
        return data if end <= self._filed else data + bytes(self._tail[: end - self._filed])

    def close(self) -> None:
        """Let the file go."""
        if self._file is not None:
            self._file.close()
            self._file = None
