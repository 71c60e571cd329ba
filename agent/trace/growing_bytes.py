"""Bytes appended and read back by offset: in memory while few, in a private file without a name when many."""

import os
import tempfile
import threading
from typing import BinaryIO

from agent.errors import Cancelled


class GrowingBytes:
    """An append-only store; what goes over the limit moves to a temporary file that no path leads to.

    One thread may append while others read.
    """

    def __init__(self, limit: int = 1024 * 1024) -> None:
        self._limit = limit
        self._held: tuple[int, bytearray] = (0, bytearray())
        self._file: BinaryIO | None = None
        self._lock = threading.Lock()
        self._closed = False

    def __len__(self) -> int:
        filed, tail = self._held
        return filed + len(tail)

    def append(self, data: bytes) -> int:
        """Keep the bytes; the offset to read them back at."""
        filed, tail = self._held
        at = filed + len(tail)
        tail += data
        if len(tail) > self._limit:
            self._move(filed, tail)
        return at

    def _move(self, filed: int, tail: bytearray) -> None:
        if self._closed:
            raise Cancelled("Reading was stopped.", "The trace is closed.", "Open it again.")
        if self._file is None:
            self._file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 - closed with the store
        written = 0
        with memoryview(tail) as view:
            while written < len(tail):
                written += os.pwrite(self._file.fileno(), view[written:], filed + written)
        self._held = (filed + written, bytearray())

    def read(self, start: int, end: int) -> bytes:
        """The bytes from start to end."""
        filed, tail = self._held
        if start >= filed:
            return bytes(tail[start - filed : end - filed])
        with self._lock:
            if self._closed or self._file is None:
                raise Cancelled("Reading was stopped.", "The trace is closed.", "Open it again.")
            data = os.pread(self._file.fileno(), min(end, filed) - start, start)
        return data if end <= filed else data + bytes(tail[: end - filed])

    def close(self) -> None:
        """Let the file go when nobody reads from it; what is closed already stays so."""
        with self._lock:
            self._closed = True
            if self._file is not None:
                self._file.close()
                self._file = None

    def __del__(self) -> None:
        self.close()
