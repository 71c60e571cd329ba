"""How fast tokens are counted, beside tiktoken called once on the same text."""

from agent import tokens
from benchmarks.clock import speeds
from benchmarks.row import Row, at_least

LOG = "2025-04-01 03:12:57 INFO - Executor->Planner: test_models.py failed, trying 3 files again\n    at x\n\n"


def run() -> list[Row]:
    text = "".join(f"{n * 7919:x} {LOG}" for n in range(20_000))
    once, many, alone = speeds(text, tokens.count, _in_parts, _tiktoken)
    return [
        at_least(0.95, "count tokens", "2 MB at once", once, alone, "tiktoken"),
        at_least(0.95, "count tokens", "in 4 KB parts", many, alone, "tiktoken"),
    ]


def _in_parts(text: str) -> object:
    return [tokens.count(text[start : start + 4_000]) for start in range(0, len(text), 4_000)]


def _tiktoken(text: str) -> object:
    encoding = tokens.counter()._encoding
    assert encoding is not None
    return encoding.encode_ordinary(text)
