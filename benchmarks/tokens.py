"""How fast tokens are counted, against tiktoken called once on the same text."""

import time
from collections.abc import Callable

from agent import tokens

LOG = (
    "2025-04-01 03:12:57 INFO - Executor->Planner: test_models.py::test_save failed, trying 3 files again\n    at x\n\n"
)


def run() -> list[dict[str, object]]:
    fresh = "".join(f"{n * 7919:x} {LOG}" for n in range(30_000))
    parts = [fresh[start : start + 4_000] for start in range(0, len(fresh), 4_000)]
    encoding = tokens.counter()._encoding
    assert encoding is not None
    load = seconds(tokens.load, 5)
    alone = seconds(lambda: encoding.encode_ordinary(fresh), 3)
    ours = seconds(lambda: tokens.count(fresh), 3)
    many = seconds(lambda: tokens.count_many(parts), 3)
    return [
        {"name": "load", "seconds": round(load, 3)},
        {"name": "count", "MB/s": round(len(fresh) / ours / 1e6, 1), "ratio": round(alone / ours, 2), "goal": 1.0},
        {"name": "count_many", "MB/s": round(len(fresh) / many / 1e6, 1), "ratio": round(alone / many, 2), "goal": 1.2},
    ]


def seconds(work: Callable[[], object], times: int) -> float:
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return sorted(taken)[times // 2]
