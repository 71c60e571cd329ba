"""How much memory events, pages and search take with 1 GB open, beside the same with 10 MB."""

import subprocess
import sys
from pathlib import Path

from benchmarks import generate
from benchmarks.peers import ROOT
from benchmarks.row import Row, at_most

WORK = """
import random, sys
from agent.trace.matcher import Query
from agent.trace.trace import Trace
from mast_tui.layout.line_reader import LineReader
trace = Trace.open(sys.argv[1]).read()
reader = LineReader(trace)
for _ in range(300):
    first = random.randrange(1, reader.last - 50)
    [reader.line(line) for line in range(first, first + 50)]
for query in (Query("needle_in"), Query("NEEDLE_in", ignore_case=True), Query(r"needle_\\w+\\d", regex=True)):
    trace.search(query).count()
status = open("/proc/self/status").read()
print(int(status.split("VmHWM:")[1].split()[0]) / 1024)
"""


def run() -> list[Row]:
    """The peak of a process that does all of it, where the system tells it."""
    if not Path("/proc/self/status").exists():
        return []
    large, small = _peak(generate.large_log()), _peak(generate.small_log())
    return [
        at_most(1, "memory of events, pages, search", "1 GB log", large, 80, "limit", "MB"),
        at_most(1, "memory above the same with 10 MB", "1 GB log", max(0.0, large - small), 10, "limit", "MB"),
    ]


def _peak(path: Path) -> float:
    command = [sys.executable, "-c", WORK, str(path)]
    return float(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout)
