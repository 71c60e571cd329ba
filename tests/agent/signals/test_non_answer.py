from pathlib import Path

import pytest

from agent.signals.detectors.non_answer import NonAnswer
from agent.trace.event import Kind
from tests.agent.signals.stage import Step, result, say, task, watch


def answer(text: str) -> Step:
    return Step(Kind.ANSWER, "lead", text)


@pytest.mark.parametrize(
    "text",
    [
        "FINAL ANSWER: Unable to determine without the count.",
        "FINAL ANSWER: [Unable to complete the task]",
        "I'm sorry, the price could not be found.",
        "Unknown",
        "FINAL ANSWER: Unable to provide due to missing data from the dumps of June.",
    ],
)
def test_an_answer_that_has_none_is_a_fact(tmp_path: Path, text: str) -> None:
    (signal,) = watch(NonAnswer, tmp_path, task("Which count?"), say("surfer", "I see a page."), answer(text))
    assert signal.acts[0].event == 3


@pytest.mark.parametrize(
    "text",
    [
        "FINAL ANSWER: 42",
        "The problem does not give the price, so the total cannot be determined.",
        "There is not enough information to find the length.",
        "The unknown is x = 4.",
        "The fault has been fixed in parser.c. The compiler was not built, so the change could not be verified.",
    ],
)
def test_a_real_answer_and_a_task_that_lacks_something_are_silent(tmp_path: Path, text: str) -> None:
    assert not watch(NonAnswer, tmp_path, task("Which count?"), say("surfer", "I see a page."), answer(text))


def test_a_failure_that_was_overcome_is_no_answer(tmp_path: Path) -> None:
    early = say("surfer", "The page could not be found.")
    assert not watch(NonAnswer, tmp_path, task("Which count?"), early, answer("FINAL ANSWER: 7"))


def test_a_long_answer_may_say_what_could_not_be_done(tmp_path: Path) -> None:
    text = "The town has 4,200 people. The mayor's name could not be found. " + "It lies by the river. " * 30
    assert not watch(NonAnswer, tmp_path, task("Which count?"), say("surfer", "I see a page."), answer(text))


OUTAGE = "FINAL ANSWER: The number could not be found. The catalogue is closed for maintenance until May."


def test_an_outage_that_the_trace_shows_is_a_reason(tmp_path: Path) -> None:
    refused = result("/api/objects 503 Service Unavailable")
    assert not watch(NonAnswer, tmp_path, task("Which number?"), refused, answer(OUTAGE))


def test_an_outage_that_nobody_saw_is_none(tmp_path: Path) -> None:
    assert watch(NonAnswer, tmp_path, task("Which number?"), say("surfer", "I see a page."), answer(OUTAGE))
