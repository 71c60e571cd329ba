"""The three hints about checks that did not take place."""

from pathlib import Path

from agent.signals.detectors.edit_not_tested import EditNotTested
from agent.signals.detectors.never_executed import NeverExecuted
from agent.signals.detectors.no_check import NoCheck
from agent.trace.event import Kind
from agent.trace.formats.base.format import Reading
from tests.agent.signals.stage import Step, call, result, say, task, watch

BUILD = task("Write a python program that plays Gomoku.")
LINES = "\n".join(f"    board[{n}] = '.'" for n in range(20))
CODE = say("coder", f"main.py\n```python\ndef play(board):\n{LINES}\n```")
EDIT = call("editor", "edit_file", "a.py: x = 1")
TEST = call("runner", "bash", "pytest -q tests")
PASSED = result("==== 3 passed in 0.1s ====", tool="bash")


def test_code_that_never_ran_is_a_hint(tmp_path: Path) -> None:
    (signal,) = watch(NeverExecuted, tmp_path, BUILD, CODE, say("lead", "Done."))
    assert signal.search is not None and signal.search.lines[0] == 1


def test_one_run_is_enough(tmp_path: Path) -> None:
    assert not watch(NeverExecuted, tmp_path, BUILD, CODE, result("exitcode: 0 (ok)\nCode output: .", tool="python"))


def test_where_code_cannot_run_or_results_are_not_recorded_absence_proves_nothing(tmp_path: Path) -> None:
    for reading in (Reading(executes_code=False), Reading(records_tool_results=False)):
        assert not watch(NeverExecuted, tmp_path, BUILD, CODE, reading=reading)


def test_code_that_illustrates_an_answer_was_not_asked_for(tmp_path: Path) -> None:
    assert not watch(NeverExecuted, tmp_path, task("Which board is larger?"), CODE)


def test_an_edit_without_a_later_run_is_a_hint(tmp_path: Path) -> None:
    (signal,) = watch(EditNotTested, tmp_path, task("Fix it."), TEST, PASSED, EDIT, say("lead", "It is fixed."))
    assert signal.acts[0].event == 4


def test_an_edit_with_a_later_run_was_tested(tmp_path: Path) -> None:
    assert not watch(EditNotTested, tmp_path, task("Fix it."), EDIT, EDIT, TEST, PASSED)
    silent = Reading(records_tool_results=False)
    assert not watch(EditNotTested, tmp_path, task("Fix it."), EDIT, TEST, reading=silent)
    assert not watch(EditNotTested, tmp_path, task("Fix it."), EDIT, reading=Reading(executes_code=False))


def test_code_that_tries_the_change_is_a_check(tmp_path: Path) -> None:
    silent = Reading(records_tool_results=False)
    attempt = call("runner", "python", "from a import x; assert x == 1")
    assert not watch(EditNotTested, tmp_path, task("Fix it."), EDIT, attempt, reading=silent)


def test_an_editor_that_shows_a_file_changes_nothing(tmp_path: Path) -> None:
    look = call("editor", "str_replace_editor", '{"command": "view", "path": "a.py"}')
    assert not watch(EditNotTested, tmp_path, task("Fix it."), look, say("lead", "I see."))


def test_a_tool_is_an_editor_by_the_words_of_its_name(tmp_path: Path) -> None:
    for tool in ("list_credits", "accounts.credit", "show_edits", "apply_coupon", "insert_row"):
        assert not watch(EditNotTested, tmp_path, task("Fix it."), call("clerk", tool, "x"), say("lead", "I see."))
    for tool in ("edit_file", "MultiEdit", "str_replace_editor", "applyPatch", "write", "fs_write", "replace_in_file"):
        assert watch(EditNotTested, tmp_path, task("Fix it."), call("clerk", tool, "x"), say("lead", "I see."))


def test_an_answer_without_a_word_of_checking_is_a_hint(tmp_path: Path) -> None:
    answer = Step(Kind.ANSWER, "lead", "FINAL ANSWER: 12")
    assert watch(NoCheck, tmp_path, task("How many?"), say("lead", "I count them."), answer)
    assert not watch(NoCheck, tmp_path, task("How many?"), say("lead", "I verify the sum."), answer)


def test_a_manual_with_fences_inside_is_no_code(tmp_path: Path) -> None:
    manual = say("writer", "```markdown\n# Use\n```python\n" + LINES + "\n```\nEnjoy.\n```")
    assert not watch(NeverExecuted, tmp_path, BUILD, manual)


def test_words_of_checking_in_the_task_are_no_check(tmp_path: Path) -> None:
    answer = Step(Kind.ANSWER, "lead", "FINAL ANSWER: 12")
    assert watch(NoCheck, tmp_path, task("How many? Verify your answer."), say("lead", "I count them."), answer)
