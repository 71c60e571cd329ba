"""How fast foreign text becomes safe to show, beside one naive pattern that only drops controls."""

import re
from collections.abc import Callable

from agent.clean import clean, clean_line, clean_spans
from benchmarks.clock import speeds
from benchmarks.row import Row, at_least

CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
LOG = "2025-04-01 03:12:57 INFO - Executor->Planner: test_models.py::test_save failed, trying 3 files again\n\n"
TEXTS = {
    "log": (0.6, LOG * 20_000),
    "log with one é": (0.25, LOG * 20_000 + "é"),
    "Japanese": (0.15, "日本語のテスト\n" * 100_000),
    "ESC only": (5, "\x1b" * 2_000_000),
    "ESC beside é": (0.4, "\x1bé" * 500_000),
    "ESC in colours": (0.3, "\x1b[31m" * 300_000 + "é"),
    "C1 only": (0.4, "\x9b" * 1_000_000),
    "bidi only": (0.015, "\u202e" * 500_000),
    "floods of marks": (0.015, ("a" + "\u0301" * 9) * 100_000),
}


def run() -> list[Row]:
    log, colours = TEXTS["log"][1], TEXTS["ESC in colours"][1]
    rows = [_row(goal, "clean", name, text, clean) for name, (goal, text) in TEXTS.items()]
    rows.append(_row(0.15, "clean, line by line", "log", log, _by_line))
    rows.append(_row(0.5, "clean, 10,000 spans", "ESC in colours", colours, _spans))
    return rows


def _row(goal: float, name: str, what: str, text: str, work: Callable[[str], object]) -> Row:
    ours, naive = speeds(text, work, _naive)
    return at_least(goal, name, what, ours, naive, "naive")


def _naive(text: str) -> str:
    return CONTROLS.sub("", text)


def _by_line(text: str) -> object:
    return [clean_line(line) for line in text.split("\n")]


def _spans(text: str) -> object:
    return clean_spans(text, [(start, start + 3) for start in range(0, len(text), 150)])
