"""The bytes of a trace, read by offset; the only opener of trace files."""

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

from agent.errors import UnreadableTrace

BLOCK = 4 * 1024 * 1024


class Source:
    """A trace's bytes as formats see them: positioned reads, never a mapped file, never the whole in memory."""

    def __init__(self, path: Path, descriptor: int, size: int) -> None:
        self.path = path
        self.size = size
        self.warnings: list[str] = []
        self._descriptor = descriptor

    @classmethod
    def open(cls, path: str | Path) -> "Source":
        """Open a regular file for reading by offset."""
        path = Path(path)
        try:
            descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
            return cls(path, descriptor, os.fstat(descriptor).st_size)
        except OSError as fault:
            raise UnreadableTrace(
                "The trace cannot be opened.", f"{path}: {fault.strerror}.", "Check the path."
            ) from None

    @property
    def name(self) -> str:
        """The name a person knows the source by."""
        return self.path.name

    def read(self, start: int, end: int) -> bytes:
        """The bytes from start to end; fewer where the source ends before."""
        parts = []
        while start < end:
            part = os.pread(self._descriptor, end - start, start)
            if not part:
                break
            parts.append(part)
            start += len(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def blocks(self, start: int = 0, size: int = BLOCK) -> Iterator[tuple[int, bytes]]:
        """Consecutive blocks from an offset to the end, each with its offset."""
        while block := self.read(start, start + size):
            yield start, block
            start += len(block)

    def sha256(self) -> str:
        """The hash of all bytes."""
        digest = hashlib.sha256()
        for _, block in self.blocks():
            digest.update(block)
        return digest.hexdigest()

    def close(self) -> None:
        """Give the file back; reading ends here."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
