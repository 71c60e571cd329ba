from pathlib import Path

import pytest

from agent.signals.detectors.rejected_format import RejectedFormat
from agent.trace.event import Kind
from tests.agent.signals.stage import Step, call, result, say, task, watch


@pytest.mark.parametrize(
    "words",
    [
        "Only one call to send_message is allowed per code block.",
        "Error in code parsing:\nYour code snippet is invalid.",
        "Could not parse LLM output: I think it is 12",
        "Invalid Format: Missing 'Action:' after 'Thought:'",
        "The response does not match the required schema.",
    ],
)
def test_an_output_refused_for_its_form_is_a_fact(tmp_path: Path, words: str) -> None:
    (signal,) = watch(RejectedFormat, tmp_path, task("Find it."), say("worker", "I think it is 12."), result(words))
    assert signal.acts[0].event == 2
    assert signal.references[0].event == 3
    assert signal.severity == "recovered"


def test_several_refusals_are_one_matter(tmp_path: Path) -> None:
    once = (say("worker", "I think it is 12."), result("No code block found."))
    (signal,) = watch(RejectedFormat, tmp_path, *once * 3)
    assert len(signal.occurrences) == 3


@pytest.mark.parametrize(
    "words",
    [
        "ModuleNotFoundError: No module named 'pygame'",
        "ValueError: time data '3' does not match format '%Y'",
        "json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)",
        "3 failed, 2 passed",
    ],
)
def test_failing_programs_and_bad_data_are_no_breach_of_form(tmp_path: Path, words: str) -> None:
    assert not watch(RejectedFormat, tmp_path, call("worker", "python", "run()"), result(words))


def test_prompts_and_agents_may_state_the_form(tmp_path: Path) -> None:
    rule = "Only one call to send_message is allowed per code block."
    assert not watch(RejectedFormat, tmp_path, Step(Kind.SYSTEM, "framework", rule), say("worker", rule), task(rule))


def test_an_order_with_nothing_to_execute_is_another_matter(tmp_path: Path) -> None:
    order = Step(Kind.HANDOFF, "planner", "Please install it.", to=("terminal",))
    assert not watch(RejectedFormat, tmp_path, order, result("No code blocks found in the thread."))
