"""How soon a key is answered on the screen while a large trace is read, searched and diagnosed."""

import random
import re
import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

from benchmarks.generate import large_log
from benchmarks.row import Row, at_most
from benchmarks.terminal import Terminal

KEYS = ("]", "]", "f", "]", "f", "[", "f", "g", "]", "f", "]", "G", "b", "[", "b", "g")
PRESSED = 80
GOAL, MEMORY = 50.0, 80.0
_LINE = re.compile(rb"L(\d+)\x1b[^ ]*? of ")
_LOST = 1.0
"""Seconds after which a key counts as answered that late: a search may have moved the page back meanwhile."""


def run() -> list[Row]:
    """The 95th of 100 waits from a key to the first bytes that show it done, in ms."""
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        terminal = Terminal([sys.executable, "-m", "mast_tui", "--offline", str(large_log())], Path(folder))
        try:
            keys = _Keys(terminal)
            terminal.times((b"L1\x1b",))
            rows += _rows("while it is read", keys.pressed(PRESSED))
            _until_quiet(terminal)
            rows += _rows("while nothing goes on", keys.pressed(PRESSED))
            rows.append(at_most(1.0, "memory of the app, read", "1 GB log", terminal.memory(), MEMORY, "limit", "MB"))
            terminal.send("/queryset\r")
            rows += _rows("while it is searched", keys.pressed(PRESSED))
            terminal.send("\x1b")
            _until_quiet(terminal)
            terminal.send("D")
            rows += _rows("while it is diagnosed", keys.pressed(PRESSED * 2))
        finally:
            terminal.close()
    return rows


class _Keys:
    """Presses keys at an uneven pace and waits for the line they lead to."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._chance = random.Random(7)
        self._line = b"1"
        self._seen = 0

    def pressed(self, count: int) -> list[float]:
        """The waits for the answers, in ms."""
        waits: list[float] = []
        for number in range(count):
            self._pass(self._chance.uniform(0.02, 0.15))
            key = KEYS[number % len(KEYS)]
            if self._line == b"1" and key in "[bg":
                key = "]"  # there is nowhere to go back to
            start = time.perf_counter()
            self._terminal.send(key)
            while (wait := time.perf_counter() - start) < _LOST and not self._has_moved():
                self._terminal.read(0.05)
            waits.append(wait * 1000 if wait >= _LOST else (time.perf_counter() - start) * 1000)
        return waits

    def _pass(self, seconds: float) -> None:
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            self._terminal.read(left)
            self._has_moved()

    def _has_moved(self) -> bool:
        """Whether what was written since the last look shows another line; what came in half is looked at again."""
        found = list(_LINE.finditer(self._terminal.written, self._seen))
        before = self._line
        if found:
            self._line, self._seen = found[-1][1], found[-1].end()
        return self._line != before


def _rows(what: str, waits: list[float]) -> list[Row]:
    worst = max(waits)
    p95 = quantiles(waits, n=20)[-1]
    named = f"1 GB log, {what}: median {median(waits):.0f} ms, longest {worst:.0f} ms; 95 of 100"
    return [at_most(1.0, "a key to its answer", named, p95, GOAL, "goal")]


def _until_quiet(terminal: Terminal) -> None:
    while terminal.read(2.0):
        pass
