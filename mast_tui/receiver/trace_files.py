"""The files that traces are written to: one for each trace, only ever appended to, whole lines or none."""

import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from agent.clean import clean_name
from agent.errors import WrongUse
from agent.trace.digest import sha256
from mast_tui.receiver.bounds import Bounds, Refusal
from mast_tui.receiver.export import Export, Share

SUFFIX = ".otlp.jsonl"
OPEN = 64
"""Files that are held open."""
SYNC = 1.0
"""Seconds after which what was written is forced onto the disk."""
AWAITED = 20_000
"""How many parts of refused requests are known when they come again."""
Hear = Callable[[Share], None]


class TraceFiles:
    """Writes what belongs to a trace into its file; what `write` has returned from outlives this program."""

    def __init__(self, folder: Path, bounds: Bounds) -> None:
        self.folder = folder
        self._bounds = bounds
        self._lock = threading.Lock()
        self._open: OrderedDict[str, int] = OrderedDict()
        self._unsynced: set[str] = set()
        self._awaited: dict[bytes, None] = {}
        """What is written of requests that were refused, the oldest first."""
        self._timer: threading.Timer | None = None
        _make(folder)
        there = [each for each in folder.iterdir() if each.name.endswith(SUFFIX)]
        self._names = {each.name.removesuffix(SUFFIX) for each in there}
        self._bytes = sum(each.stat().st_size for each in there)

    def path(self, name: str) -> Path:
        """The file of a trace."""
        return self.folder / f"{name}{SUFFIX}"

    def write(self, export: Export, hear: Hear = lambda share: None) -> list[Share]:
        """Append what a request brought; what is too much is left out and told. Whatever fails leaves no half line.

        Where a part cannot be written the request is refused, so that it is sent again; what of it is written is heard
        of now, and known then.
        """
        written: list[Share] = []
        with self._lock:
            refusal = self._appended(export, written)
            self._sync_soon()
        for share in written:
            hear(share)
        if refusal is not None:
            raise refusal
        return written

    def close(self) -> None:
        """Let go of the files."""
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
            self._sync()
            while self._open:
                os.close(self._open.popitem()[1])

    def _over(self, share: Share) -> str:
        if self._bytes + len(share.line) > self._bounds.disk:
            return f"{self._bounds.disk:,} bytes are written, which is the most; --max-disk says how much may be."
        if share.name not in self._names and len(self._names) >= self._bounds.traces:
            return f"{self._bounds.traces:,} traces are held, which is the most; begin with another folder."
        return ""

    def _appended(self, export: Export, written: list[Share]) -> Refusal | None:
        """Append each share that is not there since the same request was refused; why one of them cannot be written."""
        refusal: Refusal | None = None
        there: list[bytes] = []
        for share in export.shares:
            mark = sha256(share.name.encode() + b"\n" + share.line).digest()
            if mark in self._awaited:
                there.append(mark)
            elif why := self._over(share):
                export.reject(share.records, why)
            else:
                try:
                    self._append(share)
                except Refusal as fault:
                    refusal = refusal or fault
                else:
                    written.append(share)
                    there.append(mark)
        self._await(there, again=refusal is not None)
        return refusal

    def _await(self, marks: Iterable[bytes], *, again: bool) -> None:
        """Know what of a request is written for as long as that is to come again."""
        for mark in marks:
            self._awaited.pop(mark, None)
            if again:
                self._awaited[mark] = None
        while len(self._awaited) > AWAITED:
            del self._awaited[next(iter(self._awaited))]

    def _append(self, share: Share) -> None:
        try:
            self._let_go_if_deleted(share.name)
            descriptor = self._opened(share.name)
            end = os.lseek(descriptor, 0, os.SEEK_END)
            try:
                _write_all(descriptor, share.line)
            except OSError:
                self._cut_back(share.name, end)
                raise
        except OSError as fault:
            raise Refusal(503, f"It cannot be written: {fault.strerror}.") from None
        self._names.add(share.name)
        self._bytes += len(share.line)
        self._unsynced.add(share.name)

    def _cut_back(self, name: str, end: int) -> None:
        """Take a half line out of a file; where that fails, whoever opens it again ends the line."""
        try:
            os.ftruncate(self._open[name], end)
        except OSError:
            self._release(name)

    def _opened(self, name: str) -> int:
        if name not in self._open:
            while len(self._open) >= OPEN:
                self._release(next(iter(self._open)))
            self._open[name] = _open(self.path(name))
        self._open.move_to_end(name)
        return self._open[name]

    def _let_go_if_deleted(self, name: str) -> None:
        """Hold no file that nobody can read any more; what comes next begins a new one."""
        if name in self._open and not os.fstat(self._open[name]).st_nlink:
            self._release(name)

    def _release(self, name: str) -> None:
        os.close(self._open.pop(name))

    def _sync_soon(self) -> None:
        """Force what was written onto the disk in a moment, whether more comes or not."""
        if self._unsynced and self._timer is None:
            timer = threading.Timer(SYNC, self._sync_now)
            timer.daemon = True
            with suppress(RuntimeError):  # no thread can be had now; the next request tries again
                timer.start()
                self._timer = timer

    def _sync_now(self) -> None:
        with self._lock:
            self._timer = None
            self._sync()

    def _sync(self) -> None:
        while self._unsynced:
            name = self._unsynced.pop()
            with suppress(OSError):
                if name in self._open or self.path(name).exists():
                    os.fsync(self._opened(name))


def _make(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(13, "You may not write there")
    except OSError as fault:
        raise WrongUse(
            "The folder for the traces cannot be used.",
            f"{clean_name(folder)}: {fault.strerror}.",
            "Name another one with -o.",
        ) from None


def _open(path: Path) -> int:
    """A file to append to, never a link to another; a line that broke off when somebody else stopped is ended."""
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
    descriptor = os.open(path, flags, 0o600)
    try:
        size = os.fstat(descriptor).st_size
        if size and os.pread(descriptor, 1, size - 1) != b"\n":
            os.write(descriptor, b"\n")
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
