"""`mast-tui ask`: the document of the contract, exit codes, and a terminal that nothing foreign reaches raw."""

import json
from collections.abc import Callable
from pathlib import Path

from tests.agent.chat.rooms import HYPERAGENT, plain_log

RunCli = Callable[..., tuple[int, str, str]]
KEYS = {"answer", "citations", "unverified", "usage", "analyst"}


def test_the_document_of_the_contract(run_cli: RunCli) -> None:
    code, out, err = run_cli("ask", HYPERAGENT, "why did it fail?", "--json")
    document = json.loads(out)
    assert code == 0 and err == ""
    assert document.keys() >= KEYS
    assert document["analyst"] == "offline" and document["unverified"] == []
    lines = HYPERAGENT.read_text("utf-8").split("\n")
    assert document["citations"]
    for citation in document["citations"]:
        first, last = citation["lines"]
        assert citation["match"] in ("exact", "normalised", "repaired")
        assert citation["quote"] in "\n".join(lines[first - 1 : last])


def test_the_answer_in_words_with_what_was_checked(run_cli: RunCli, tmp_path: Path) -> None:
    path = plain_log(tmp_path / "run.log", "one USD", "two \x1b]0;title\x07 USD")
    code, out, _ = run_cli("ask", path, 'how often does "USD" occur?')
    assert code == 0
    assert "`USD` stands on 2 lines." in out and "2 of 2 citations found in the trace" in out
    assert "\x1b" not in out and "\x07" not in out


def test_what_is_not_there_is_no_failure(run_cli: RunCli, tmp_path: Path) -> None:
    code, out, _ = run_cli("ask", plain_log(tmp_path / "run.log", "one", "two"), 'where did "USD" first appear?')
    assert code == 0 and out.startswith("Not in this trace")


def test_a_trace_from_stdin(run_cli: RunCli) -> None:
    code, out, _ = run_cli("ask", "-", "who wrote week_view?", stdin=HYPERAGENT.read_bytes())
    assert code == 0 and "week_view" in out


def test_wrong_use_and_unreadable_traces_have_their_codes(run_cli: RunCli, tmp_path: Path) -> None:
    assert run_cli("ask", tmp_path / "missing.log", "why?")[0] == 66
    for words in (["ask"], ["ask", HYPERAGENT], ["ask", HYPERAGENT, "  "]):
        code, out, err = run_cli(*words)
        assert code == 2 and out == "" and len(err.strip().split("\n")) == 3
