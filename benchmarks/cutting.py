"""How fast bytes become events, and how long anybody else in the process waits meanwhile."""

import threading
import time
from collections.abc import Callable
from pathlib import Path

from agent.trace.index import LineIndex
from agent.trace.matcher import Query
from agent.trace.trace import Trace
from benchmarks import generate
from benchmarks.row import Row, at_least, at_most

ROUNDS = 3
PART = 100_000_000
TICK = 0.001


def run() -> list[Row]:
    """Cutting text and JSON, then the worst gap a ticker of 1 ms sees while each kind of work goes on in a thread."""
    large, lines = generate.large_log(), generate.large_jsonl()
    rows = [
        at_least(1, "cut into events", "log of 1.8 KB records", max(_speed(large) for _ in range(ROUNDS)), 80, "limit"),
        at_least(1, "cut into events", "JSON lines", max(_speed(lines) for _ in range(ROUNDS)), 30, "limit"),
    ]
    trace = Trace.open(large).read_to(1000)
    works: dict[str, Callable[[], object]] = {
        "index": lambda: LineIndex(trace.source).build(),
        "search, literal": lambda: trace.search(Query(generate.NEEDLE)).count(),
        "search, regex": lambda: trace.search(Query(r"needle_\w+_\d{4}", regex=True)).count(),
        "cutting": lambda: _speed(large),
    }
    for name, work in works.items():
        rows.append(
            at_most(1, f"worst stall, {name}", "1 ms ticker", min(_stall(work) for _ in range(ROUNDS)), 16, "limit")
        )
    trace.close()
    return rows


def _speed(path: Path) -> float:
    """MB a second of processor time over the first 100 MB: others may be busy too."""
    trace = Trace.open(path)
    reached = 0

    def note(byte: int) -> None:
        nonlocal reached
        reached = byte

    start = time.thread_time()
    while reached < PART:
        trace.read_to(trace.lines_count + 20_000, note)
    spent = time.thread_time() - start
    trace.close()
    return reached / spent / 1e6


def _stall(work: Callable[[], object]) -> float:
    """The longest gap between two ticks, in ms."""
    thread = threading.Thread(target=work)
    thread.start()
    worst, last = 0.0, time.perf_counter()
    while thread.is_alive():
        time.sleep(TICK)
        now = time.perf_counter()
        worst, last = max(worst, now - last - TICK), now
    return worst * 1000
