"""Hints of FC1: places to look at, silent where by-design behaviour looks alike."""

from pathlib import Path

import pytest

from agent.signals.detectors.lost_history import LostHistory
from agent.signals.detectors.missing_feature import MissingFeature
from agent.signals.detectors.number_format import NumberFormat
from agent.signals.detectors.role_breach import RoleBreach
from agent.signals.detectors.stalled_plan import StalledPlan
from agent.trace.event import Kind
from tests.agent.signals.stage import Step, note, result, say, task, watch

CODE = "```python\n" + "\n".join(f"def part_{n}(board):\n    return board + {n}\n" for n in range(12)) + "```"
GAME = "Write a chess game. It has special moves such as castling, captures, board flipping and returns of pieces."


def test_a_listed_feature_that_no_code_names_is_a_hint(tmp_path: Path) -> None:
    code = CODE.replace("part_0", "capture")
    (signal,) = watch(MissingFeature, tmp_path, task(GAME), say("coder", code))
    assert signal.topic == "castling"
    assert not watch(MissingFeature, tmp_path, task(GAME), say("coder", code.replace("part_1", "castle")))


def test_a_list_that_is_wholly_absent_was_given_other_names(tmp_path: Path) -> None:
    moves = "Write a game. The player moves with keys (north, south, east, west)."
    assert not watch(MissingFeature, tmp_path, task(moves), say("coder", CODE))


def test_a_task_that_asks_for_no_program_lists_no_features(tmp_path: Path) -> None:
    assert not watch(MissingFeature, tmp_path, task("Tell me of animals such as cats."), say("coder", CODE))


def test_where_no_code_was_shown_nothing_is_missing_in_it(tmp_path: Path) -> None:
    assert not watch(MissingFeature, tmp_path, task(GAME), say("coder", "I have written it to chess.py."))


def test_decimals_of_a_step_on_the_way_are_not_those_of_the_answer(tmp_path: Path) -> None:
    steps = task("Which is the smallest n where n = n+1 after rounding to four decimal places?")
    assert not watch(NumberFormat, tmp_path, steps, Step(Kind.ANSWER, "worker", "3"))


@pytest.mark.parametrize(("answer", "hits"), [("3.1", 1), ("3.14", 0), ("About 3.1", 0)])
def test_an_answer_with_other_decimals_is_a_hint(tmp_path: Path, answer: str, hits: int) -> None:
    steps = (task("Give pi with two decimal places."), Step(Kind.ANSWER, "worker", answer))
    assert len(watch(NumberFormat, tmp_path, *steps)) == hits


def test_a_planner_that_writes_code_beside_a_coder_is_a_hint(tmp_path: Path) -> None:
    coder = say("Coder", "I will write it now.")
    (signal,) = watch(RoleBreach, tmp_path, task("Write it."), coder, say("Planner", CODE))
    assert signal.actor == "Planner"
    assert not watch(RoleBreach, tmp_path, task("Write it."), say("Planner", CODE))
    assert not watch(RoleBreach, tmp_path, task("Write it."), say("Planner", "Plan it."), say("Coder", CODE))


def test_code_in_an_order_and_a_fix_in_a_review_are_no_breach(tmp_path: Path) -> None:
    coder = say("Coder", "I will write it now.")
    order = Step(Kind.HANDOFF, "Planner", f"Please put this in: {CODE}", to=("Coder",))
    fix = "```python\n" + "\n".join(f"def part_{n}(board):\n    return board\n" for n in range(4)) + "```"
    assert not watch(RoleBreach, tmp_path, task("Write it."), coder, order, say("Reviewer", f"Better so: {fix}"))


def test_calls_are_actions_whatever_the_role(tmp_path: Path) -> None:
    action = Step(Kind.CALL, "Navigator", CODE, tool="python")
    assert not watch(RoleBreach, tmp_path, say("Editor", "I edit."), action)


def plan(n: int) -> Step:
    return Step(Kind.PLAN, "Orchestrator", f"Plan {n}: " + " ".join(f"step{n}x{m}" for m in range(60)))


def test_three_plans_with_work_between_are_a_hint(tmp_path: Path) -> None:
    work = (say("Worker", "I look at it."), say("Worker", "I found nothing."))
    assert watch(StalledPlan, tmp_path, plan(1), *work, plan(2), *work, plan(3))
    assert not watch(StalledPlan, tmp_path, plan(1), plan(2), plan(3), plan(4))


def test_a_cut_history_is_told_only_by_the_framework(tmp_path: Path) -> None:
    words = "The conversation history was truncated to fit the context window."
    assert watch(LostHistory, tmp_path, task("Go."), note(words))
    assert not watch(LostHistory, tmp_path, task(words), say("worker", words), say("other", words))


def test_shortened_output_and_prompts_in_turn_lose_no_history(tmp_path: Path) -> None:
    prompts = [Step(Kind.SYSTEM, "framework", f"You are the {who}. Keep to your part.") for who in ("planner", "coder")]
    shortened = result("line 1\nline 2\n... the output was truncated, 4000 lines in all")
    assert not watch(LostHistory, tmp_path, *prompts, shortened, note("Output truncated to 200 lines."), *prompts)
