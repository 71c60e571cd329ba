"""What becomes of a file that is open: whether it grows, ends earlier, is another one by now, or is gone."""

import os
from enum import StrEnum
from pathlib import Path

from agent.trace.digest import sha256

_LAST = 4096


class Change(StrEnum):
    """What happened to the file since it was opened."""

    NONE = "none"
    GROWN = "grown"
    TRUNCATED = "truncated"
    REPLACED = "replaced"
    DELETED = "deleted"


class Watch:
    """A file as it was when its first `size` bytes were looked at; how they ended is kept where that is asked for."""

    def __init__(self, path: Path, descriptor: int, size: int, *, with_end: bool = False) -> None:
        self._path = path
        self._descriptor = descriptor
        self._size = size
        self._end = self._fingerprint() if with_end else None

    def change(self) -> Change:
        """What has happened to the file since then; what it is called now counts."""
        mine = os.fstat(self._descriptor)
        try:
            there = self._path.stat()
        except OSError:
            return Change.DELETED
        if (there.st_dev, there.st_ino) != (mine.st_dev, mine.st_ino):
            return Change.REPLACED
        if mine.st_size < self._size:
            return Change.TRUNCATED
        if not self.same:
            return Change.REPLACED
        return Change.GROWN if mine.st_size > self._size else Change.NONE

    @property
    def same(self) -> bool:
        """Whether the bytes that were looked at are, by their end, still the same."""
        return self._end is None or self._fingerprint() == self._end

    def _fingerprint(self) -> bytes:
        at = max(0, self._size - _LAST)
        return sha256(os.pread(self._descriptor, self._size - at, at)).digest()
