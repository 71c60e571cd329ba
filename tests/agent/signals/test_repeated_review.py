from pathlib import Path

from agent.signals.repeated_request import RepeatedRequest
from agent.signals.repeated_review import RepeatedReview
from agent.trace.event import Kind
from tests.agent.signals.stage import Step, say, task, watch

REVIEW = (
    "The parser does not check whether the input is empty, which should be fixed. The board lacks a limit of its size, "
    "and moves outside of it are a problem. The score is missing from the screen."
)
FIRST, SECOND = (say("coder", f"I wrote version {n} of the parser, " + "with care and effort " * 8) for n in (1, 2))


def test_a_review_that_comes_back_after_new_work_is_a_hint(tmp_path: Path) -> None:
    again = say("reviewer", REVIEW.replace("The board", "Again the board"))
    (signal,) = watch(RepeatedReview, tmp_path, task("Write it."), FIRST, say("reviewer", REVIEW), SECOND, again)
    assert signal.actor == "coder"
    assert [mark.event for mark in signal.references] == [3, 5]


def test_a_new_review_or_one_printed_twice_is_none(tmp_path: Path) -> None:
    other = say("reviewer", "The colours should differ for both sides, and the menu lacks an entry to quit now, "
                "which is a problem for anybody who plays it for the first time and wants to stop.")  # fmt: skip
    echo = Step(Kind.SAY, "reviewer", REVIEW, repeats=3)
    assert not watch(RepeatedReview, tmp_path, task("Write it."), FIRST, say("reviewer", REVIEW), SECOND, other)
    assert not watch(RepeatedReview, tmp_path, task("Write it."), FIRST, say("reviewer", REVIEW), SECOND, echo)


def order(text: str, repeats: int | None = None) -> Step:
    return Step(Kind.HANDOFF, "lead", text, to=("surfer",), repeats=repeats)


ORDER = "Please open the list of meetings and report the year in which the first one took place."
REPLY = say("surfer", "I have opened the page; the year is not on it.")


def test_the_same_request_three_times_is_a_hint(tmp_path: Path) -> None:
    turns = (order(ORDER), REPLY, order(ORDER), REPLY, order(ORDER), REPLY)
    (signal,) = watch(RepeatedRequest, tmp_path, task("Which year?"), *turns)
    assert len(signal.occurrences) == 3 and signal.references[0].event == 3


def test_requests_that_differ_in_what_they_ask_are_no_repetition(tmp_path: Path) -> None:
    turns = [step for n in (1, 2, 3, 4) for step in (order(f"Open page {n} of volume {n * 7} now and read line {n * 3} of the table there aloud."), REPLY)]  # fmt: skip # noqa: E501
    assert not watch(RepeatedRequest, tmp_path, task("Which year?"), *turns)


def test_a_request_that_the_log_prints_again_counts_once(tmp_path: Path) -> None:
    assert not watch(
        RepeatedRequest, tmp_path, task("Which year?"), order(ORDER), order(ORDER, 2), order(ORDER, 2), REPLY
    )
