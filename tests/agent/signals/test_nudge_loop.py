from pathlib import Path

from agent.signals.detectors.nudge_loop import NudgeLoop
from agent.trace.event import Kind
from tests.agent.signals.stage import Step, call, result, say, task, watch

PUSH = Step(Kind.SYSTEM, "proxy", "Continue. Please keep solving the problem until you need to query.")
STUCK = "I cannot solve this, there is not enough information about the price."
DONE = "The problem has already been solved; the answer is 12."


def test_pushes_that_ignore_what_the_replies_say_are_a_fact(tmp_path: Path) -> None:
    (signal,) = watch(
        NudgeLoop, tmp_path, task("What does it cost?"), say("solver", STUCK), PUSH, say("solver", STUCK + " Really."),
        PUSH, say("solver", DONE), PUSH,
    )  # fmt: skip
    assert signal.actor == "proxy"
    assert [mark.event for mark in signal.acts] == [5]
    assert [mark.event for mark in signal.references] == [2]
    assert len(signal.occurrences) == 3


def test_pushes_followed_by_work_are_what_pushes_are_for(tmp_path: Path) -> None:
    work = (say("solver", STUCK), PUSH, call("solver", "python", "print(3 * 4)"), result("12"))
    assert not watch(NudgeLoop, tmp_path, task("Count."), *work, *work, *work)


def test_one_push_after_a_refusal_is_patience(tmp_path: Path) -> None:
    assert not watch(NudgeLoop, tmp_path, task("Count."), say("solver", STUCK), PUSH, say("solver", "I see: 12."), PUSH)


def test_a_push_that_the_log_prints_again_counts_once(tmp_path: Path) -> None:
    again = Step(Kind.SYSTEM, "proxy", PUSH.text, repeats=3)
    assert not watch(NudgeLoop, tmp_path, task("Count."), say("solver", STUCK), PUSH, again, again)


def test_notes_of_a_framework_beside_one_actor_are_no_pushes(tmp_path: Path) -> None:
    line = Step(Kind.NOTE, "solver", "solver selected 0 tools to use")
    assert not watch(NudgeLoop, tmp_path, *[say("solver", STUCK), line] * 6)


def test_pushing_one_that_is_done_costs_turns_and_pushing_one_that_is_stuck_the_result(tmp_path: Path) -> None:
    for reply, severity in ((DONE, "minor"), (STUCK, "major")):
        steps = [step for n in range(7) for step in (say("solver", f"{reply} ({n})"), PUSH)]
        (signal,) = watch(NudgeLoop, tmp_path, task("What does it cost?"), *steps)
        assert signal.severity == severity
