"""How fast secrets are taken out of a chunk, beside one naive pattern that only looks for addresses."""

import re

from agent.redaction.redact import Redacted, Redactor
from benchmarks.clock import speeds
from benchmarks.row import Row, at_least

ADDRESS = re.compile(r"[\w.+-]+@[\w-]+\.[\w.]+")
LOG = "2025-04-01 03:12 INFO - Planner->Executor: run tests/test_models.py with token count 17, see docs.example/a\n"
JSON = '{"role": "assistant", "content": "I call\\nread_file(path=\\"/src/a.py\\")", "tokens": 17, "id": "a1b2c3d4"}\n'
TEXTS = {
    "log": (0.4, LOG * 400),
    "JSON": (0.15, JSON * 400),
    "no spaces at all": (0.08, JSON.replace(" ", "").strip() * 500),
    "open PEM headers": (0.02, "-----BEGIN RSA PRIVATE KEY-----\n" * 1_500),
    "names without a value": (0.01, "password key token secret " * 2_000),
    "assignments": (0.02, "api_key=A1b2c3d4e5f6 " * 2_000),
}


def run() -> list[Row]:
    rows = []
    for name, (goal, text) in TEXTS.items():
        ours, naive = speeds(text, _redact, _naive)
        rows.append(at_least(goal, "redact a chunk", name, ours, naive, "naive"))
    return rows


def _redact(text: str) -> Redacted:
    return Redactor(b"salt").redact(text)


def _naive(text: str) -> str:
    return ADDRESS.sub("<email>", text)
