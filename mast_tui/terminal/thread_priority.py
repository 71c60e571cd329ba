"""Gives the screen its turn before the threads that read, search or diagnose."""

import asyncio
import selectors
import sys
import threading
import time

_ASKING = 0.0001
"""Seconds after which a thread that works lets go of the interpreter when the screen wants it."""
_HOLDING = 0.005
_QUIET = 0.01
"""Seconds without work for the screen after which threads go on: what it does comes in several short pieces."""
_MOST = 0.2
"""Seconds for which a thread stands back at a time, however much the screen has to do."""


class Courtesy:
    """Lets threads that work for long stand back while the screen has something to do."""

    def __init__(self, most: float = _MOST) -> None:
        self._most = most
        self._rests = threading.Event()
        self._rests.set()
        self._rested = 0.0
        self._screen = 0

    def rest(self) -> None:
        """The screen waits for something to do."""
        self._rested = time.monotonic()
        self._rests.set()

    def work(self) -> None:
        """The screen has something to do."""
        self._screen = threading.get_ident()
        self._rests.clear()

    def give_way(self) -> None:
        """Wait while the screen works; threads call this between small pieces of their own work."""
        now = time.monotonic()
        if self._is_quiet(now) or threading.get_ident() == self._screen:
            return
        end = now + self._most
        while not self._is_quiet(now) and now < end:
            if self._rests.wait(end - now):
                time.sleep(_QUIET)
            now = time.monotonic()

    def _is_quiet(self, now: float) -> bool:
        return self._rests.is_set() and now - self._rested >= _QUIET


COURTESY = Courtesy()
"""Of the one screen that a process has."""


class FirstInTurn(selectors.DefaultSelector):
    """Knows when the screen works: whenever its event loop does not wait here."""

    def __init__(self) -> None:
        super().__init__()
        self._looked = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """What is ready. To look lets others go first, so while there is work to do that is done rarely."""
        now = time.monotonic()
        if timeout is not None and timeout <= 0 and now - self._looked < _HOLDING:
            return []
        if timeout is None or timeout > 0:
            COURTESY.rest()
        sys.setswitchinterval(_ASKING)
        try:
            return super().select(timeout)
        finally:
            sys.setswitchinterval(_HOLDING)
            COURTESY.work()
            self._looked = time.monotonic()

    def close(self) -> None:
        """The event loop has ended."""
        COURTESY.rest()
        super().close()


def event_loop() -> asyncio.AbstractEventLoop:
    """The event loop for a program that draws while threads of it work."""
    if sys.platform == "win32":
        sys.setswitchinterval(_ASKING)
        return asyncio.new_event_loop()
    return asyncio.SelectorEventLoop(FirstInTurn())
