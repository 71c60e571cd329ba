"""Bytes that come only once (a pipe, a compressed file), kept in a private file while they arrive."""

import os
import tempfile
import threading
from collections.abc import Callable, Iterator

from agent.errors import MastError, UnreadableTrace

ANSWER_EVERY = 0.5


class IncomingBytes:
    """A temporary file that no path leads to, filled by a thread; whoever reads waits for the bytes it asks for."""

    def __init__(self, blocks: Iterator[bytes], name: str, warn: Callable[[str], None]) -> None:
        self.length = 0
        self.done = False
        self._name = name
        self._warn = warn
        self._fault: MastError | None = None
        self._closed = False
        self._holders = 1
        self._file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 - closed with the source
        self._arrived = threading.Condition()
        self._thread = threading.Thread(target=self._fill, args=(blocks,), name="incoming", daemon=True)
        self._thread.start()

    @property
    def descriptor(self) -> int:
        """The file to read from by offset."""
        return self._file.fileno()

    def wait(self, end: int | None = None, is_over: Callable[[], bool] = lambda: False) -> int:
        """Wait until there are that many bytes, or all, or nobody wants them; returns how many there are."""
        if end is None or self.length < end:
            with self._arrived:
                while not self.done and not is_over() and (end is None or self.length < end):
                    self._arrived.wait(ANSWER_EVERY)
        if self._fault is not None and self.length == 0:
            raise self._fault
        return self.length

    def _fill(self, blocks: Iterator[bytes]) -> None:
        try:
            for block in blocks:
                self._keep(block)
                if self._closed:
                    break
        except MastError as fault:
            self._fail(fault)
        except OSError as fault:
            words = fault.strerror or type(fault).__name__
            self._fail(
                UnreadableTrace("The trace could not be read to its end.", f"{self._name}: {words}.", "Try it again.")
            )
        finally:
            with self._arrived:
                self.done = True
                self._arrived.notify_all()
            if self._closed:
                self._file.close()

    def _keep(self, block: bytes) -> None:
        view = memoryview(block)
        while view:
            written = os.pwrite(self._file.fileno(), view, self.length)
            view = view[written:]
            with self._arrived:
                self.length += written
                self._arrived.notify_all()

    def _fail(self, fault: MastError) -> None:
        self._fault = fault
        if self.length:
            self._warn(f"{fault.what.rstrip('.')}: what came before, {self.length:,} bytes, is shown.")

    def ends_at(self, size: int) -> bool:
        """Whether nothing more comes after so many bytes."""
        with self._arrived:
            return self.done and self.length == size

    def hold(self) -> None:
        """Count one more who reads here."""
        self._holders += 1

    def close(self) -> None:
        """Let the file go when the last who reads here is done, as soon as nobody writes to it."""
        with self._arrived:
            self._holders -= 1
            if self._holders > 0:
                return
            self._closed = True
            if self.done:
                self._file.close()

    def __del__(self) -> None:
        self._file.close()
