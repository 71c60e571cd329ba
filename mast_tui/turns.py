"""Gives the screen its turn before the threads that read, search or diagnose."""

import asyncio
import selectors
import sys

_ASKING = 0.0001
_HOLDING = 0.005


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
