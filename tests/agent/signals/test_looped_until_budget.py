from pathlib import Path

import pytest

from agent.signals.detectors.looped_until_budget import LoopedUntilBudget
from agent.trace.event import Kind
from tests.agent.signals.stage import Step, call, note, result, say, task, watch

AROUND = (call("worker", "browser", '{"action": "click", "index": 4}'), result("Clicked"))
SCROLL = (call("worker", "browser", '{"action": "scroll_down"}'), result("Scrolled down"))
STOP = "Operation terminated due to timeout. Please try a simpler request."


def on(n: int) -> Step:
    return say("worker", f"Now part {n} is done: " + " ".join(f"word{n}x{m}" for m in range(30)))


@pytest.mark.parametrize("words", [STOP, "Terminated: Reached max steps (20)", "The step limit of 30 was reached."])
def test_circling_until_a_limit_is_a_fact(tmp_path: Path, words: str) -> None:
    (signal,) = watch(LoopedUntilBudget, tmp_path, task("Find it."), *AROUND * 6, note(words))
    assert signal.severity == "fatal"
    assert [mark.event for mark in signal.references] == [2]
    assert words in signal.acts[1].quote


def test_a_limit_known_only_by_its_status_counts_as_well(tmp_path: Path) -> None:
    assert watch(LoopedUntilBudget, tmp_path, task("Find it."), *AROUND * 6, note("over", status="timeout"))


def test_a_limit_that_ends_a_run_which_was_getting_on_is_another_matter(tmp_path: Path) -> None:
    assert not watch(LoopedUntilBudget, tmp_path, task("Find it."), *(on(n) for n in range(12)), note(STOP))


def test_a_tool_that_timed_out_inside_a_run_ends_nothing(tmp_path: Path) -> None:
    inside = (call("worker", "shell", "make"), result("The operation timed out."))
    assert not watch(LoopedUntilBudget, tmp_path, *AROUND * 6, *inside, *(on(n) for n in range(12)))


def test_scrolling_and_the_ends_of_steps_are_no_circling(tmp_path: Path) -> None:
    ended = (call("worker", "terminate", '{"status": "success"}'), note("Marked step 1 as completed in plan p"))
    assert not watch(LoopedUntilBudget, tmp_path, task("Find it."), *SCROLL * 6, *ended * 6, note(STOP))


def test_a_limit_that_is_printed_after_the_answer_ended_nothing(tmp_path: Path) -> None:
    answer = Step(Kind.ANSWER, "worker", "It is 12.")
    assert not watch(LoopedUntilBudget, tmp_path, task("Find it."), *AROUND * 6, answer, note(STOP))


def test_agents_and_prompts_may_speak_of_limits(tmp_path: Path) -> None:
    assert not watch(LoopedUntilBudget, tmp_path, *AROUND * 6, say("worker", STOP))
