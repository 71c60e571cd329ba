from pathlib import Path

from agent.signals.detectors.gave_up import GaveUp
from agent.trace.event import Kind
from tests.agent.signals.stage import Step, call, note, result, say, task, watch

FAIL = call("lead", "terminate", '{"status": "failure"}')
CODE_FAIL = call("lead", "python", '# No token, so I stop.\napis.supervisor.complete_task(status="fail")')


def test_ending_the_task_as_failed_is_a_fact(tmp_path: Path) -> None:
    for end in (FAIL, CODE_FAIL):
        (signal,) = watch(GaveUp, tmp_path, task("Follow them."), say("lead", "I look."), end, result("done"))
        assert signal.actor == "lead" and signal.acts[0].event == 3


def test_a_last_message_that_gives_up_is_a_fact(tmp_path: Path) -> None:
    last = say("lead", "Without the file I am unable to complete this, so I will mark this task as failed.")
    assert watch(GaveUp, tmp_path, task("Sum it."), say("lead", "Where is the file?"), last)


def test_words_in_the_middle_are_not_the_end(tmp_path: Path) -> None:
    doubt = say("lead", "If this does not work I will give up.")
    work = [call("lead", "python", f"step({n})") for n in range(4)]
    assert not watch(GaveUp, tmp_path, task("Sum it."), doubt, *work, say("lead", "The sum is 12."))


def test_a_prompt_that_explains_failing_is_no_failing(tmp_path: Path) -> None:
    prompt = Step(Kind.SYSTEM, "system", 'If you cannot go on call complete_task(status="fail").')
    assert not watch(GaveUp, tmp_path, prompt, task("Sum it."), say("lead", "The sum is 12."))


def test_ending_it_as_done_is_no_giving_up(tmp_path: Path) -> None:
    done = call("lead", "terminate", '{"status": "success"}')
    assert not watch(GaveUp, tmp_path, task("Sum it."), say("lead", "12"), done)


def test_a_limit_from_outside_is_nobodys_decision(tmp_path: Path) -> None:
    limit = note("Request processing timed out after 1 hour", status="timeout")
    assert not watch(GaveUp, tmp_path, task("Sum it."), say("lead", "I will give up."), limit)
