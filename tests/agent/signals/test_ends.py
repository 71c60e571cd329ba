"""The two hints about how a run ends: cut off by a limit, or on a review that stays open."""

from pathlib import Path

from agent.signals.detectors.cut_off import CutOff
from agent.signals.detectors.open_review import OpenReview
from agent.trace.event import Kind
from agent.trace.formats.base.format import Reading
from tests.agent.signals.stage import Step, call, note, say, task, watch

LIMIT = note("Operation terminated due to timeout.", status="timeout")
WORK = say("tester", "def test_zero():\n    assert f(0) == 0")
REVIEW = say("reviewer", "The tests do not cover negative numbers, which should fail; that is an issue.")


def test_a_limit_before_any_answer_is_a_hint(tmp_path: Path) -> None:
    (signal,) = watch(CutOff, tmp_path, task("Find it."), say("lead", "I look."), LIMIT)
    assert signal.acts[0].event == 3 and signal.references[0].event == 2


def test_a_message_that_breaks_off_inside_code_is_a_hint(tmp_path: Path) -> None:
    assert watch(CutOff, tmp_path, task("Write it."), say("lead", "Here:\n```python\nprint(1)"))
    assert not watch(CutOff, tmp_path, task("Write it."), say("lead", "Here:\n```python\nprint(1)\n```"))


def test_a_limit_that_is_only_talked_about_is_none(tmp_path: Path) -> None:
    talk = say("lead", "The request timed out once, so I raised the time limit.")
    assert not watch(CutOff, tmp_path, task("Find it."), talk, say("lead", "It is 7."))


def test_a_review_that_nobody_takes_up_is_a_hint(tmp_path: Path) -> None:
    (signal,) = watch(OpenReview, tmp_path, task("Write tests."), WORK, REVIEW)
    assert signal.actor == "reviewer" and signal.references[0].event == 2


def test_a_review_that_was_taken_up_or_approves_is_closed(tmp_path: Path) -> None:
    assert not watch(OpenReview, tmp_path, task("Write tests."), WORK, REVIEW, WORK)
    assert not watch(OpenReview, tmp_path, task("Write tests."), WORK, say("reviewer", "Looks good."))


def test_a_single_actor_does_not_review_itself(tmp_path: Path) -> None:
    alone = say("tester", "The tests do not cover negative numbers, which should fail.")
    assert not watch(OpenReview, tmp_path, task("Write tests."), WORK, alone)


def test_an_answer_closes_the_run(tmp_path: Path) -> None:
    done = Step(Kind.ANSWER, "lead", "FINAL ANSWER: 7")
    assert not watch(OpenReview, tmp_path, task("Write tests."), WORK, REVIEW, done)


def test_a_call_without_a_result_is_a_hint_where_results_are_recorded(tmp_path: Path) -> None:
    last = call("lead", "bash", "make test")
    assert watch(CutOff, tmp_path, task("Build it."), last)
    assert not watch(CutOff, tmp_path, task("Build it."), last, reading=Reading(records_tool_results=False))


def test_a_forgotten_fence_is_no_message_cut_short(tmp_path: Path) -> None:
    manual = say("writer", "```markdown\n# Use\n```bash\nmake\n```\nHave fun with it.")
    assert not watch(CutOff, tmp_path, task("Write it."), manual)


def test_a_manual_is_the_work_and_no_review(tmp_path: Path) -> None:
    manual = say(
        "writer", "# Use\nYou should start it.\n# Limits\nIt does not save; that is an issue.\n# Help\nAsk us."
    )
    assert not watch(OpenReview, tmp_path, task("Write tests."), WORK, manual)


def test_an_answer_before_the_limit_stands(tmp_path: Path) -> None:
    done = Step(Kind.ANSWER, "lead", "FINAL ANSWER: 7")
    assert not watch(CutOff, tmp_path, task("Find it."), done, say("lead", "Thank you."), say("user", "Bye."))
