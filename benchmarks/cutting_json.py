"""How fast each JSON format becomes events, beside the standard library's reader, which only makes values of it."""

import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from agent.trace.trace import Trace
from benchmarks import runs
from benchmarks.row import Row, at_least

SIZE = 6_000_000
ROUNDS = 5
# What 30 MB/s came to on the machine that these goals were set on: the standard library is slower on short strings.
GOALS = {
    "chat": 0.065,
    "chat, JSON lines": 0.11,
    "log of model calls": 0.085,
    "spans, GenAI": 0.045,
    "spans, TRAIL": 0.047,
    "AG2": 0.075,
    "Who&When": 0.07,
    "HyperAgent": 0.06,
}


def run() -> list[Row]:
    """Each format in a file of its own; the best of a few rounds, in processor time."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name, path in runs.write(Path(folder), SIZE).items():
            ours = theirs = 0.0
            for _ in range(ROUNDS):
                ours = max(ours, _speed(path, _cut))
                theirs = max(theirs, _speed(path, _load))
            rows.append(at_least(GOALS[name], "cut JSON into events", name, ours, theirs, "json"))
    return rows


def _speed(path: Path, work: Callable[[Path], object]) -> float:
    """MB a second of processor time: others may be busy too."""
    start = time.process_time()
    work(path)
    return path.stat().st_size / (time.process_time() - start) / 1e6


def _cut(path: Path) -> None:
    Trace.open(path).read().close()


def _load(path: Path) -> object:
    data = path.read_bytes()
    try:
        return json.loads(data)
    except ValueError:
        return [json.loads(line) for line in data.split(b"\n") if line]
