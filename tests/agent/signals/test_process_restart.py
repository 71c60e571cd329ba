from pathlib import Path

from agent.signals.detectors.near_duplicate import NearDuplicate
from agent.signals.detectors.process_restart import ProcessRestart
from agent.trace.event import Kind
from tests.agent.signals.stage import Step, say, task, watch

LOOK = (
    "I will look at the settings module first, because the failing test reads its timeout from there, "
    "and because nobody has looked at it since the last release of the "
    "client. Then I will follow the value through the session until I see where its unit is lost."
)
EDIT = (
    "The client has to be changed so that it passes the timeout on to the session that it opens itself, which it "
    "does in two places. "
    "After that the test of the session has to be written anew, since it holds the old value in its set-up."
)
OTHER = (
    "This time the parser is where I begin: it may drop the unit that stands behind the number of seconds, and "
    "then every later stage "
    "reads a wrong number. A small program that prints what the parser returns will show whether that is so."
)


def start(run: int) -> Step:
    return Step(Kind.NOTE, "framework", f"Initialised instance {run} of 2", section=f"run {run} of 2")


def act(text: str, run: int) -> Step:
    return say("navigator", text, section=f"run {run} of 2")


def test_a_second_run_after_work_is_a_restart_and_says_what_is_done_again(tmp_path: Path) -> None:
    steps = (
        task("Mend it."),
        start(1),
        act(LOOK, 1),
        act(EDIT, 1),
        act(OTHER, 1),
        start(2),
        act(LOOK, 2),
        act(EDIT, 2),
        act(OTHER, 2),
    )
    (signal,) = watch(ProcessRestart, tmp_path, *steps)
    assert signal.acts[0].event == 6
    assert signal.references[0].event == 5
    assert "L7 then repeats L3, and 2 more acts do the like." in signal.why
    assert not watch(NearDuplicate, tmp_path, *steps)


def test_a_new_run_that_takes_another_way_replays_nothing(tmp_path: Path) -> None:
    (signal,) = watch(ProcessRestart, tmp_path, start(1), act(LOOK, 1), start(2), act(OTHER, 2), act(EDIT, 2))
    assert "repeats" not in signal.why


def test_a_start_that_failed_before_anybody_spoke_loses_nothing(tmp_path: Path) -> None:
    assert not watch(ProcessRestart, tmp_path, task("Mend it."), start(1), start(2), act(LOOK, 2))


def test_a_new_run_after_an_answer_loses_nothing(tmp_path: Path) -> None:
    answer = Step(Kind.ANSWER, "planner", "It is mended.", section="run 1 of 2")
    assert not watch(ProcessRestart, tmp_path, start(1), act(LOOK, 1), answer, start(2), act(LOOK, 2))


def test_phases_are_no_runs(tmp_path: Path) -> None:
    phases = [say("coder", f"{LOOK} {name}", section=name) for name in ("Coding", "Review, cycle 2", "Testing")]
    assert not watch(ProcessRestart, tmp_path, *phases)


def test_several_runs_or_conversations_in_one_file_are_no_restart(tmp_path: Path) -> None:
    for sections in (("conversation 1", "conversation 2"), ("research", "run 2: research")):
        steps = [say("writer", text, section=section) for section in sections for text in (LOOK, EDIT, OTHER)]
        for detector in (ProcessRestart, NearDuplicate):
            assert not watch(detector, tmp_path, *steps)


def test_duplicate_log_handlers_are_no_restart(tmp_path: Path) -> None:
    again = Step(Kind.NOTE, "framework", "Initialised instance 1 of 2", section="run 1 of 2", repeats=1, copies=2)
    steps = (start(1), again, act(LOOK, 1), say("navigator", LOOK, repeats=3))
    assert not watch(ProcessRestart, tmp_path, *steps)


CLOSED = "The value keeps its unit now. Final answer: the session passes it on, which resolves the issue."


def test_a_new_run_after_a_closing_turn_in_words_is_no_restart(tmp_path: Path) -> None:
    assert not watch(ProcessRestart, tmp_path, start(1), act(LOOK, 1), act(CLOSED, 1), start(2), act(LOOK, 2))
    taken = "The comment is ready, so we can consider this task resolved."
    assert not watch(ProcessRestart, tmp_path, start(1), act(LOOK, 1), act(taken, 1), start(2), act(LOOK, 2))
    nobody = act("All of it is done.\n\nIntern Name: None\nSubgoal: None", 1)
    assert not watch(ProcessRestart, tmp_path, start(1), act(LOOK, 1), nobody, start(2), act(LOOK, 2))
    hoped = act("If the run resolves the issue, I shall look at the parser.", 1)
    assert watch(ProcessRestart, tmp_path, start(1), act(LOOK, 1), hoped, start(2), act(LOOK, 2))
