"""The screen goes first: threads that read, search or diagnose pause while it has something to do."""

import asyncio
import selectors
import sys
import threading
import time

_WAITING_INTERVAL = 0.0001
"""Seconds after which a thread hands the interpreter over while the screen waits: what wakes it acts at once."""
_WORKING_INTERVAL = 0.005
"""The same while the screen works, and the time between two looks for what is ready: each lets a thread go first."""
_QUIET = 0.01
"""Seconds without work for the screen after which threads go on: what it does comes in several short pieces."""
_MOST = 0.2
"""Seconds for which a thread pauses at a time, however much the screen has to do."""


class ScreenFirst:
    """Lets threads that work for long pause while the screen works."""

    def __init__(self, most: float = _MOST) -> None:
        self._most = most
        self._waits = threading.Event()
        self._waits.set()
        self._waits_since = 0.0
        self._screen = 0

    def screen_waits(self) -> None:
        """The screen waits for something to do."""
        self._waits_since = time.monotonic()
        self._waits.set()

    def screen_works(self) -> None:
        """The screen has something to do."""
        self._screen = threading.get_ident()
        self._waits.clear()

    def give_way(self) -> None:
        """Wait while the screen works; threads call this between small pieces of their own work."""
        now = time.monotonic()
        if self._is_quiet(now) or threading.get_ident() == self._screen:
            return
        end = now + self._most
        while not self._is_quiet(now) and now < end:
            if self._waits.wait(end - now):
                time.sleep(_QUIET)
            now = time.monotonic()

    def _is_quiet(self, now: float) -> bool:
        return self._waits.is_set() and now - self._waits_since >= _QUIET


SCREEN_FIRST = ScreenFirst()
"""Of the one screen that a process has."""


class ScreenSelector(selectors.DefaultSelector):
    """Knows when the screen works: whenever its event loop does not wait here."""

    def __init__(self) -> None:
        super().__init__()
        self._looked = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """What is ready."""
        now = time.monotonic()
        if timeout is not None and timeout <= 0 and now - self._looked < _WORKING_INTERVAL:
            return []
        if timeout is None or timeout > 0:
            SCREEN_FIRST.screen_waits()
        sys.setswitchinterval(_WAITING_INTERVAL)
        try:
            return super().select(timeout)
        finally:
            sys.setswitchinterval(_WORKING_INTERVAL)
            SCREEN_FIRST.screen_works()
            self._looked = time.monotonic()

    def close(self) -> None:
        """The event loop has ended."""
        SCREEN_FIRST.screen_waits()
        super().close()


def event_loop() -> asyncio.AbstractEventLoop:
    """The event loop for a program that draws while threads of it work."""
    return asyncio.SelectorEventLoop(ScreenSelector())
