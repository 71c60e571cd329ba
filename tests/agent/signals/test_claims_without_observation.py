"""What an agent claims without having seen it: runs in which each rule speaks, and runs in which it is silent."""

from pathlib import Path

import pytest

from agent.signals.detector import Detector
from agent.signals.detectors.answer_after_failed_calls import AnswerAfterFailedCalls
from agent.signals.detectors.claim_without_run import ClaimWithoutRun
from agent.signals.detectors.claimed_tests import ClaimedTests
from agent.signals.detectors.empty_answer import EmptyAnswer
from agent.signals.detectors.mock_data import MockData
from agent.signals.detectors.printed_request import PrintedRequest
from agent.signals.detectors.success_after_limit import SuccessAfterLimit
from agent.signals.detectors.unanswered_handoff import UnansweredHandoff
from agent.signals.detectors.unseen_answer import UnseenAnswer
from agent.trace.event import Kind
from tests.agent.signals.stage import Step, call, note, result, say, task, watch

ASK = task("Who wrote the oldest letter in the archive of the harbour office?")


def answer(text: str) -> Step:
    return Step(Kind.ANSWER, "lead", text)


def handoff(text: str, to: str = "navigator") -> Step:
    return Step(Kind.HANDOFF, "planner", text, to=(to,))


def looked_up(*results: str) -> list[Step]:
    return [
        step for text in results for step in (call("surfer", "web_search", text[:9]), result(text, tool="web_search"))
    ]


FAILED = (
    call("surfer", "fetch", "a"),
    result("HTTP 404 not found"),
    call("surfer", "fetch", "b"),
    result("Error: timeout"),
)
LOOKED = looked_up("The archive opens at nine.", "Letters are kept in box 7.", "The harbour office was built in 1890.")
MOCK = (
    "```python\n# Simulated data for the demonstration\n"
    "letters = [{'writer': 'Odilie Brandt', 'year': 1871}]\nprint(min(letters))\n```"
)
DONE = "Now that we have the list of all letters, the oldest one is easy to see."
PRINTED = (
    "I will ask the search_agent for the list.\n```python\n"
    'request = "Please find all letters of the archive"\nprint(request)\n```'
)

SPEAKS: list[tuple[str, type[Detector], list[Step]]] = [
    ("an answer that nobody had seen", UnseenAnswer, [ASK, *LOOKED, answer("FINAL ANSWER: Odilie Brandt")]),
    ("a run that never was", ClaimWithoutRun, [ASK, say("lead", "I ran the script and it prints the name.")]),
    ("tests that never ran", ClaimedTests, [ASK, say("lead", "All tests have passed, so the work is done.")]),
    (
        "a check by hand after nothing but failures",
        ClaimWithoutRun,
        [ASK, *FAILED, say("lead", "The manual verification on the website confirms the name.")],
    ),
    ("an answer after nothing but failures", AnswerAfterFailedCalls, [ASK, *FAILED, answer("It was Odilie Brandt.")]),
    ("None as the answer", EmptyAnswer, [ASK, say("lead", "I look."), answer("FINAL ANSWER: None")]),
    ("a request as the answer", EmptyAnswer, [ASK, answer("I'm sorry, but I need the archive to answer this.")]),
    ("an error as the answer", EmptyAnswer, [ASK, answer("ValueError: invalid literal for int()")]),
    ("made-up data", MockData, [ASK, say("coder", MOCK), result("Odilie Brandt"), answer("Odilie Brandt")]),
    (
        "an answer that calls its data simulated",
        MockData,
        [ASK, say("coder", "I look."), answer("The analysis of the simulated dataset gives Odilie Brandt.")],
    ),
    (
        "a handoff that nobody takes up",
        UnansweredHandoff,
        [
            ASK,
            handoff("List the letters."),
            Step(Kind.RESULT, "navigator", "box 7"),
            handoff("And those of 1871."),
            say("planner", DONE),
        ],
    ),
    ("a request that is only printed", PrintedRequest, [ASK, say("coder", PRINTED)]),
    (
        "success after a limit",
        SuccessAfterLimit,
        [
            ASK,
            say("lead", "I look."),
            note("Terminated: Reached max steps (20)"),
            answer("All steps were successfully completed."),
        ],
    ),
    (
        "success after an end as failed",
        SuccessAfterLimit,
        [ASK, call("lead", "terminate", '{"status": "failure"}'), say("writer", "The plan was fully executed.")],
    ),
]

