"""The two facts about a run that failed and was passed over, and the families that are none."""

from pathlib import Path

import pytest

from agent.signals.detectors.answer_after_failed_run import AnswerAfterFailedRun
from agent.signals.detectors.failing_test_shipped import FailingTestShipped
from agent.trace.event import Kind
from tests.agent.signals.stage import Step, call, note, result, say, task, watch

TRACE = 'Traceback (most recent call last):\n  File "main.py", line 6\n    play()\nIndexError: out of range'
LACKING = TRACE.replace("IndexError: out of range", "ModuleNotFoundError: No module named 'pygame'")
OWN = TRACE.replace("IndexError: out of range", "ModuleNotFoundError: No module named 'gameover'")
PASSED = "The software run successfully without errors."
MANUAL = say("writer", "# Manual\nStart it with python main.py and enjoy the game.")
BUILD = task("Write a game.")
CODE = say("coder", "gameover.py\n```python\nclass GameOver:\n    pass\n```")


def report(text: str, status: str | None = None) -> Step:
    return Step(Kind.RESULT, "environment", text, title="Test Reports", status=status)


def answer(text: str) -> Step:
    return Step(Kind.ANSWER, "lead", text)


@pytest.mark.parametrize("output", [TRACE, OWN])
def test_shipping_with_a_failing_test_is_a_fact(tmp_path: Path, output: str) -> None:
    (signal,) = watch(FailingTestShipped, tmp_path, BUILD, CODE, report(output), MANUAL)
    assert signal.acts[0].event == 4
    assert signal.references[0].quote == output.split("\n")[-1]


def test_a_missing_dependency_is_not_a_failing_test(tmp_path: Path) -> None:
    assert not watch(FailingTestShipped, tmp_path, BUILD, CODE, report(LACKING), MANUAL)
    program = TRACE.replace(
        "IndexError: out of range", "FileNotFoundError: [Errno 2] No such file or directory: 'Xvfb'"
    )
    assert not watch(FailingTestShipped, tmp_path, BUILD, CODE, report(program), MANUAL)
    data = TRACE.replace("IndexError: out of range", "FileNotFoundError: No such file or directory: 'data.csv'")
    assert watch(FailingTestShipped, tmp_path, BUILD, CODE, report(data), MANUAL)


def test_a_failure_that_a_later_run_takes_back_is_none(tmp_path: Path) -> None:
    assert not watch(FailingTestShipped, tmp_path, BUILD, report(TRACE), CODE, report(PASSED), MANUAL)


def test_a_test_that_fails_at_the_very_end_was_not_shipped(tmp_path: Path) -> None:
    assert not watch(FailingTestShipped, tmp_path, BUILD, CODE, report(TRACE))
    limit = note("Operation terminated due to timeout.", status="timeout")
    assert not watch(FailingTestShipped, tmp_path, BUILD, report(TRACE), say("coder", "I fix it."), limit)


def ran(text: str, status: str | None = None) -> Step:
    return result(text, tool="python", status=status)


def test_an_answer_by_a_failed_run_is_a_fact(tmp_path: Path) -> None:
    steps = (task("How many?"), call("lead", "python", "count()"), ran("exitcode: 1 (failed)\nCode output: " + TRACE))
    (signal,) = watch(AnswerAfterFailedRun, tmp_path, *steps, answer("FINAL ANSWER: 20"))
    assert signal.references[0].quote == "IndexError: out of range"


def test_a_good_result_in_between_takes_it_back(tmp_path: Path) -> None:
    for good in (ran("exitcode: 0 (ok)\nCode output: 20"), result("The page says 20.", tool="browser")):
        assert not watch(
            AnswerAfterFailedRun, tmp_path, task("How many?"), ran(TRACE), good, answer("FINAL ANSWER: 20")
        )


def test_a_command_that_ends_with_1_and_breaks_nothing_is_no_failed_run(tmp_path: Path) -> None:
    clean = ran("Exit code 1\nOn branch main\nnothing to commit, working tree clean")
    assert not watch(AnswerAfterFailedRun, tmp_path, BUILD, clean, answer("The task is complete: it was committed."))


def test_an_answer_that_admits_the_failure_hides_nothing(tmp_path: Path) -> None:
    admits = answer("Unfortunately the script failed, so I cannot give a number.")
    assert not watch(AnswerAfterFailedRun, tmp_path, task("How many?"), ran(TRACE), admits)


def test_output_with_results_beside_the_error_is_something_to_go_by(tmp_path: Path) -> None:
    useful = ran(TRACE + "\nSearch result 1: " + "the page lists twenty entries. " * 10)
    assert not watch(AnswerAfterFailedRun, tmp_path, task("How many?"), useful, answer("FINAL ANSWER: 20"))


def test_new_code_that_never_ran_is_no_way_out(tmp_path: Path) -> None:
    page = result("The page says that a list can be had.", tool="browser")
    code = call("lead", "python", "Now this should work:\n```python\ncount()\n```")
    assert watch(AnswerAfterFailedRun, tmp_path, task("How many?"), ran(TRACE), page, code, answer("FINAL ANSWER: 20"))


def test_a_missing_package_says_nothing_about_the_work(tmp_path: Path) -> None:
    assert not watch(AnswerAfterFailedRun, tmp_path, task("How many?"), ran(LACKING), answer("FINAL ANSWER: 20"))


def test_an_echo_of_the_output_by_an_agent_is_no_run(tmp_path: Path) -> None:
    echo = say("surfer", "The following text is visible in the viewport:\n" + TRACE)
    assert not watch(AnswerAfterFailedRun, tmp_path, task("How many?"), echo, answer("FINAL ANSWER: 20"))


def test_a_page_that_shows_a_traceback_is_no_run(tmp_path: Path) -> None:
    page = result("Address: https://example.org/bug\nA report.\n" + TRACE, tool="web_search")
    assert not watch(AnswerAfterFailedRun, tmp_path, task("How many?"), page, answer("FINAL ANSWER: 20"))
