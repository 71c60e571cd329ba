"""A quote that holds a secret carries a placeholder, is found in the trace all the same, and verifies once saved."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from mast_tui.cli import main
from tests.agent.model.judge import finding, replies
from tests.agent.model.server import Body, Step, serve

SECRETS = {
    "a password": ("password: @", "Kestrel!7x9", "password"),
    "a key by its form": ("the key @", "ghp_0a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R", "github"),
    "a code that counts once": ("the verification code is @", "883 201", "code"),
    "a recovery phrase": (
        "seed phrase: @",
        "ribbon cactus velvet orchard tunnel pigeon frost hammer lemon ostrich crater valley",
        "phrase",
    ),
    "a cookie": ("Cookie: PHPSESSID=@;", "q8w7e6r5t4y3u2i1o0p9", "cookie"),
}


@pytest.mark.parametrize("name", SECRETS)
def test_a_quote_with_a_placeholder_verifies(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words, secret, kind = SECRETS[name]
    trace, saved = tmp_path / "run.log", tmp_path / "diagnosis.json"
    trace.write_text(
        "2026-03-01 10:00:00 INFO planner: Task: write one file app.py\n"
        f"2026-03-01 10:01:00 INFO coder: I write two files, {words.replace('@', secret)} and then I stop\n"
        "2026-03-01 10:02:00 INFO planner: all done\n"
    )
    monkeypatch.setenv("MAST_TUI_HOME", str(tmp_path / "home"))

    def answer(body: Body, number: int) -> Step:
        prompt = body["messages"][1]["content"]
        quoted = re.search(r"I write two files.*?and then I stop", prompt)
        act = f"2 {quoted[0]}" if quoted else "2 I write two files"
        findings: dict[str, Any] = {"FM-1.1": finding(act, "1 write one file app.py")}
        return Step(replies(findings)(body))

    with serve(answer) as server:
        words_before = ["diagnose", str(trace), "--yes", "--model", "stub", "--base-url", server.url]
        assert main([*words_before, "-o", str(saved)]) == 0
        assert all(secret not in json.dumps(body) for body in server.requests)
    document = json.loads(saved.read_text())
    quotes = [one["quote"] for each in document["findings"] for one in each["evidence"]]
    assert any(f"<SECRET:{kind}#" in quote for quote in quotes)
    assert secret not in saved.read_text()
    capsys.readouterr()
    assert main(["verify", str(saved), str(trace)]) == 0
    assert secret not in capsys.readouterr().out


def test_a_quote_that_looks_like_a_secret_out_of_its_line_verifies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    quote = 'token = "CAUQAA8xZ2hYb3BxUnN0dVZ3eHl6MTIz"'
    trace, saved = tmp_path / "run.log", tmp_path / "diagnosis.json"
    trace.write_text(
        "2026-03-01 10:00:00 INFO planner: Task: write one file app.py\n"
        f"2026-03-01 10:01:00 INFO coder: I write two files, next_page_{quote} and then I stop\n"
        "2026-03-01 10:02:00 INFO planner: all done\n"
    )
    monkeypatch.setenv("MAST_TUI_HOME", str(tmp_path / "home"))
    findings = {"FM-1.1": finding(f"2 {quote}", "1 write one file app.py")}
    with serve(lambda body, number: Step(replies(findings)(body))) as server:
        words = ["diagnose", str(trace), "--yes", "--model", "stub", "--base-url", server.url]
        assert main([*words, "-o", str(saved)]) == 0
    (found,) = json.loads(saved.read_text())["findings"]
    act = found["evidence"][0]
    assert act["quote"].startswith("token = ")
    assert "<SECRET:" in act["quote"], "out of its line it looks like a secret"
    assert act["redacted"]
    capsys.readouterr()
    assert main(["verify", str(saved), str(trace)]) == 0, capsys.readouterr().out
