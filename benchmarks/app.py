"""How soon the app shows the first lines of a large trace and takes keys, beside a bare Textual app."""

import fcntl
import os
import pty
import select
import struct
import sys
import tempfile
import termios
import time
from pathlib import Path
from statistics import median

from benchmarks.generate import log
from benchmarks.row import Row, at_most

ROUNDS = 7
BYTES = 300_000_000
FIRST, INTERACTIVE = 60.0, 1.25
BARE = (
    "from textual.app import App\nfrom textual.widgets import Static\n"
    "class Bare(App):\n    def compose(self):\n        yield Static('bare app is up')\n"
    "Bare().run()\n"
)


def run() -> list[Row]:
    """First words and first answer to a key, from the start of the process."""
    with tempfile.TemporaryDirectory() as folder:
        path = log(Path(folder) / "large.log", BYTES)
        first_word = path.open("rb").readline().split()[1]
        home = Path(folder) / "home"
        content: list[float] = []
        ours: list[float] = []
        bare: list[float] = []
        for turn in range(ROUNDS + 1):
            seen = _times([sys.executable, "-m", "mast_tui", str(path)], home, (first_word, b"j k"))
            other = _times([sys.executable, "-c", BARE], home, (b"bare app is up",))
            if turn:
                content.append(seen[0])
                ours.append(seen[1])
                bare.append(other[0])
    what = f"{BYTES // 1_000_000} MB log in a terminal of 140x45"
    return [
        at_most(1.0, "first lines on the screen", what, median(content), FIRST, "goal"),
        at_most(INTERACTIVE, "app with its keys", what, median(ours), median(bare), "bare Textual app"),
    ]


def _times(command: list[str], home: Path, words: tuple[bytes, ...]) -> list[float]:
    """When each of some words was written, in ms from the start."""
    start = time.perf_counter()
    pid, terminal = pty.fork()
    if pid == 0:
        environment = {**os.environ, "TERM": "xterm-256color", "MAST_TUI_HOME": str(home), "COLORTERM": "truecolor"}
        os.execve(command[0], command, environment)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 45, 140, 0, 0))
    written = b""
    times: list[float] = []
    while len(times) < len(words) and time.perf_counter() - start < 30:
        if select.select([terminal], [], [], 0.5)[0]:
            written += os.read(terminal, 65536)
        while len(times) < len(words) and words[len(times)] in written:
            times.append((time.perf_counter() - start) * 1000)
    os.kill(pid, 9)
    os.waitpid(pid, 0)
    os.close(terminal)
    return times
