"""How soon the first page of a log is there, and a page anywhere, by the reader that the screen draws from."""

import os
import pty
import random
import shutil
import subprocess
import time
from pathlib import Path
from statistics import median

from agent.trace.trace import Trace
from benchmarks import generate
from benchmarks.row import Row, at_most
from mast_tui.layout.line_reader import LineReader

ROUNDS = 15
JUMPS = 1000


def run() -> list[Row]:
    """First pages of 1 GB and 10 MB and of less, then jumps through the large one."""
    large, small = generate.large_log(), generate.small_log()
    firsts: dict[str, list[float]] = {"large": [], "small": [], "less": []}
    for _ in range(ROUNDS):
        firsts["large"].append(_first(large))
        firsts["small"].append(_first(small))
        if shutil.which("less"):
            firsts["less"].append(_less(large))
    rows = [at_most(1.2, "first page", "1 GB log", median(firsts["large"]), median(firsts["small"]), "10 MB log")]
    if firsts["less"]:
        rows.append(at_most(5, "first page", "1 GB log", median(firsts["large"]), median(firsts["less"]), "less -n"))
    trace = Trace.open(large)
    trace.read()
    reader = LineReader(trace)
    chance = random.Random(1)
    jumps = sorted(_timed(lambda: _page(reader, chance.randrange(1, reader.last - 50))) for _ in range(JUMPS))
    rows.append(at_most(1, "random page, 99th of 100", "1 GB log", jumps[JUMPS * 99 // 100], 10, "limit"))
    trace.close()
    return rows


def _page(reader: LineReader, first: int) -> list[str]:
    return [reader.line(line) for line in range(first, min(first + 50, reader.last + 1))]


def _timed(work: object) -> float:
    assert callable(work)
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def _first(path: Path) -> float:
    start = time.perf_counter()
    trace = Trace.open(path)
    trace.read_to(40)
    _page(LineReader(trace), 1)
    spent = time.perf_counter() - start
    trace.close()
    return spent * 1000


def _less(path: Path) -> float:
    """Until a screen full of the log has come out of a pseudo-terminal."""
    ours, theirs = pty.openpty()
    start = time.perf_counter()
    environment = {**os.environ, "TERM": "xterm", "LINES": "40", "COLUMNS": "120"}
    process = subprocess.Popen(["less", "-n", str(path)], stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
    got = b""
    while got.count(b"\n") < 20:
        got += os.read(ours, 65536)
    spent = time.perf_counter() - start
    process.kill()
    process.wait()
    os.close(ours)
    os.close(theirs)
    return spent * 1000
