"""What it costs to take in 1 MB that was appended to a log of 1 GB, beside reading the whole log anew."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks import generate
from benchmarks.peers import ROOT
from benchmarks.row import Row, at_most

APPENDED = 1024 * 1024
WORK = """
import resource, sys, time
from agent.trace.trace import Trace
path, size = sys.argv[1], int(sys.argv[2])
begun = time.process_time()
trace = Trace.open(path).read()
whole = time.process_time() - begun
held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
with open(path, "rb") as file:
    file.seek(64 * 1024)
    piece = file.read(size)
piece = piece[piece.index(b"\\n") + 1 :]
costs = []
for _ in range(5):
    with open(path, "ab") as file:
        file.write(piece)
    begun = time.process_time()
    trace = trace.grown()
    costs.append(time.process_time() - begun)
assert trace.reads_on and trace.source.behind == 0
print(whole, sorted(costs)[2], (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - held) / 1024)
"""


def run() -> list[Row]:
    """The median of five growths, in processor time, and what they add to the peak of memory."""
    with tempfile.TemporaryDirectory(dir=generate.large_log().parent) as folder:
        path = Path(folder) / "growing.log"
        shutil.copyfile(generate.large_log(), path)
        command = [sys.executable, "-c", WORK, str(path), str(APPENDED)]
        done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    whole, grown, memory = map(float, done.stdout.split())
    return [
        at_most(0.005, "following", "1 MB appended to 1 GB", grown * 1000, whole * 1000, "reading anew"),
        at_most(1, "memory of following", "five times 1 MB", memory, 20, "limit", "MB"),
    ]
