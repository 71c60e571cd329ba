from pathlib import Path

from agent.signals.detectors.pending_request import PendingRequest
from agent.trace.event import Kind
from tests.agent.signals.stage import Step, call, note, result, say, task, watch

ORDER = Step(Kind.HANDOFF, "planner", "Subgoal: run the tests and report the output.", to=("executor",))
REPORT = Step(Kind.HANDOFF, "executor", "All tests pass.", to=("planner",))
START = (task("Fix it."), say("planner", "First we look."))


def test_a_handoff_that_nobody_answers_is_a_fact(tmp_path: Path) -> None:
    (signal,) = watch(PendingRequest, tmp_path, *START, ORDER)
    assert signal.actor == "planner" and signal.topic == "request to executor"
    assert signal.search is not None and signal.search.expected_at == 3


def test_a_call_without_a_result_may_be_where_a_cap_on_rounds_fell(tmp_path: Path) -> None:
    assert not watch(PendingRequest, tmp_path, *START, call("planner", "bash", "make test"))


def test_an_answered_request_is_closed(tmp_path: Path) -> None:
    assert not watch(PendingRequest, tmp_path, *START, ORDER, REPORT, say("planner", "Then it is fixed."))
    assert not watch(PendingRequest, tmp_path, *START, call("planner", "bash", "make"), result("ok"))


def test_a_limit_from_outside_explains_the_end(tmp_path: Path) -> None:
    limit = note("Operation terminated due to timeout.", status="timeout")
    assert not watch(PendingRequest, tmp_path, *START, ORDER, limit)


def test_closing_words_are_no_request(tmp_path: Path) -> None:
    bye = Step(Kind.HANDOFF, "planner", "Please confirm. The task is complete. TERMINATE", to=("executor",))
    assert not watch(PendingRequest, tmp_path, *START, bye)
    assert not watch(PendingRequest, tmp_path, *START, say("planner", "Let me know if you need more."))


def test_an_answer_that_nobody_takes_up_is_no_request(tmp_path: Path) -> None:
    (signal,) = watch(PendingRequest, tmp_path, *START, ORDER, REPORT)
    assert signal.title == "The run ends on what executor reports to planner, with no answer to the task"
    assert "answers planner" in signal.why
