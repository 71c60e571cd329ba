"""Gives the screen its turn before the threads that read, search or diagnose."""

import asyncio
import selectors
import sys
import time

_ASKING = 0.0001
_HOLDING = 0.005
_ANSWER = 0.05


class Courtesy:
    """Lets a thread that works for long stand back for the moment in which a key is answered."""

    def __init__(self) -> None:
        self._until = 0.0

    def key(self) -> None:
        """A key was pressed."""
        self._until = time.monotonic() + _ANSWER

    def give_way(self) -> None:
        """Wait while a key is being answered."""
        while (left := self._until - time.monotonic()) > 0:
            time.sleep(min(left, _HOLDING))


COURTESY = Courtesy()
"""Of the one screen that a process has."""


class FirstInTurn(selectors.DefaultSelector):
    """Waits for keys; whoever works meanwhile stops almost at once when one comes, and asks longer to go on."""

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """What is ready: to come back from here takes the turn from a thread, so that is made quick."""
        sys.setswitchinterval(_ASKING)
        try:
            return super().select(timeout)
        finally:
            sys.setswitchinterval(_HOLDING)


def event_loop() -> asyncio.AbstractEventLoop:
    """The event loop for a program that draws while threads of it work."""
    if sys.platform == "win32":
        sys.setswitchinterval(_ASKING)
        return asyncio.new_event_loop()
    return asyncio.SelectorEventLoop(FirstInTurn())
