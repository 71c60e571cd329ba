"""How soon a key is answered on the screen while a large trace is read, searched and diagnosed."""

import random
import re
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles

from benchmarks.generate import large_log
from benchmarks.row import Row, at_most
from benchmarks.terminal import Terminal

KEYS = ("]", "]", "f", "]", "f", "[", "f", "g", "]", "f", "]", "G", "b", "[", "b", "g")
PRESSED = 80
HELD, PER_SECOND = 300, 30
GOAL, MEMORY, STOP, END = 50.0, 80.0, 100.0, 1000.0
WHOLE = ("/", "\x1br", "(error|none|value|result) .*never", "\r")
"""An expression that no line fits, looked for in the whole file once."""
LONG, AGAIN = ("/", r"(error|none|value|result) .*\d{4}z", "\r"), "/\r"
"""One that takes minutes, since no word of it must stand in a line: it is begun again long before it ends."""
SEARCHED = 120.0
"""Seconds within which the whole file is searched once."""
TOLD = 15.0
"""Seconds after which what came of a search is no longer told in place of the line."""
_ENDED = b"is not in this trace"
_LINE = re.compile(rb"L(\d+)\x1b[^ ]*? of ")
_LOST = 1.0
"""Seconds after which a key counts as answered that late."""
_FRAME = 0.005
"""Seconds within which what is written belongs to one frame."""


def run() -> list[Row]:
    """The 95th of 100 waits from a key to the bytes that show it done, in ms, and the memory that is held."""
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        terminal = Terminal([sys.executable, "-m", "mast_tui", "--offline", str(large_log())], Path(folder))
        try:
            keys = Keys(terminal)
            terminal.times((b"L1\x1b",))
            rows.append(_row("while it is read", keys.pressed(PRESSED)))
            _until_quiet(terminal)
            rows.append(_row("while nothing goes on", keys.pressed(PRESSED)))
            keys.slowly(WHOLE)
            keys.wait_for(_ENDED, SEARCHED)
            keys.pause(TOLD)
            what = "1 GB log, read and searched"
            rows.append(at_most(1.0, "memory of the app", what, terminal.memory(), MEMORY, "limit", "MB"))
            searched_from = len(terminal.written)
            keys.slowly(LONG)
            rows.append(_row("while it is searched", keys.pressed(PRESSED, AGAIN)))
            if _ENDED in terminal.written[searched_from:]:
                raise AssertionError("a search ended before it was begun again")
            keys.pause(TOLD)
            terminal.send("D")
            rows.append(_row("while it is diagnosed", keys.pressed(PRESSED * 2)))
            rows.append(_row("j held down while it is diagnosed, from frame to frame", keys.held("j")))
            rows.append(at_most(1.0, "a diagnosis stopped", "1 GB log", keys.until("D", b"stopped"), STOP, "limit"))
            rows.append(
                at_most(1.0, "the end of the terminal ends the app", "1 GB log", terminal.hung_up(), END, "limit")
            )
        finally:
            terminal.close()
    return rows


class Keys:
    """Presses keys and waits for what they lead to."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._chance = random.Random(7)
        self._line = b"1"
        self._seen = 0

    def pressed(self, count: int, before: str = "") -> list[float]:
        """The waits for the line that each key leads to, in ms, at an uneven pace; `before` is typed before each."""
        waits: list[float] = []
        for number in range(count):
            if before:
                self._type(before)
            self.pause(self._chance.uniform(0.02, 0.15))
            key = KEYS[number % len(KEYS)]
            if self._line == b"1" and key in "[bg":
                key = "]"  # there is nowhere to go back to
            start = time.perf_counter()
            self._terminal.send(key)
            while (wait := time.perf_counter() - start) < _LOST and not self._has_moved():
                self._terminal.read(0.05)
            waits.append(wait * 1000 if wait >= _LOST else (time.perf_counter() - start) * 1000)
        return waits

    def slowly(self, parts: tuple[str, ...]) -> None:
        """Type something part by part, with time for each to be acted on."""
        for part in parts:
            self._terminal.send(part)
            self.pause(0.2)

    def held(self, key: str) -> list[float]:
        """The times from each frame to the next while a key is held down, in ms."""
        self.pause(0.5)
        frames: list[float] = []
        begin = time.perf_counter()
        for number in range(HELD):
            self._terminal.send(key)
            while (left := begin + (number + 1) / PER_SECOND - time.perf_counter()) > 0:
                if self._terminal.read(left) and (not frames or time.perf_counter() - frames[-1] > _FRAME):
                    frames.append(time.perf_counter())
        return [(after - before) * 1000 for before, after in pairwise(frames)]

    def until(self, key: str, word: bytes) -> float:
        """How long after a key a word is written, in ms."""
        start, at = time.perf_counter(), len(self._terminal.written)
        self._terminal.send(key)
        while word not in self._terminal.written[at:] and time.perf_counter() - start < 10 * _LOST:
            self._terminal.read(0.05)
        return (time.perf_counter() - start) * 1000

    def wait_for(self, word: bytes, seconds: float) -> None:
        """Let time pass until a word is written."""
        at = len(self._terminal.written)
        end = time.perf_counter() + seconds
        while word not in self._terminal.written[at:]:
            if time.perf_counter() > end:
                raise AssertionError(f"{word!r} was never written")
            self.pause(0.2)

    def _type(self, words: str) -> None:
        """Type words, and wait until the place is shown again."""
        at = len(self._terminal.written)
        self._terminal.send(words)
        end = time.perf_counter() + _LOST
        while _LINE.search(self._terminal.written, at) is None and time.perf_counter() < end:
            self._terminal.read(0.05)

    def pause(self, seconds: float) -> None:
        """Let time pass, and take note of what is written."""
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            self._terminal.read(left)
            self._has_moved()

    def _has_moved(self) -> bool:
        """Whether what was written since the last look shows another line; what came in half is looked at again."""
        lines = list(_LINE.finditer(self._terminal.written, self._seen))
        before = self._line
        if lines:
            self._line, self._seen = lines[-1][1], lines[-1].end()
        return self._line != before


def _row(what: str, waits: list[float]) -> Row:
    worst = max(waits)
    p95 = quantiles(waits, n=20)[-1]
    named = f"1 GB log, {what}: median {median(waits):.0f} ms, longest {worst:.0f} ms; 95 of 100"
    return at_most(1.0, "a key to its answer", named, p95, GOAL, "goal")


def _until_quiet(terminal: Terminal) -> None:
    while terminal.read(2.0):
        pass
