"""Ends the app in order when the system says so or its terminal is gone: the terminal is given back first."""

import asyncio
import contextlib
import os
import select
import signal
import threading
import time
from collections.abc import Callable

_GRACE = 0.6
"""Seconds for an app without a terminal to end by itself."""


def listen_for_signals(end: Callable[[None, int], None], interrupt: Callable[[], None]) -> None:
    """End when the terminal goes away or somebody ends us; Ctrl+C from outside is like the key."""
    if threading.current_thread() is not threading.main_thread():
        return
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, end, None, 128 + number)
    loop.add_signal_handler(signal.SIGINT, interrupt)
    threading.Thread(target=_end_with_terminal, args=(loop, end), daemon=True).start()


def _end_with_terminal(loop: asyncio.AbstractEventLoop, end: Callable[[None, int], None]) -> None:
    """Wait for the terminal to hang up, then end the app; whatever keeps it, the program is gone soon after.

    A terminal that is gone sends no signal to a program that `nohup` or another session shields from it; reading from
    it returns at once for ever, and what writes to it may block.
    """
    waiting = select.poll()
    waiting.register(0, 0)
    while not (happened := dict(waiting.poll()).get(0, 0)):
        pass
    if happened & select.POLLNVAL:  # this system cannot tell: its signal has to do
        return
    code = 128 + signal.SIGHUP
    with contextlib.suppress(RuntimeError):  # the app has just ended
        loop.call_soon_threadsafe(end, None, code)
    time.sleep(_GRACE)
    os._exit(code)
