"""The bytes of a trace, read by offset; the only opener of trace files."""

import codecs
import errno
import hashlib
import os
import stat
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path

from agent.clean import clean_name
from agent.errors import UnreadableTrace
from agent.trace import stdin
from agent.trace.folder import main_file
from agent.trace.spool import Spool
from agent.trace.unpack import as_utf8, encoding_of, is_packed

BLOCK = 1024 * 1024
STDIN = "-"
_HEAD = 4096
_FINGERPRINT = 4096
_PACKED_SUFFIXES = (".gz", ".zst")
_FLAGS = (
    os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)  # fmt: skip
_REASONS = {
    errno.ENOENT: ("It does not exist.", "Check the path."),
    errno.EACCES: ("You may not read it.", "Change its permissions, or ask its owner."),
    errno.ELOOP: ("Its symbolic links lead in a circle.", "Name the file itself."),
    errno.ENXIO: ("It is a socket or a device, not a file.", "Name a file."),
    errno.ENOTDIR: ("A part of the path is a file, not a folder.", "Check the path."),
    errno.ENAMETOOLONG: ("The name is too long.", "Check the path."),
}
_OTHER_ARCHIVES = ((b"BZh", "bzip2"), (b"\xfd7zXZ\0", "xz"), (b"7z\xbc\xaf\x27\x1c", "7z"), (b"Rar!", "rar"))


class Change(StrEnum):
    """What happened to the file since it was opened."""

    NONE = "none"
    GROWN = "grown"
    TRUNCATED = "truncated"
    REPLACED = "replaced"
    DELETED = "deleted"


