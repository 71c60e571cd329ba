"""A plan in the shape that scripts rely on, and a diagnosis that stays within it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from agent.model.request_tokens import body_tokens
from tests.agent.model.judge import finding, replies
from tests.agent.model.server import Step, serve
from tests.homes import share_patterns

ROOT = Path(__file__).resolve().parents[3]
LOG = """2026-03-01 10:00:00 INFO planner: Task: write one file app.py that adds two numbers.
2026-03-01 10:00:05 INFO coder: I write two files, app.py and util.py.
2026-03-01 10:00:09 INFO tester: I did not run the program. Done.
"""


def run(words: list[str], home: Path) -> Any:
    env = {**os.environ, "PYTHONPATH": str(ROOT), "MAST_TUI_HOME": str(share_patterns(home))}
    command = [sys.executable, "-m", "mast_tui", *words]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, env=env, timeout=120)
    assert done.returncode in (0, 3), done.stderr.decode()
    return json.loads(done.stdout)


def test_a_plan_has_the_keys_it_is_promised_to_have_and_a_diagnosis_keeps_to_it(tmp_path: Path) -> None:
    # Slow, since the plan is held against a whole diagnosis by a server.
    trace = tmp_path / "run.log"
    trace.write_text(LOG)
    findings = {"FM-1.1": finding("2 I write two files, app.py and util.py.", "1 write one file app.py")}
    say = replies(findings)
    with serve(lambda body, number: Step(say(body))) as server:
        words = [str(trace), "--base-url", server.url, "--model", "stub", "--json"]
        plan = run(["plan", *words], tmp_path / "home")
        assert server.requests == []
        document = run(["diagnose", *words, "--yes"], tmp_path / "home")
        made = server.calls
    assert list(plan) == [
        "trace", "model", "host", "tokenizer", "chunks", "calls", "tokens", "cost_usd", "redactions",
    ]  # fmt: skip
    assert list(plan["trace"]) == ["sha256", "bytes", "lines", "events"]
    assert all(list(chunk) == ["chunk", "events", "lines", "tokens"] for chunk in plan["chunks"])
    assert list(plan["tokens"]) == ["trace", "sent", "single_call"]
    assert list(plan["calls"]) == ["outline", "walk", "challenge", "root"]
    assert (plan["host"], plan["model"], plan["cost_usd"]) == ("127.0.0.1", "stub", None)
    ranges = [value if isinstance(value, list) else [value, value] for value in plan["calls"].values()]
    assert sum(low for low, _ in ranges) <= made <= sum(high for _, high in ranges)
    assert plan["calls"]["walk"] == 3 * len(plan["chunks"])
    assert [one["mode"] for one in document["findings"]] == ["FM-1.1"]
    assert made == document["usage"]["calls"] == 8
    low, high = plan["tokens"]["sent"]
    assert low <= sum(map(body_tokens, server.requests)) <= high
