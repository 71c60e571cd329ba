from pathlib import Path

from agent.signals.detectors.missing_payload import MissingPayload
from agent.trace.event import Kind
from tests.agent.signals.stage import Step, result, say, task, watch

CODE = say("coder", "Here is the script:\n```python\nprint(sum(range(10)))\n```")
ASK = Step(Kind.HANDOFF, "lead", "Please run the script that was provided.", to=("terminal",))
NOTHING = Step(Kind.SAY, "terminal", "No code blocks found in the thread. Please send one.")


def test_a_request_without_the_code_that_stands_elsewhere_is_a_fact(tmp_path: Path) -> None:
    other = say("lead", "Let us look at the page first.")
    (signal,) = watch(MissingPayload, tmp_path, task("Add up."), CODE, other, ASK, NOTHING)
    assert signal.actor == "lead"
    assert [mark.event for mark in signal.acts] == [4]
    assert [mark.event for mark in signal.references] == [5, 2]
    assert signal.references[1].quote == "print(sum(range(10)))"
    assert signal.search is not None and signal.search.lines == (7, 7)


def test_an_executor_that_is_only_given_the_floor_was_asked_for_nothing(tmp_path: Path) -> None:
    done = say("lead", "We all agree, thank you.")
    assert not watch(MissingPayload, tmp_path, task("Add up."), CODE, done, NOTHING)


def test_code_that_nobody_wrote_cannot_be_withheld(tmp_path: Path) -> None:
    assert not watch(MissingPayload, tmp_path, task("Add up."), ASK, NOTHING)


def test_a_request_that_carries_the_code_is_complete(tmp_path: Path) -> None:
    full = Step(Kind.HANDOFF, "lead", "Run this code:\n```python\nprint(1)\n```", to=("terminal",))
    assert not watch(MissingPayload, tmp_path, task("Add up."), CODE, full, result("1"), NOTHING)
