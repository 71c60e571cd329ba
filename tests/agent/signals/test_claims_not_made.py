"""What looks like a failure and is none: for each such family a run in its shape, and the detector that is silent."""

from pathlib import Path

import pytest

from agent.signals.detector import Detector
from agent.signals.detectors.gave_up import GaveUp
from agent.signals.detectors.near_duplicate import NearDuplicate
from agent.signals.detectors.repeated_review import RepeatedReview
from agent.trace.event import Kind
from tests.agent.signals.stage import Step, call, note, result, say, task, watch

LIST = "\n".join(f"- [{'x' if n < 3 else ' '}] part {n} of the work on the index of the archive" for n in range(12))
NEXT = (
    "Please give me the next song of the library, with its artist, its genre and how often it was played, so that I "
    "can note it in the list; begin where the last one ended and send one song only, as before."
)
SONGS = (
    "The song is Harbour Lights by the Nine Pines, a slow waltz that was played four times since last spring.",
    "Here you are: Copper Wire, by Ada and the Engines, rock, eleven plays, the last of them on Monday afternoon.",
    "Next comes The Long Ferry, sung by Rosa Quint with a small choir, folk, and nobody has played it so far at all.",
    "One more is left, which is Paper Moonlight in the version of the Kestrel Trio: jazz, two plays in the winter.",
)
PAGE = (
    "Address: https://forum.example/help\nYou should search before you ask; there are issues and problems that others "
    "have solved, and a wrong title is not found. " + "Consider the rules of the forum when you write. " * 6
)
FAILED = call("worker", "terminate", '{"status": "failure"}')

FAMILIES: list[tuple[str, type[Detector], list[Step]]] = [
    ("a checklist printed at each step", NearDuplicate, [say("worker", f"{LIST}\n{LIST}") for _ in range(4)]),
    ("next song", NearDuplicate, [step for song in SONGS for step in (say("lead", NEXT), say("library", song))]),
    (
        "the end of one step of a plan",
        GaveUp,
        [
            task("Plan it."),
            say("worker", "I try."),
            FAILED,
            result("ended"),
            note("Marked step 2 as completed in plan p"),
        ],
    ),
    (
        "the end of a step, and an answer after it",
        GaveUp,
        [task("Plan it."), FAILED, note("Marked step 2 as completed"), Step(Kind.ANSWER, "worker", "All is planned.")],
    ),
    (
        "a person who pastes the same page again",
        RepeatedReview,
        [task("Build it."), say("user", PAGE), say("coder", "It is built as you asked. " * 20), say("user", PAGE)],
    ),
]


@pytest.mark.parametrize(("detector", "steps"), [row[1:] for row in FAMILIES], ids=[row[0] for row in FAMILIES])
def test_nothing_is_claimed(detector: type[Detector], steps: list[Step], tmp_path: Path) -> None:
    assert not watch(detector, tmp_path, *steps)


def test_the_same_request_that_brings_the_same_again_is_a_repetition(tmp_path: Path) -> None:
    assert watch(NearDuplicate, tmp_path, *(say("lead", NEXT), say("library", SONGS[0])) * 4)
