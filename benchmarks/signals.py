"""How fast all detectors together go over a trace, beside reading its events and their texts with no detector."""

import tempfile
import time
from pathlib import Path

from agent.signals.detection import detect
from agent.trace.pages import Pages
from agent.trace.trace import Trace
from benchmarks import runs
from benchmarks.row import Row, at_least

SIZE = 3_000_000
ROUNDS = 3
GOAL = 0.04
"""No more than this guards against: each half of the ratio reads every text anew."""


def run() -> list[Row]:
    """Every kind of run that can be made up; the best of a few rounds, in processor time."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name, path in runs.write(Path(folder), SIZE).items():
            trace = Trace.open(path).read()
            ours = max(_speed(trace, detecting=True) for _ in range(ROUNDS))
            alone = max(_speed(trace, detecting=False) for _ in range(ROUNDS))
            trace.close()
            rows.append(at_least(GOAL, "all detectors", name, ours, alone, "no detector"))
    return rows


def _speed(trace: Trace, *, detecting: bool) -> float:
    """MB of the file a second of processor time; no text is kept from the round before."""
    trace.pages = Pages(trace.events)
    start = time.process_time()
    if detecting:
        detect(trace)
    else:
        for event in trace.events:
            trace.text(event)
    return trace.source.size / (time.process_time() - start) / 1e6
