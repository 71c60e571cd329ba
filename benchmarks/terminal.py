"""A program in a terminal of its own, as benchmarks start it: with compiled bytecode, as an installed one has it."""

import fcntl
import os
import pty
import select
import struct
import termios
import time
from pathlib import Path

ROWS, COLUMNS = 45, 140
_ASKED = b"\x1b[c"
_ANSWER = b"\x1b]11;rgb:1212/1515/1c1c\x1b\\\x1b[?62;22c"


class Terminal:
    """Starts a command; keeps what it writes, and knows when."""

    def __init__(self, command: list[str], home: Path) -> None:
        self.started = time.perf_counter()
        self.written = b""
        self._has_ended = False
        self._pid, self._pty = pty.fork()
        if self._pid == 0:
            environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", "MAST_TUI_HOME": str(home)}
            environment.pop("PYTHONDONTWRITEBYTECODE", None)
            environment["PYTHONPYCACHEPREFIX"] = str(home / "bytecode")
            os.execve(command[0], command, environment)
        fcntl.ioctl(self._pty, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))

    def send(self, keys: str) -> None:
        """Type."""
        os.write(self._pty, keys.encode())

    def read(self, seconds: float) -> bytes:
        """What is written next; nothing if that takes too long or the program has ended."""
        if not select.select([self._pty], [], [], seconds)[0]:
            return b""
        try:
            data = os.read(self._pty, 65536)
        except OSError:
            return b""
        if _ASKED in data:
            os.write(self._pty, _ANSWER)
        self.written += data
        return data

    def times(self, words: tuple[bytes, ...], seconds: float = 30) -> list[float]:
        """When each of some words was written, one after the other, in ms from the start."""
        times: list[float] = []
        at = 0
        end = self.started + seconds
        while len(times) < len(words) and time.perf_counter() < end:
            self.read(0.5)
            while len(times) < len(words) and (place := self.written.find(words[len(times)], at)) >= 0:
                at = place
                times.append((time.perf_counter() - self.started) * 1000)
        if len(times) < len(words):
            raise AssertionError(f"{words[len(times)]!r} was never written")
        return times

    def memory(self) -> float:
        """How much the program holds, in MB."""
        status = Path(f"/proc/{self._pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1000

    def hung_up(self) -> float:
        """Take the terminal away, and wait for the end of the program; in ms."""
        start = time.perf_counter()
        os.close(self._pty)
        os.waitpid(self._pid, 0)
        self._has_ended = True
        return (time.perf_counter() - start) * 1000

    def close(self) -> None:
        """End it, if it has not ended."""
        if self._has_ended:
            return
        os.kill(self._pid, 9)
        os.waitpid(self._pid, 0)
        os.close(self._pty)
