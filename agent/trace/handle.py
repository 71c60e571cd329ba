"""The open file behind a source, or the copy of incoming bytes: closed once, by the last thread that reads from it."""

import os
import threading

from agent.errors import Cancelled
from agent.trace.incoming_bytes import IncomingBytes


class Handle:
    """Whoever reads enters it first; after `close` nobody can, and the file goes when those inside have left."""

    def __init__(self, descriptor: int, incoming: IncomingBytes | None = None) -> None:
        self.descriptor = descriptor
        self.incoming = incoming
        self.closed = False
        self._inside = 0
        self._door = threading.Lock()

    def __enter__(self) -> "Handle":
        with self._door:
            if self.closed:
                raise Cancelled("Reading was stopped.", "The trace is closed.", "Open it again.")
            self._inside += 1
        return self

    def __exit__(self, *_: object) -> None:
        with self._door:
            self._inside -= 1
            if self.closed and not self._inside:
                self._let_go()

    def reach(self, end: int) -> int:
        """Wait until that many bytes have arrived, all of them are there, or reading has ended."""
        return end if self.incoming is None else self.incoming.wait(end, lambda: self.closed)

    def close(self) -> None:
        """End reading; what is closed already stays so."""
        with self._door:
            if self.closed:
                return
            self.closed = True
            if not self._inside:
                self._let_go()

    def _let_go(self) -> None:
        if self.incoming is not None:
            self.incoming.close()
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1

    def __del__(self) -> None:
        self.close()
