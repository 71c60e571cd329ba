"""How fast tokens are counted, against tiktoken called once on the same text."""

import time
from collections.abc import Callable

from agent import tokens
from benchmarks.row import Row, at_least

LOG = (
    "2025-04-01 03:12:57 INFO - Executor->Planner: test_models.py::test_save failed, trying 3 files again\n    at x\n\n"
)


def run() -> list[Row]:
    fresh = "".join(f"{n * 7919:x} {LOG}" for n in range(30_000))
    parts = [fresh[start : start + 4_000] for start in range(0, len(fresh), 4_000)]
    encoding = tokens.counter()._encoding
    assert encoding is not None
    load = seconds(tokens.load, 5)
    alone = seconds(lambda: encoding.encode_ordinary(fresh), 3)
    ours = seconds(lambda: tokens.count(fresh), 3)
    many = seconds(lambda: tokens.count_many(parts), 3)
    size = len(fresh) / 1e6
    return [
        Row("load the tokenizer", "once per process", f"{load * 1000:.4g} ms", "-", 1.0, "-", ok=True),
        at_least(1.0, "count", "tokens of one text", size / ours, size / alone, "tiktoken"),
        at_least(1.2, "count_many", "tokens of many texts", size / many, size / alone, "tiktoken"),
    ]


def seconds(work: Callable[[], object], times: int) -> float:
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return sorted(taken)[times // 2]
