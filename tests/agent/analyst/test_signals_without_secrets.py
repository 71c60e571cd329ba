"""Secrets stay here also where a model quotes them wrongly, and where detectors name what a trace is about."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agent.analyst.case import Case
from agent.analyst.signals_without_secrets import without_secrets
from agent.redaction.redact import Redactor
from agent.signals.detection import Detection
from agent.signals.signal import Mark, Signal
from mast_tui.cli import main
from tests.agent.analyst.stage import case_of
from tests.agent.model.judge import finding, judgement, question_of, replies
from tests.agent.model.server import Body, Step, serve

SECRET = "ghp_aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6"
LOG = f"""2026-03-01 10:00:00 INFO planner: Task: push with {SECRET} at once
2026-03-01 10:00:01 INFO coder: token {SECRET} is used here now
2026-03-01 10:00:02 INFO tester: looks good to me
2026-03-01 10:00:03 INFO planner: all done
"""


def kept_in(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def test_a_secret_in_words_that_are_not_in_the_trace_is_neither_sent_back_nor_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    trace, home = tmp_path / "run.log", tmp_path / "home"
    trace.write_text(LOG)
    monkeypatch.setenv("MAST_TUI_HOME", str(home))

    def script(body: Body, number: int) -> Step:
        if question_of(body) != "judge_FC1":
            return Step(replies({})(body))
        text = body["messages"][1]["content"]
        shown = text[text.index("<SECRET:github#") :].split(">")[0] + ">"
        wrong = finding(f"2 the coder hands {shown} to strangers", f"1 nobody was told of {shown} before")
        return Step(json.dumps(judgement("FC1", {"FM-1.1": wrong})))

    with serve(script) as server:
        main(["diagnose", str(trace), "--json", "--yes", "--model", "stub", "--base-url", server.url])
        sent = json.dumps(server.requests)
    out = capsys.readouterr().out
    document: dict[str, Any] = json.loads(out)
    claimed = [one["claimed"] for one in document["audit"]["dropped_quotes"]]
    assert len(claimed) == 2
    assert all("<SECRET:github#" in words for words in claimed)
    assert "these words are not in the trace" in sent
    assert SECRET not in sent
    assert SECRET not in out
    assert SECRET.encode() not in kept_in(home)


def signal_of(**words: str) -> Signal:
    marks = (Mark(2, f"token {SECRET}"),)
    plain = Signal("d", "FM-1.3", "fact", "It is done twice", "L2 is L1 again.", "coder", marks)
    return replace(plain, **words)  # type: ignore[arg-type]


@pytest.mark.parametrize("words", [SECRET, SECRET.lower(), SECRET.upper(), SECRET[:17], f"{SECRET[:20]} twice"])
@pytest.mark.parametrize("field", ["title", "why", "topic"])
def test_no_signal_names_a_secret_whole_small_or_cut(words: str, field: str, tmp_path: Path) -> None:
    trace = case_of(tmp_path, LOG).trace
    redactor = Redactor(b"s")
    seen = Detection((signal_of(**{field: f"push of {words}"}),), {})
    (told,) = without_secrets(seen, lambda number: trace.text(trace.events[number]), redactor.redact).signals
    said = getattr(told, field)
    assert words[:12].lower() not in said.lower()
    assert said.startswith("push of <SECRET:")
    assert told.acts == signal_of().acts


def test_a_quote_that_begins_inside_a_secret_shows_none_of_it(tmp_path: Path) -> None:
    case = Case(case_of(tmp_path, LOG).trace, redactor=Redactor(b"s"))
    event = case.trace.events[2]
    at = case.trace.text(event).index(SECRET)
    shown = case.shown(event.number, at + 8, at + len(SECRET) + 5)
    assert SECRET[8:20] not in shown
    assert shown.startswith("<SECRET:github#")
