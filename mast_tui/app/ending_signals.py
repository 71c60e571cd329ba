"""Signals of the system end the app in order: the terminal is given back first."""

import asyncio
import signal
import threading
from collections.abc import Callable


def listen_for_signals(end: Callable[[None, int], None], interrupt: Callable[[], None]) -> None:
    """End when the terminal goes away or somebody ends us; Ctrl+C from outside is like the key."""
    if threading.current_thread() is not threading.main_thread():
        return
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, end, None, 128 + number)
    loop.add_signal_handler(signal.SIGINT, interrupt)
