"""How fast foreign text becomes safe to show: ordinary logs, other scripts, and the worst an attacker can write."""

import time
from collections.abc import Callable

from agent.clean import clean, clean_line, clean_spans
from benchmarks.row import Row, at_least

LOG = "2025-04-01 03:12:57 INFO - Executor->Planner: test_models.py::test_save failed, trying 3 files again\n\n"
TEXTS = {
    "log": LOG * 40_000,
    "log with one é": LOG * 40_000 + "é",
    "Japanese": "日本語のテスト\n" * 200_000,
    "ESC only": "\x1b" * 4_000_000,
    "ESC beside é": "\x1bé" * 1_000_000,
    "ESC in colours": "\x1b[31m" * 600_000 + "é",
    "C1 only": "\x9b" * 2_000_000,
    "bidi only": "\u202e" * 1_000_000,
    "floods of marks": ("a" + "\u0301" * 9) * 200_000,
}


def run() -> list[Row]:
    rows = [row(f"clean: {name}", text, clean) for name, text in TEXTS.items()]
    lines = TEXTS["log"].split("\n")
    rows.append(row("clean_line: log", TEXTS["log"], lambda _: [clean_line(line) for line in lines]))
    long = TEXTS["ESC in colours"]
    spans = [(start, start + 3) for start in range(0, len(long), 300)]
    rows.append(row("clean_spans: 10,000 spans", long, lambda text: clean_spans(text, spans)))
    return rows


def row(name: str, text: str, work: Callable[[str], object]) -> Row:
    seconds = []
    for _ in range(5):
        start = time.perf_counter()
        work(text)
        seconds.append(time.perf_counter() - start)
    rate = len(text.encode(errors="surrogatepass")) / sorted(seconds)[2] / 1e6
    return at_least(1.0, name, "MB per second", rate, 100 if "log" in name or "Japanese" in name else 10, "goal")
