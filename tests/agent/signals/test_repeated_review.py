from pathlib import Path

from agent.signals.detectors.repeated_request import RepeatedRequest
from agent.signals.detectors.repeated_review import RepeatedReview
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
    assert len(signal.occurrences) == 2 and [mark.event for mark in signal.references] == [2, 3]


def test_requests_that_differ_in_what_they_ask_are_no_repetition(tmp_path: Path) -> None:
    turns = [step for n in (1, 2, 3, 4) for step in (order(f"Open page {n} of volume {n * 7} now and read line {n * 3} of the table there aloud."), REPLY)]  # fmt: skip # noqa: E501
    assert not watch(RepeatedRequest, tmp_path, task("Which year?"), *turns)


def test_a_request_that_the_log_prints_again_counts_once(tmp_path: Path) -> None:
    assert not watch(
        RepeatedRequest, tmp_path, task("Which year?"), order(ORDER), order(ORDER, 2), order(ORDER, 2), REPLY
    )


def test_approvals_orders_and_code_are_no_reviews(tmp_path: Path) -> None:
    nod = "The parser is fine now, it looks good and there are no further comments; it should be fixed for good. " * 2
    wish = "Please fix the issue of the parser, which should check whether the input is empty, and send it again. " * 2
    sent = REVIEW + "\n```python\nprint(1)\n```"
    for text in (nod, wish, sent):
        steps = (FIRST, say("reviewer", text), SECOND, say("reviewer", text))
        assert not watch(RepeatedReview, tmp_path, task("Write it."), *steps)


def test_a_run_that_starts_over_brings_its_opening_back(tmp_path: Path) -> None:
    one = (say("reviewer", REVIEW, section="run 1"), say("coder", FIRST.text, section="run 1"))
    two = (say("coder", SECOND.text, section="run 2"), say("reviewer", REVIEW, section="run 2"))
    assert not watch(RepeatedReview, tmp_path, task("Write it."), *one, *two)
    turns = [Step(Kind.HANDOFF, "lead", ORDER, to=("surfer",), section=f"run {n}") for n in (1, 2, 3)]
    assert not watch(RepeatedRequest, tmp_path, task("Which year?"), *(s for t in turns for s in (t, REPLY)))


def test_a_report_that_is_given_again_is_no_request(tmp_path: Path) -> None:
    report = Step(Kind.HANDOFF, "surfer", "The page is open; it lists the meetings from 1950 to 1990.", to=("lead",))
    other = [
        order(f"Please look up {what} on that page and tell me the year.") for what in ("Rome", "the host", "a map")
    ]
    assert not watch(RepeatedRequest, tmp_path, task("Which year?"), *(s for o in other for s in (o, report)))
