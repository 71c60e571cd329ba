"""Hints are few and ranked, each with a question; a run with no finding has places to read first."""

from pathlib import Path

import pytest

from agent.analyst.offline import OfflineAnalyst
from agent.graph.diagnose import diagnose
from agent.graph.progress import Done
from agent.report.kinds import Content
from agent.report.markdown import report
from agent.report.plain_text import summary
from agent.signals.detection import detect
from agent.signals.look_here import MOST, QUESTIONS, look_here, question_of
from agent.signals.registry import DETECTORS
from agent.signals.signal import Mark, Signal, Tier
from agent.trace.event import Kind
from tests.agent.signals.stage import Step, call, played, result, say, task

RUN = (
    task("How many boats lie in the harbour?"),
    *(call("lead", "count", '{"pier": 1}'), result("Error: no such pier", status="error")) * 2,
    call("lead", "count", '{"pier": "north"}'),
    result("12"),
    *[say("lead", "I count the boats at the north pier once again.")] * 3,
    *[say("lead", "Next speaker: lead")] * 4,
    result("Ran 2 tests in 0.1s\n\nOK", tool="run_tests"),
    Step(Kind.ANSWER, "lead", "There are 12 boats."),
)  # fmt: skip


def hint(detector: str, event: int, actor: str = "lead", tier: Tier = "hint") -> Signal:
    return Signal(detector, "FM-3.1", tier, detector, "why", actor, (Mark(event, "words"),))


def test_a_run_with_no_finding_has_an_answer_an_error_a_repetition_and_a_test_to_read(tmp_path: Path) -> None:
    trace = played(tmp_path, RUN)
    looks = detect(trace).looks
    trace.close()
    assert [(look.title, look.mark.event) for look in looks] == [
        ("The answer of the run", 16),
        ("The last error", 5),
        ("What was done most often in the same words: 3 times", 10),
        ("The last test", 15),
    ]
    assert all(look.question.endswith("?") for look in looks)


async def test_they_stand_first_in_its_report_with_their_questions(tmp_path: Path) -> None:
    trace = played(tmp_path, RUN)
    diagnosis = [step async for step in diagnose(trace, OfflineAnalyst()) if isinstance(step, Done)][-1].diagnosis
    trace.close()
    assert diagnosis is not None and not diagnosis.findings
    assert [one.mode for one in diagnosis.hints[:4]] == [""] * 4 and len(diagnosis.hints) <= MOST
    for text in (summary(diagnosis), report(Content(diagnosis))):
        assert "The last error" in text and "Did anything after it take it back?" in text


def test_hints_are_ranked_one_for_each_idea_and_actor_and_seven_at_most() -> None:
    many = [hint("no_check", 1), *(hint("private_fix", n) for n in range(2, 12)), hint("cut_off", 30)]
    assert [(one.detector, one.acts[0].event) for one in look_here(many)] == [
        ("cut_off", 30), ("private_fix", 2), ("no_check", 1),
    ]  # fmt: skip
    assert len(look_here(hint("private_fix", n, f"a{n}") for n in range(1, 20))) == MOST
    assert not look_here([hint("near_duplicate", 1, tier="fact")])


@pytest.mark.parametrize("name", [one.name for one in DETECTORS if one.tier == "hint"])
def test_every_hint_raises_a_question_of_its_own(name: str) -> None:
    assert question_of(hint(name, 1)) == QUESTIONS[name]
