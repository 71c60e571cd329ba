from pathlib import Path

import pytest

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
    listed = seen.facts(whole)
    for fact in listed:
        assert fact.mark is None or fact.mark.quote in whole.text(fact.mark.event)
    trace.close()
    return {fact.what: fact for fact in listed}


def test_a_limit_and_no_answer(tmp_path: Path) -> None:
    by_name = facts(
        tmp_path, task("Find it."), say("lead", "I look."), note("terminated due to timeout", status="timeout")
    )
    assert set(by_name) == {"limit_reached", "no_answer"} and by_name["limit_reached"].points == "failure"


def test_an_end_declared_as_failed(tmp_path: Path) -> None:
    by_name = facts(tmp_path, task("Do it."), call("lead", "terminate", '{"status": "failure"}'), result("ended"))
    assert by_name["ended_as_failed"].lines == (2, 2)


def test_saying_done_points_nowhere(tmp_path: Path) -> None:
    by_name = facts(tmp_path, task("Do it."), call("lead", "terminate", '{"status": "success"}'))
    assert by_name["ended_as_done"].points == "neither"


def test_the_last_test_counts(tmp_path: Path) -> None:
    bad = result("FAILED (failures=1)", tool="run_tests", status="error")
    good = result("Ran 3 tests in 0.1s\n\nOK", tool="run_tests")
    assert "test_failed" in facts(tmp_path, task("Fix it."), good, bad)
    assert "test_passed" in facts(tmp_path, task("Fix it."), bad, good)


SMOKE = result(
    "The software run successfully without errors.\npygame 2.1.0, hello from the community", tool="run_tests"
)
PASSED = result("pygame 2.1.0, hello from the community\nRan 3 tests in 0.1s\n\nOK", tool="run_tests")


def test_a_program_that_was_only_started_is_no_test(tmp_path: Path) -> None:
    assert "test_passed" not in facts(tmp_path, task("Build it."), SMOKE)


def test_tests_that_passed_are_quoted_where_they_say_so(tmp_path: Path) -> None:
    passed = facts(tmp_path, task("Build it."), PASSED)["test_passed"]
    assert passed.points == "success" and passed.mark is not None and passed.mark.quote == "Ran 3 tests in 0.1s"


@pytest.mark.parametrize(
    "later",
    [
        Step(Kind.ERROR, None, "API Error: 529 overloaded"),
        say("lead", "API Error: Connection error."),
        result("no such file", tool="copy", status="error"),
        call("lead", "edit_file", "app.py: another way"),
    ],
)
def test_tests_that_passed_before_something_failed_or_changed_prove_nothing(later: Step, tmp_path: Path) -> None:
    assert facts(tmp_path, task("Build it."), PASSED, later)["test_passed"].points == "neither"


def test_a_run_that_ends_in_an_error_says_so(tmp_path: Path) -> None:
    error = Step(Kind.ERROR, None, "API Error: 529 overloaded")
    assert facts(tmp_path, task("Build it."), say("lead", "I begin."), error)["ended_in_error"].points == "failure"


def test_the_end_of_a_step_of_a_plan_is_no_end_of_the_run(tmp_path: Path) -> None:
    ended = (call("lead", "terminate", '{"status": "failure"}'), note("Marked step 1 as completed in plan p"))
    assert "ended_as_failed" not in facts(tmp_path, task("Do it."), *ended, say("lead", "The plan is complete."))


def test_an_apology_and_an_answer(tmp_path: Path) -> None:
    sorry = Step(Kind.ANSWER, "lead", "I'm sorry, I found nothing.")
    assert {"apology", "answer_given"} <= set(facts(tmp_path, task("Find it."), sorry))


@pytest.mark.parametrize(
    "words",
    [
        "I'm sorry for any misunderstanding, but the answer stays 20.",
        "I am sorry, but there seems to be a mix-up. Our final answer is 4.",
        "I apologize for the confusion; it has already been solved.",
    ],
)
def test_sorry_beside_an_answer_is_no_failure(words: str, tmp_path: Path) -> None:
    assert "apology" not in facts(tmp_path, task("Find it."), say("solver", words))


def test_an_evaluation_is_never_looked_at(tmp_path: Path) -> None:
    verdict = Step(Kind.EVALUATION, None, '{"success": false} complete_task(status="fail")')
    assert set(facts(tmp_path, task("Find it."), say("lead", "It is 7."), verdict)) == {"no_answer"}
