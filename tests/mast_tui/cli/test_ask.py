"""`mast-tui ask`: the document of the contract, consent, exit codes, and nothing foreign raw on a terminal."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from tests.agent.chat.materials import CHATDEV, HYPERAGENT, plain_log
from tests.agent.model.server import Step, serve

RunCli = Callable[..., tuple[int, str, str]]
KEYS = {"answer", "citations", "unverified", "usage", "analyst"}


def test_the_document_of_the_contract(run_cli: RunCli) -> None:
    code, out, err = run_cli("ask", HYPERAGENT, "why did it fail?", "--json", "--offline")
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
    code, out, err = run_cli("ask", path, 'how often does "USD" occur?')
    assert code == 0 and "No key and no base URL is known" in err
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


def test_a_model_is_asked_only_with_consent(run_cli: RunCli) -> None:
    with serve(lambda body, number: Step("A package was missing (L313).")) as server:
        words = ("ask", CHATDEV, "why did the tests fail?", "--base-url", server.url, "--json")
        code, out, err = run_cli(*words)
        assert code == 2 and "--yes" in err and out == "" and server.calls == 0
        code, out, err = run_cli(*words, "--offline")
        assert code == 0 and json.loads(out)["analyst"] == "offline" and server.paths == ["/v1/models"]
        code, out, err = run_cli(*words, "--yes")
    document = json.loads(out)
    assert code == 0 and server.calls == 1
    assert document["analyst"] == "model" and document["model"] == "stub"
    assert document["answer"] == "A package was missing (L313)."
    assert [citation["lines"] for citation in document["citations"]] == [[313, 313]]
    assert document["usage"]["calls"] == 1 and document["usage"]["prompt_tokens"] > 0


def test_how_much_of_a_trace_is_sent_whole_can_be_set(run_cli: RunCli) -> None:
    with serve(lambda body, number: Step("A package was missing (L313).")) as server:
        for words, whole in (((), True), (("--whole-tokens", "100"), False)):
            code, _, _ = run_cli("ask", CHATDEV, "why?", "--base-url", server.url, "--yes", *words)
            sent = server.requests[-1]
            assert code == 0 and ("the whole trace:" in sent["messages"][1]["content"]) is whole
            assert ("tools" in sent) is not whole


def test_an_invented_quote_comes_out_as_not_verified_only(run_cli: RunCli) -> None:
    invented = 'The reviewer wrote "I never looked at it" (L290). A package was missing (L313).'
    with serve(lambda body, number: Step(invented)) as server:
        code, out, _ = run_cli("ask", CHATDEV, "why?", "--base-url", server.url, "--yes")
    assert code == 0 and '"I never looked at it" (L290). (not verified: these words are not in the trace)' in out
    assert "not verified: The reviewer wrote" in out


def test_a_model_that_fails_is_told_in_three_sentences(run_cli: RunCli) -> None:
    with serve(lambda body, number: Step(status=401, raw=b'{"error": {"message": "no"}}')) as server:
        code, out, err = run_cli("ask", CHATDEV, "why?", "--base-url", server.url, "--yes")
    assert code == 2 and out == "" and len(err.strip().split("\n")) == 3


def test_a_budget_holds(run_cli: RunCli) -> None:
    with serve(lambda body, number: Step("Yes (L313).")) as server:
        code, out, _ = run_cli("ask", CHATDEV, "why?", "--base-url", server.url, "--yes", "--max-tokens", "100")
    assert code == 3 and out == "" and server.calls == 0


def test_the_saved_diagnosis_is_what_is_asked_about(run_cli: RunCli, own_home: Path) -> None:
    code, out, _ = run_cli("diagnose", HYPERAGENT, "--json", "--offline")
    document = json.loads(out)
    document["findings"][0]["title"] = "The saved title of a person."
    from mast_tui.state.store import open_store

    store = open_store(own_home)
    store.keep_diagnosis(document["trace"]["sha256"], "offline", document)
    store.close()
    code, out, _ = run_cli("ask", HYPERAGENT, "why did it fail?", "--offline")
    assert code == 0 and "The saved title of a person." in out


def test_turns_are_kept_and_go_into_reports_on_demand(run_cli: RunCli, own_home: Path, tmp_path: Path) -> None:
    trace = tmp_path / "run.log"
    trace.write_bytes(HYPERAGENT.read_bytes())
    for question in ("why did it fail?", 'where did "week_view" first appear?'):
        assert run_cli("ask", trace, question, "--offline")[0] == 0
    names = ["r.md", "r.html", "r.json", "r.sarif"]
    words = [word for name in names for word in ("-o", tmp_path / name)]
    code, _, err = run_cli("diagnose", trace, "--offline", "--chat", *words)
    assert code == 0 and "left out of r.json and r.sarif" in err
    for name in names[:2]:
        text = (tmp_path / name).read_text("utf-8")
        assert text.count("why did it fail?") == 1 and text.count("first appear?") == 1
        assert "citations found in the trace" in text
    assert "first appear" not in (tmp_path / "r.json").read_text("utf-8")
    code, _, _ = run_cli("report", tmp_path / "r.json", "--chat", "-o", tmp_path / "again.md")
    assert code == 0 and (tmp_path / "again.md").read_bytes() == (tmp_path / "r.md").read_bytes()
    assert run_cli("report", tmp_path / "r.json", "-o", tmp_path / "bare.md")[0] == 0
    assert "Questions and answers" not in (tmp_path / "bare.md").read_text("utf-8")
    assert run_cli("forget", trace)[0] == 0
    code, _, err = run_cli("report", tmp_path / "r.json", "--chat", "-o", tmp_path / "gone.md")
    assert code == 0 and "No question is saved" in err


def test_the_diagnosis_that_a_question_needs_is_made_once(run_cli: RunCli, own_home: Path, tmp_path: Path) -> None:
    trace = tmp_path / "run.log"
    trace.write_bytes(HYPERAGENT.read_bytes())
    assert run_cli("ask", trace, "why did it fail?", "--offline")[0] == 0
    with closing(sqlite3.connect(own_home / "memory.sqlite")) as db, db:
        made = db.execute("SELECT made FROM diagnoses").fetchall()
    assert len(made) == 1
    assert run_cli("ask", trace, "what would fix it?", "--offline")[0] == 0
    with closing(sqlite3.connect(own_home / "memory.sqlite")) as db, db:
        assert db.execute("SELECT made FROM diagnoses").fetchall() == made
