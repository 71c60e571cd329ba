"""How fast the lines of 1 GB are counted, beside `wc -l` and beside the scan of another log reader."""

import subprocess
import time
from pathlib import Path
from statistics import median

from agent.trace.index import LineIndex
from agent.trace.source import Source
from benchmarks import generate
from benchmarks.peers import PEERS
from benchmarks.row import Row, at_most

ROUNDS = 5
SCAN = (
    "import sys, time; from threading import Event; from toolong.log_file import LogFile\n"
    "log = LogFile(sys.argv[1]); log.open(Event()); start = time.perf_counter()\n"
    "count = sum(len(breaks) for _, breaks in log.scan_line_breaks()); print(time.perf_counter() - start)"
)


def run() -> list[Row]:
    """Rounds of all three, one after the other."""
    path = generate.large_log()
    ours, counts, scans = [], [], []
    for _ in range(ROUNDS):
        ours.append(_index(path))
        start = time.perf_counter()
        subprocess.run(["wc", "-l", str(path)], check=True, capture_output=True)
        counts.append((time.perf_counter() - start) * 1000)
        if (PEERS / "tl").exists():
            command = [str(PEERS / "python"), "-c", SCAN, str(path)]
            scans.append(float(subprocess.run(command, check=True, capture_output=True).stdout) * 1000)
    rows = [at_most(5, "line index", "1 GB log", median(ours), median(counts), "wc -l")]
    if scans:
        rows.append(at_most(0.083, "line index", "1 GB log", median(ours), median(scans), "toolong's scan"))
    return rows


def _index(path: Path) -> float:
    source = Source.open(path)
    start = time.perf_counter()
    LineIndex(source).build()
    spent = time.perf_counter() - start
    source.close()
    return spent * 1000
