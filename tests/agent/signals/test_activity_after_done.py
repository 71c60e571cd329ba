from pathlib import Path

from agent.signals.detection import detect
from agent.signals.detectors.activity_after_done import ActivityAfterDone
from agent.trace.event import Kind
from agent.trace.trace import Trace
from tests.agent.signals.stage import Step, call, note, result, say, task, watch

WORK = (call("worker", "search", "one"), result("1"), call("worker", "search", "two"), result("2"))
ALOUD = say("worker", "I will also look at the third and the fourth part of the list.")
MORE = (*WORK, ALOUD, call("worker", "search", "three"))
FINISH = call("worker", "terminate", '{"status": "success"}')
THE_END = say("worker", "The task is complete.")


def test_work_after_the_end_is_a_fact(tmp_path: Path) -> None:
    for end in (FINISH, THE_END, Step(Kind.ANSWER, "worker", "12"), say("worker", "All is there.\nTERMINATE")):
        (signal,) = watch(ActivityAfterDone, tmp_path, task("Find it."), *WORK, end, *MORE)
        assert signal.references[0].event == 6
        assert signal.acts[0].event == 7
        assert len(signal.occurrences) == 3


def test_a_new_request_is_a_reason_to_go_on(tmp_path: Path) -> None:
    assert not watch(ActivityAfterDone, tmp_path, task("Find it."), FINISH, say("user", "And now the next one."), *MORE)
    asked = Step(Kind.HANDOFF, "planner", "Now look at the rest of it as well, please.", to=("worker",))
    assert not watch(ActivityAfterDone, tmp_path, task("Find it."), FINISH, asked, *MORE)


def test_the_end_of_one_actor_is_not_the_end_of_another(tmp_path: Path) -> None:
    assert not watch(ActivityAfterDone, tmp_path, say("helper", "The task is complete."), *MORE)


def test_conditions_parts_and_prompts_declare_no_end(tmp_path: Path) -> None:
    for words in (
        "Say so once the task is complete.",
        "Step 2 of the plan is complete.",
        "Reply TERMINATE when you are ready.",
    ):
        assert not watch(ActivityAfterDone, tmp_path, say("worker", words), *MORE)
    prompt = Step(Kind.SYSTEM, "worker", "The task is complete.\nTERMINATE")
    assert not watch(ActivityAfterDone, tmp_path, prompt, *MORE)


def test_closing_words_said_twice_are_politeness(tmp_path: Path) -> None:
    assert not watch(ActivityAfterDone, tmp_path, *WORK, *[THE_END] * 6)


def test_the_end_of_a_step_of_a_plan_is_not_the_end_of_the_work(tmp_path: Path) -> None:
    step_ended = note("Marked step 0 as completed in plan plan_1")
    assert not watch(ActivityAfterDone, tmp_path, task("Find it."), *WORK, FINISH, step_ended, *MORE)


def test_a_framework_that_ends_each_step_with_the_same_call_is_not_accused(corpus: Path) -> None:
    logs = sorted((corpus / "OpenManus").rglob("*.log"))
    assert logs
    for log in logs:
        trace = Trace.open(log).read()
        assert not detect(trace, among=(ActivityAfterDone,)).signals, log.name
        trace.close()
