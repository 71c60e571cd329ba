"""The bytes of a trace, read by offset; the only opener of trace files."""

import codecs
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from agent.trace import stdin
from agent.trace.change import Change, Watch
from agent.trace.digest import sha256
from agent.trace.folder import main_file
from agent.trace.handle import Handle
from agent.trace.incoming_bytes import IncomingBytes
from agent.trace.open_file import open_file
from agent.trace.stored_bytes import STDIN, stored_bytes

BLOCK = 1024 * 1024
_PACKED_SUFFIXES = (".gz", ".zst")


class Source:
    """A trace's bytes as formats see them: positioned reads, never a mapped file, never the whole in memory.

    Offsets count in the decompressed bytes, in UTF-8; a byte order mark is counted, and `start` is the byte after it.
    What is read is a snapshot: bytes appended after the opening are seen after `grow`, or in what `grown` returns.
    Standard input that is opened `live` is a snapshot as well: of what has arrived.
    """

    def __init__(self, path: Path, descriptor: int, size: int, incoming: IncomingBytes | None = None) -> None:
        self.path = path
        self.warnings: list[str] = []
        self.companions: tuple[Path, ...] = ()
        self._handle = Handle(descriptor, incoming)
        self._size = size
        self._start: int | None = None
        self._watch: Watch | None = None
        self._live = False

    @classmethod
    def open(cls, path: str | Path, *, live: bool = False) -> "Source":
        """Open a file, a `.gz` or `.zst` of one, a folder that holds one run, a pipe, or standard input (`-`)."""
        path = Path(path)
        companions: tuple[Path, ...] = ()
        descriptor = stdin.descriptor() if str(path) == STDIN else open_file(path)
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            os.close(descriptor)
            path, companions = main_file(path)
            descriptor = open_file(path)
        stored = stored_bytes(path, descriptor)
        source = cls(path, stored.descriptor, stored.size, stored.incoming)
        source._start, source.warnings, source.companions = stored.start, stored.warnings, companions
        source._live = live and source._incoming is not None and source._descriptor < 0
        return source

    @property
    def _incoming(self) -> IncomingBytes | None:
        return self._handle.incoming

    @property
    def _descriptor(self) -> int:
        return self._handle.descriptor

    @property
    def name(self) -> str:
        """The name a person knows the source by, without the suffix of its compression."""
        if str(self.path) == STDIN:
            return "stdin"
        return self.path.stem if self.path.suffix in _PACKED_SUFFIXES else self.path.name

    @property
    def size(self) -> int:
        """How many bytes there are; waits for the last of them where they are still arriving."""
        return self._size if self._incoming is None or self._live else self._incoming.wait()

    @property
    def known_size(self) -> int | None:
        """How many bytes there are, None while they are still arriving."""
        if self._incoming is None or self._live:
            return self._size
        return self._incoming.length if self._incoming.done else None

    @property
    def arrived(self) -> int:
        """How many bytes can be read without waiting."""
        return self._size if self._incoming is None or self._live else self._incoming.length

    @property
    def arriving(self) -> bool:
        """Whether this is a snapshot of what has no end yet."""
        return self._live and self._incoming is not None and not self._incoming.ends_at(self._size)

    @property
    def can_grow(self) -> bool:
        """Whether bytes that are appended can be read on their own: not those of a compressed or transcoded file."""
        return self._incoming is None or self._live

    @property
    def start(self) -> int:
        """The first byte of text: the one after the byte order mark, if there is one."""
        if self._start is None:
            self._start = len(codecs.BOM_UTF8) if self.read(0, 3) == codecs.BOM_UTF8 else 0
        return self._start

    def read(self, start: int, end: int) -> bytes:
        """The bytes from start to end; fewer where the source ends before."""
        with self._handle:
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
        got = 0
        with self._handle, memoryview(buffer) as view:
            descriptor, end = self._reach(start + len(buffer))
            while start + got < end:
                count = os.preadv(descriptor, [view[got : end - start]], start + got)
                if not count:
                    break
                got += count
        return got

    def _reach(self, end: int) -> tuple[int, int]:
        """Where to read from, and how far of the end asked for there is anything to read."""
        if self._incoming is None:
            return self._descriptor, min(end, self._size)
        if self._live:
            return self._incoming.descriptor, min(end, self._size)
        return self._incoming.descriptor, min(end, self._handle.reach(end))

    def blocks(self, start: int = 0, size: int = BLOCK) -> Iterator[tuple[int, bytes]]:
        """Consecutive blocks of text from an offset to the end, each with its offset; a byte order mark is no text."""
        at = max(start, self.start)
        while block := self.read(at, at + size):
            yield at, block
            at += len(block)

    def sha256(self) -> str:
        """The hash of all bytes, as they are counted here."""
        digest = sha256(self.read(0, self.start))
        for _, block in self.blocks():
            digest.update(block)
        return digest.hexdigest()

    def change(self) -> Change:
        """What has happened to the file since it was opened; what was read stays readable unless it was truncated."""
        if self._live:
            return Change.GROWN if self.behind else Change.NONE
        if self._descriptor < 0 or str(self.path) == STDIN:
            return Change.NONE
        with self._handle:
            change = (self._watch or Watch(self.path, self._descriptor, self._size)).change()
        return Change.NONE if change is Change.GROWN and self._incoming is not None else change

    def watch(self) -> None:
        """Remember how the file ends now, so that `change` also notices a file written anew in place."""
        if self._incoming is None:
            self._watch = Watch(self.path, self._descriptor, self._size, with_end=True)

    @property
    def intact(self) -> bool:
        """Whether the bytes that were read are, by their end, still there, as far as that was watched."""
        return self._watch is None or self._watch.same

    @property
    def behind(self) -> int:
        """How many bytes there are beyond those that are seen, whatever the file is called now."""
        if self._live and self._incoming is not None:
            return self._incoming.length - self._size
        if self._incoming is not None or self._descriptor < 0 or not self.intact:
            return 0
        with self._handle:
            return max(0, os.fstat(self._descriptor).st_size - self._size)

    def grow(self, size: int | None = None) -> int:
        """Let the bytes be seen that were appended since the opening, or so many of them; returns how many are."""
        if self._size < len(codecs.BOM_UTF8):
            self._start = None
        if size is not None:
            self._size = size
        elif self._live and self._incoming is not None:
            self._size = self._incoming.length
        elif self._incoming is None:
            with self._handle:
                self._size = max(self._size, os.fstat(self._descriptor).st_size)
            if self._watch is not None:
                self.watch()
        return self._size

    def twin(self) -> "Source":
        """Another source of the same bytes, to be grown and closed by itself."""
        if not self.can_grow:
            return self
        with self._handle:
            descriptor = os.dup(self._descriptor) if self._descriptor >= 0 else -1
        other = Source(self.path, descriptor, self._size, self._incoming)
        other.warnings, other.companions, other._live = self.warnings, self.companions, self._live
        other._start = self._start
        if self._incoming is not None:
            self._incoming.hold()
        return other

    def grown(self) -> "Source":
        """A source of all bytes there are now; this one ends where it did."""
        if not self.can_grow:
            return Source.open(self.path)
        other = self.twin()
        other.grow()
        other._watch = self._watch
        if other._watch is not None:
            other.watch()
        return other

    def __deepcopy__(self, memo: object) -> "Source":
        """Whoever remembers something about a source may be copied; the source is the same."""
        return self

    def close(self) -> None:
        """Give the file back as soon as nobody reads from it; nobody can begin to any more."""
        self._handle.close()
