"""The program in a terminal of its own: every byte it writes is kept, and a screen is made of them."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pyte

from tests.homes import share_patterns

ROOT = Path(__file__).resolve().parents[3]
_ESCAPE = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal:
    """Runs `python -m mast_tui` with some words; sends keys, waits for words on the screen."""

    def __init__(
        self,
        *words: str | Path,
        home: Path,
        size: tuple[int, int] = (140, 45),
        cwd: Path | None = None,
        program: tuple[str, ...] = ("-m", "mast_tui"),
        extra: dict[str, str] | None = None,
    ) -> None:
        columns, rows = size
        self.written = bytearray()
        self._sent = 0
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self._text, self._drawn = "", (-1, 0, 0)
        self.code: int | None = None
        environment = {
            **os.environ,
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "PYTHONPATH": str(ROOT),
            "MAST_TUI_HOME": str(share_patterns(home)),
            "LANG": "C.UTF-8",
            **(extra or {}),
        }
        self.pid, self._pty = pty.fork()
        if self.pid == 0:
            if cwd is not None:
                os.chdir(cwd)
            os.execve(sys.executable, [sys.executable, *program, *map(str, words)], environment)
        self.resize(columns, rows)

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size."""
        fcntl.ioctl(self._pty, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.screen.resize(rows, columns)

    def send(self, keys: str) -> None:
        """Type."""
        self._sent = len(self.written)
        os.write(self._pty, keys.encode())

    def signal(self, number: signal.Signals) -> None:
        """Send a signal."""
        os.kill(self.pid, number)

    @property
    def text(self) -> str:
        """What is on the screen; the second cell of a wide character holds nothing.

        It is looked at hundreds of times in a test; `Screen.display` takes four times as long.
        """
        drawn = (len(self.written), self.screen.columns, self.screen.lines)
        if drawn != self._drawn:
            columns = range(drawn[1])
            rows = (self.screen.buffer[row] for row in range(drawn[2]))
            self._text, self._drawn = "\n".join("".join([row[at].data for at in columns]) for row in rows), drawn
        return self._text

    def wait(self, true: Callable[[], bool], seconds: float = 60) -> None:
        """Read what is written until something is so."""
        end = time.monotonic() + seconds
        while not true():
            if time.monotonic() > end:
                raise AssertionError(f"it never became so:\n{self.text}")
            self._read(0.05)

    def wait_for(self, words: str, seconds: float = 60) -> None:
        """Wait until some words are on the screen."""
        self.wait(lambda: words in self.text, seconds)

    def wait_to_be_told(self, words: str, seconds: float = 60) -> None:
        """Wait until some words are or were on the screen since the last key: what is told is told for seconds only."""
        told = words.encode()
        self.wait(lambda: words in self.text or told in _ESCAPE.sub(b"", self.written[self._sent :]), seconds)

    def wait_for_no(self, words: str, seconds: float = 60) -> None:
        """Wait until some words are no longer on the screen."""
        self.wait(lambda: words not in self.text, seconds)

    def settle(self, seconds: float = 0.4) -> None:
        """Read until nothing was written for a while, shorter than the half second in which a cursor blinks.

        While the program would work and gets no processor, it is not quiet.
        """
        quiet = time.monotonic() + seconds
        while time.monotonic() < quiet and self.code is None:
            before = len(self.written)
            self._read(0.05)
            if len(self.written) > before or self._works():
                quiet = time.monotonic() + seconds

    def ended(self) -> int:
        """Wait for the end; the exit code."""
        self.wait(lambda: self.code is not None)
        assert self.code is not None
        return self.code

    def hang_up(self) -> None:
        """Let the terminal go away."""
        os.close(self._pty)
        self._pty = -1

    def is_gone(self, within: float) -> bool:
        """Whether the program ends in time; nothing is read meanwhile."""
        end = time.monotonic() + within
        while self.code is None and time.monotonic() < end:
            done, status = os.waitpid(self.pid, os.WNOHANG)
            if done:
                self.code = os.waitstatus_to_exitcode(status)
            time.sleep(0.01)
        if self.code is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        return self.code is not None

    def close(self) -> None:
        """Stop it, whatever it does."""
        if self.code is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self._pty)

    def _works(self) -> bool:
        """Whether a thread of the program runs or waits for the processor; where the system does not tell, no."""
        with suppress(OSError):
            threads = Path(f"/proc/{self.pid}/task").iterdir()
            return any((each / "stat").read_text().rpartition(")")[2].split()[0] == "R" for each in threads)
        return False

    def _read(self, seconds: float) -> None:
        if self._take(seconds):
            return
        done, status = os.waitpid(self.pid, os.WNOHANG)
        if done:
            while self._take(0):  # what it wrote between the look and its end
                pass
            self.code = os.waitstatus_to_exitcode(status)

    def _take(self, seconds: float) -> bool:
        """Take what was written, within so many seconds; whether there was anything."""
        ready, _, _ = select.select([self._pty], [], [], seconds)
        data = b""
        if ready:
            with suppress(OSError):
                data = os.read(self._pty, 65536)
        self.written += data
        self._stream.feed(data)
        return bool(data)