class Source:
    """A trace's bytes as formats see them: positioned reads, never a mapped file, never the whole in memory.

    Offsets count in the decompressed bytes, in UTF-8; a byte order mark is counted, and `start` is the byte after it.
    What is read is a snapshot: bytes appended after the opening are seen after `grow`.
    """

    def __init__(self, path: Path, descriptor: int, size: int, spool: Spool | None = None) -> None:
        self.path = path
        self.warnings: list[str] = []
        self.companions: tuple[Path, ...] = ()
        self._descriptor = descriptor
        self._size = size
        self._spool = spool
        self._start: int | None = None
        self._end_seen: tuple[int, bytes] | None = None

    @classmethod
    def open(cls, path: str | Path) -> "Source":
        """Open a file, a `.gz` or `.zst` of one, a folder that holds one run, a pipe, or standard input (`-`)."""
        path = Path(path)
        companions: tuple[Path, ...] = ()
        descriptor = stdin.descriptor() if str(path) == STDIN else _opened(path)
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            os.close(descriptor)
            path, companions = main_file(path)
            descriptor = _opened(path)
        source = cls._of(path, descriptor)
        source.companions = companions
        return source

    @classmethod
    def _of(cls, path: Path, descriptor: int) -> "Source":
        status = os.fstat(descriptor)
        if stat.S_ISFIFO(status.st_mode) or (str(path) == STDIN and not stat.S_ISREG(status.st_mode)):
            blocks = stdin.pipe_blocks(descriptor, clean_name(path))
            return cls._spooled(path, -1, blocks, None)
        if not stat.S_ISREG(status.st_mode):
            os.close(descriptor)
            raise _unreadable(path, "It is a device, not a file.", "Name a file.")
        try:
            head = os.pread(descriptor, _HEAD, 0)
            _refuse_archives(path, head)
        except OSError as fault:
            os.close(descriptor)
            raise _unreadable(path, f"{fault.strerror}.", "Copy it to a disk that works, and open that.") from None
        except UnreadableTrace:
            os.close(descriptor)
            raise
        if is_packed(head) or encoding_of(head) is not None:
            return cls._spooled(path, descriptor, _file_blocks(descriptor), status.st_size)
        source = cls(path, descriptor, status.st_size)
        source._start = len(codecs.BOM_UTF8) if head.startswith(codecs.BOM_UTF8) else 0
        return source

    @classmethod
    def _spooled(cls, path: Path, descriptor: int, blocks: Iterator[bytes], packed_size: int | None) -> "Source":
        source = cls(path, descriptor, 0)
        warn, name = source.warnings.append, clean_name(path)
        source._spool = Spool(as_utf8(blocks, name, packed_size, warn), name, warn)
        return source

    @property
    def name(self) -> str:
        """The name a person knows the source by, without the suffix of its compression."""
        if str(self.path) == STDIN:
            return "stdin"
        return self.path.stem if self.path.suffix in _PACKED_SUFFIXES else self.path.name

    @property
    def size(self) -> int:
        """How many bytes there are; waits for the last of them where they are still arriving."""
        return self._size if self._spool is None else self._spool.wait()

    @property
    def known_size(self) -> int | None:
        """How many bytes there are, None while they are still arriving."""
        if self._spool is None:
            return self._size
        return self._spool.length if self._spool.done else None

    @property
    def arrived(self) -> int:
        """How many bytes can be read without waiting."""
        return self._size if self._spool is None else self._spool.length

    @property
    def start(self) -> int:
        """The first byte of text: the one after the byte order mark, if there is one."""
        if self._start is None:
            self._start = len(codecs.BOM_UTF8) if self.read(0, 3) == codecs.BOM_UTF8 else 0
        return self._start

    def read(self, start: int, end: int) -> bytes:
        """The bytes from start to end; fewer where the source ends before."""
        descriptor, end = self._reach(end)
        if end <= start:
            return b""
        data = os.pread(descriptor, end - start, start)
        if len(data) == end - start or not data:
            return data
        parts = [data]
        while (start := start + len(data)) < end and (data := os.pread(descriptor, end - start, start)):
            parts.append(data)
        return b"".join(parts)

    def read_into(self, buffer: bytearray, start: int) -> int:
        """Fill a buffer with the bytes from an offset on; returns how many there were."""
        descriptor, end = self._reach(start + len(buffer))
        got = 0
        with memoryview(buffer) as view:
            while start + got < end:
                count = os.preadv(descriptor, [view[got : end - start]], start + got)
                if not count:
                    break
                got += count
        return got

    def _reach(self, end: int) -> tuple[int, int]:
        """Where to read from, and how far of the end asked for there is anything to read."""
        if self._spool is None:
            return self._descriptor, min(end, self._size)
        return self._spool.descriptor, min(end, self._spool.wait(end))

    def blocks(self, start: int = 0, size: int = BLOCK) -> Iterator[tuple[int, bytes]]:
        """Consecutive blocks of text from an offset to the end, each with its offset; a byte order mark is no text."""
        at = max(start, self.start)
        while block := self.read(at, at + size):
            yield at, block
            at += len(block)

    def sha256(self) -> str:
        """The hash of all bytes, as they are counted here."""
        digest = hashlib.sha256(self.read(0, self.start))
        for _, block in self.blocks():
            digest.update(block)
        return digest.hexdigest()

    def change(self) -> Change:
        """What has happened to the file since it was opened; what was read stays readable unless it was truncated."""
        if self._descriptor < 0 or str(self.path) == STDIN:
            return Change.NONE
        mine = os.fstat(self._descriptor)
        try:
            there = self.path.stat()
        except OSError:
            return Change.DELETED
        if (there.st_dev, there.st_ino) != (mine.st_dev, mine.st_ino):
            return Change.REPLACED
        if self._spool is not None or (mine.st_size == self._size and self._end_seen is None):
            return Change.NONE
        if mine.st_size < self._size:
            return Change.TRUNCATED
        if self._end_seen is not None and self._fingerprint(self._end_seen[0]) != self._end_seen:
            return Change.REPLACED
        return Change.GROWN if mine.st_size > self._size else Change.NONE

    def watch(self) -> None:
        """Remember how the file ends now, so that `change` also notices a file written anew in place."""
        if self._spool is None:
            self._end_seen = self._fingerprint(self._size)

    def grow(self) -> int:
        """Let the bytes be seen that were appended since the opening; returns how many there are now."""
        if self._spool is None:
            self._size = max(self._size, os.fstat(self._descriptor).st_size)
            if self._end_seen is not None:
                self.watch()
        return self._size

    def _fingerprint(self, end: int) -> tuple[int, bytes]:
        at = max(0, end - _FINGERPRINT)
        return end, hashlib.sha256(os.pread(self._descriptor, end - at, at)).digest()

    def close(self) -> None:
        """Give the file back; reading ends here."""
        if self._spool is not None:
            self._spool.close()
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


def _opened(path: Path) -> int:
    try:
        return os.open(path, _FLAGS)
    except OSError as fault:
        why, advice = _REASONS.get(fault.errno or 0, (f"{fault.strerror}.", "Check the path."))
        raise _unreadable(path, why, advice) from None
    except ValueError:
        raise _unreadable(path, "No file can have that name.", "Check the path.") from None


def _unreadable(path: Path, why: str, advice: str) -> UnreadableTrace:
    return UnreadableTrace("The trace cannot be opened.", f"{clean_name(path)}: {why}", advice)


def _refuse_archives(path: Path, head: bytes) -> None:
    if head.startswith(b"PK\x03\x04"):
        if path.suffix == ".eval" or any(name in head for name in (b"header.json", b"samples/", b"_journal/")):
            raise _unreadable(
                path,
                "It is an Inspect log in its packed form, which is not read.",
                "Write it as JSON with `inspect log dump FILE > FILE.json`, and open that.",
            )
        raise _unreadable(path, "It is a zip archive.", "Unpack it, and open the trace in it.")
    for magic, kind in _OTHER_ARCHIVES:
        if head.startswith(magic):
            raise _unreadable(path, f"It is compressed with {kind}, which is not read.", "Unpack it, and open that.")


def _file_blocks(descriptor: int) -> Iterator[bytes]:
    at = 0
    while block := os.pread(descriptor, 1024 * 1024, at):
        yield block
        at += len(block)
