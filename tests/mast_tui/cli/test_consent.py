"""Consent on a real terminal: what would be sent is shown, and nothing is sent before a yes."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.agent.model.judge import replies
from tests.agent.model.server import Step, serve
from tests.homes import share_patterns

ROOT = Path(__file__).resolve().parents[3]


def typed(answer: str, words: list[str], home: Path) -> tuple[int, str, str]:
    """Run a command whose stdin and stderr are a terminal on which somebody types an answer."""
    ours, theirs = pty.openpty()
    env = {**os.environ, "PYTHONPATH": str(ROOT), "MAST_TUI_HOME": str(share_patterns(home))}
    process = subprocess.Popen(
        [sys.executable, "-m", "mast_tui", *words], stdin=theirs, stderr=theirs, stdout=subprocess.PIPE, env=env
    )
    os.close(theirs)
    shown = b""
    while b"[y/N]" not in shown:
        shown += os.read(ours, 4096)
    os.write(ours, answer.encode() + b"\n")
    try:
        while piece := os.read(ours, 4096):
            shown += piece
    except OSError:
        pass
    out, _ = process.communicate(timeout=100)
    os.close(ours)
    return process.returncode, out.decode(), shown.decode()


@pytest.mark.parametrize(("answer", "code", "calls"), [("n", 130, 0), ("", 130, 0), ("yes", 0, 5)])
def test_nothing_is_sent_before_a_yes(answer: str, code: int, calls: int, tmp_path: Path) -> None:
    trace = tmp_path / "run.log"
    trace.write_text("10:00 INFO planner: Task: print 5, token ghp_aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6\n")
    say = replies({})
    with serve(lambda body, number: Step(say(body))) as server:
        words = ["diagnose", str(trace), "--base-url", server.url, "--model", "stub"]
        exit_code, out, shown = typed(answer, words, tmp_path / "home")
        assert (exit_code, server.calls) == (code, calls), shown
    for word in ("127.0.0.1", "stub", "1 chunk", "1 github", "not known"):
        assert word in shown.split("[y/N]")[0]
    assert bool(out) == bool(calls)
