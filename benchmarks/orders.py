"""How fast orders to the reader are looked for in a text, beside one naive pattern."""

import re

from agent.injection.injections import suspicious
from benchmarks.clock import speeds
from benchmarks.row import Row, at_least

NAIVE = re.compile("ignore (?:all )?(?:previous|prior) instructions", re.IGNORECASE)
LOG = "2025-04-01 03:12 INFO - Planner->Executor: run tests/test_models.py with token count 17, see docs.example/a\n"
JSON = '{"role": "assistant", "content": "I call\\nread_file(path=\\"/src/a.py\\")", "tokens": 17, "id": "a1b2c3d4"}\n'
PROSE = "The writer asked for the third chapter, and the editor sent back two pages with remarks on the style.\n"
CHINESE = "编辑把第三章的两页寄回给作者,并附上关于文风的几点意见,然后继续阅读下一章的草稿。\n"
TEXTS = {
    "log": (0.3, LOG * 4_000),
    "JSON": (0.3, JSON * 4_000),
    "prose": (0.3, PROSE * 4_000),
    "Chinese": (0.2, CHINESE * 4_000),
    "telling words alone": (0.01, "ignore the reviewer verdict instructions " * 1_000),
    "long runs of one sign": (0.01, "A" * 40_000 + "." * 40_000 + "%41" * 10_000),
}


def run() -> list[Row]:
    rows = []
    for name, (goal, text) in TEXTS.items():
        ours, naive = speeds(text, _orders, _naive)
        rows.append(at_least(goal, "look for orders", name, ours, naive, "naive"))
    return rows


def _orders(text: str) -> list[tuple[int, int, str]]:
    return list(suspicious(text))


def _naive(text: str) -> list[str]:
    return NAIVE.findall(text)