SILENT: list[tuple[str, type[Detector], list[Step]]] = [
    (
        "what a surfer saw",
        ClaimWithoutRun,
        [ASK, say("WebSurfer", "The page is open."), say("lead", "We have downloaded the file.")],
    ),
    (
        "an answer that was read",
        UnseenAnswer,
        [ASK, *LOOKED, *looked_up("Odilie Brandt wrote it."), answer("Odilie Brandt")],
    ),
    ("an answer that was worked out", UnseenAnswer, [ASK, *LOOKED, answer("FINAL ANSWER: 1871")]),
    ("an answer that calls itself a guess", UnseenAnswer, [ASK, *LOOKED, answer("My best guess is Odilie Brandt")]),
    ("an answer with nothing looked up", UnseenAnswer, [ASK, say("lead", "I think."), answer("Odilie Brandt")]),
    (
        "what would be run",
        ClaimWithoutRun,
        [ASK, say("lead", "Once we have executed the script, all tests should pass.")],
    ),
    ("an item of a list that nobody ticked", ClaimedTests, [ASK, say("lead", "To do:\n- [ ] All unit tests passing")]),
    (
        "an end of a task in which nothing is asked",
        EmptyAnswer,
        [task("Put all long songs into the queue."), say("lead", "None is long."), answer("None")],
    ),
    ("tests that should pass", ClaimedTests, [ASK, say("lead", "With this change all tests should pass.")]),
    ("a check in the head", ClaimWithoutRun, [ASK, say("lead", "I checked the sum and verified each term.")]),
    (
        "a run that is there",
        ClaimWithoutRun,
        [ASK, result("Brandt", tool="python"), say("lead", "I ran the script: Brandt.")],
    ),
    ("a failure that is told", AnswerAfterFailedCalls, [ASK, *FAILED, answer("I could not find the name.")]),
    ("one good result", AnswerAfterFailedCalls, [ASK, *FAILED, *LOOKED[:2], answer("It was Odilie Brandt.")]),
    ("a task that allows none", EmptyAnswer, [task("Say None if there is no letter."), answer("None")]),
    ("a task with a gap", EmptyAnswer, [ASK, say("lead", "The question does not say which office."), answer("None")]),
    ("an answer in words", EmptyAnswer, [ASK, answer("A ValueError, raised by int.")]),
    (
        "sample data that was asked for",
        MockData,
        [task("Show it with sample data."), say("coder", MOCK), answer("Odilie Brandt")],
    ),
    (
        "simulated data that were asked for",
        MockData,
        [task("Run the simulation with mock data."), answer("The simulated data give 7.")],
    ),
    ("made-up data that reach no answer", MockData, [ASK, say("coder", MOCK), result("x"), answer("Karl Munk")]),
    (
        "a handoff with a reply",
        UnansweredHandoff,
        [ASK, handoff("List the letters."), say("navigator", "Box 7 holds nine."), say("planner", DONE)],
    ),
    (
        "what is to be done with a reply",
        UnansweredHandoff,
        [
            ASK,
            say("navigator", "Ready."),
            handoff("List them."),
            say("planner", "Once the results show the year, we go on."),
        ],
    ),
    (
        "a helper that is called",
        PrintedRequest,
        [ASK, say("coder", PRINTED.replace("print(request)", "search_agent(request)"))],
    ),
    (
        "a prompt that speaks of a limit",
        SuccessAfterLimit,
        [ASK, note("The step limit was reached. " + "word " * 300), answer("All steps were successfully completed.")],
    ),
    ("a sentence", UnseenAnswer, [ASK, *LOOKED, answer("First of all we might want to look at that box again.")]),
    (
        "work that went on after the limit",
        SuccessAfterLimit,
        [ASK, note("The step limit was reached."), *LOOKED[:2], answer("All steps were successfully completed.")],
    ),
]


@pytest.mark.parametrize(("detector", "steps"), [row[1:] for row in SPEAKS], ids=[row[0] for row in SPEAKS])
def test_a_claim_without_observation_is_found(detector: type[Detector], steps: list[Step], tmp_path: Path) -> None:
    assert watch(detector, tmp_path, *steps)


@pytest.mark.parametrize(("detector", "steps"), [row[1:] for row in SILENT], ids=[row[0] for row in SILENT])
def test_nothing_is_said_where_it_cannot_be_proven(detector: type[Detector], steps: list[Step], tmp_path: Path) -> None:
    assert not watch(detector, tmp_path, *steps)
