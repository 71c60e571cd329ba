from pathlib import Path

from agent.signals.detection import whole_trace
from agent.signals.detector import WholeTrace
from agent.signals.readings.outcome_facts import OutcomeFact, OutcomeFacts
from agent.trace.event import Kind
from agent.trace.formats.base.format import Reading
from agent.trace.source import Source
from agent.trace.trace import Trace
from tests.agent.signals.stage import Script, Step, call, note, result, say, task


def facts(tmp_path: Path, *steps: Step) -> dict[str, OutcomeFact]:
    path = tmp_path / "run.log"
    path.write_bytes(b"".join(step.text.encode() + b"\n" for step in steps))
    trace = Trace(Source.open(path), Script(steps, Reading()), "told by a test").read()
    whole: WholeTrace = whole_trace(trace)
    seen = OutcomeFacts()
    for event in trace.events:
        seen.see(event, trace.text(event))
    found = seen.facts(whole)
    for fact in found:
        assert fact.mark is None or fact.mark.quote in whole.text(fact.mark.event)
    trace.close()
    return {fact.what: fact for fact in found}


def test_a_limit_and_no_answer(tmp_path: Path) -> None:
    found = facts(
        tmp_path, task("Find it."), say("lead", "I look."), note("terminated due to timeout", status="timeout")
    )
    assert set(found) == {"limit_reached", "no_answer"} and found["limit_reached"].points == "failure"


def test_an_end_declared_as_failed(tmp_path: Path) -> None:
    found = facts(tmp_path, task("Do it."), call("lead", "terminate", '{"status": "failure"}'), result("ended"))
    assert found["ended_as_failed"].lines == (2, 2)


def test_saying_done_points_nowhere(tmp_path: Path) -> None:
    found = facts(tmp_path, task("Do it."), call("lead", "terminate", '{"status": "success"}'))
    assert found["ended_as_done"].points == "neither"


def test_the_last_test_counts(tmp_path: Path) -> None:
    bad = result("FAILED (failures=1)", tool="run_tests", status="error")
    good = result("Ran 3 tests in 0.1s\n\nOK", tool="run_tests")
    assert "test_failed" in facts(tmp_path, task("Fix it."), good, bad)
    assert "test_passed" in facts(tmp_path, task("Fix it."), bad, good)


def test_an_apology_and_an_answer(tmp_path: Path) -> None:
    sorry = Step(Kind.ANSWER, "lead", "I'm sorry, I found nothing.")
    assert {"apology", "answer_given"} <= set(facts(tmp_path, task("Find it."), sorry))


def test_an_evaluation_is_never_looked_at(tmp_path: Path) -> None:
    verdict = Step(Kind.EVALUATION, None, '{"success": false} complete_task(status="fail")')
    assert set(facts(tmp_path, task("Find it."), say("lead", "It is 7."), verdict)) == {"no_answer"}
