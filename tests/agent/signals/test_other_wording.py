"""The same failures told in other words, by other frameworks: rules that rest on a kind and not on one wording."""

from pathlib import Path

import pytest

from agent.signals.detection import detect
from agent.signals.detector import Detector
from agent.signals.detectors.answer_after_failed_calls import AnswerAfterFailedCalls
from agent.signals.detectors.answer_form import AnswerForm
from agent.signals.detectors.change_never_run import ChangeNeverRun
from agent.signals.detectors.claimed_tests import ClaimedTests
from agent.signals.detectors.discussion_restart import DiscussionRestart
from agent.signals.detectors.dropped_turns import DroppedTurns
from agent.signals.detectors.forbidden_call import ForbiddenCall
from agent.signals.detectors.gave_up import GaveUp
from agent.signals.detectors.near_duplicate import NearDuplicate
from agent.signals.detectors.pending_called_done import PendingCalledDone
from agent.signals.detectors.same_call import SameCall
from agent.signals.detectors.settled_by_assumption import SettledByAssumption
from agent.signals.detectors.unanswered_handoff import UnansweredHandoff
from agent.signals.detectors.unchanged_resubmission import UnchangedResubmission
from agent.trace.event import Kind
from agent.trace.trace import Trace
from tests.agent.signals.stage import Step, call, note, result, say, task, watch

ASK = task("Put the readings of last year on the share.")
PROMPT = Step(
    Kind.SYSTEM,
    None,
    "clerk: takes orders.\nThe clerk asks; only the manager may call set_discount.\nmanager: decides.",
)
QUEUED = result('{"job": "x-77", "state": "queued"}', tool="start_export")
START = call("ops", "start_export", "{}")
EDIT = (call("dev", "edit_file", '{"path": "a.py"}'), result("ok", tool="edit_file"))
SPOKEN = (
    say("host", "Hi all."),
    say("scout", "Three halls."),
    say("clerk", "One is free."),
    say("scout", "It is large."),
)
AGAIN = say("host", "Welcome everybody. Let us begin: first we list halls.")
KEEPER = "context limit reached: 9 oldest messages removed from the prompt of tutor"
TALK = (say("tutor", "Which hall was it?"), say("lead", "The large one."), say("tutor", "Thank you."))
DOUBT = "The customer did not say which size. I will simply assume size M."
MANY = "On the first weekend of June the old harbour wakes up with drums and flags and a boat race."

WORK = say("coder", "```python\n" + "\n".join(f"level_{n} = read(gauges[{n}])" for n in range(20)) + "\n```")
PRAISE = say("critic", "Excellent, the plan covers the issues, and must have a way back in case of a problem or a bug.")
THOUGHT = " ".join(f"I look at gauge number {n} by quay {n} and note what it says at noon." for n in range(9))

SPEAKS: list[tuple[str, type[Detector], list[Step]]] = [
    (
        "a limit of words without a noun",
        AnswerForm,
        [task("Describe it in no more than 9 words."), Step(Kind.ANSWER, "a", MANY)],
    ),
    ("a tool kept for another agent", ForbiddenCall, [PROMPT, ASK, call("clerk", "set_discount", "{}")]),
    ("messages removed by a keeper of memory", DroppedTurns, [ASK, *TALK, say("memory", KEEPER), *TALK]),
    (
        "trimming told by a framework",
        DroppedTurns,
        [ASK, *TALK, note("prompt too long, trimming the 6 earliest messages"), *TALK],
    ),
    ("an opening said in the middle", DiscussionRestart, [ASK, *SPOKEN, AGAIN]),
    (
        "a customer who could have been asked",
        SettledByAssumption,
        [Step(Kind.SYSTEM, None, "You can ask the customer with ask_customer."), ASK, say("clerk", DOUBT)],
    ),
    (
        "tests that only an edit came before",
        ClaimedTests,
        [ASK, *EDIT, say("dev", "I have run all the unit tests, they pass.")],
    ),
    (
        "a job called done while it is queued",
        PendingCalledDone,
        [ASK, START, QUEUED, say("ops", "The file is on the share.")],
    ),
    (
        "a script that is handed over in a system with a tool named run",
        ChangeNeverRun,
        [
            ASK,
            call("dev", "run", "ls"),
            result("a b", tool="run"),
            *EDIT,
            say("dev", "The script is ready and does all of it."),
        ],
    ),
]
SILENT: list[tuple[str, type[Detector], list[Step]]] = [
    ("words for a title", AnswerForm, [task("Give it a title with at most 9 words."), Step(Kind.ANSWER, "a", MANY)]),
    ("a tool called by whom it is kept for", ForbiddenCall, [PROMPT, ASK, call("manager", "set_discount", "{}")]),
    ("an agent that talks of messages", DroppedTurns, [ASK, *TALK, say("tutor", KEEPER), *TALK]),
    ("an opening at the opening", DiscussionRestart, [ASK, AGAIN, *SPOKEN]),
    ("a doubt where nobody can be asked", SettledByAssumption, [ASK, say("clerk", DOUBT)]),
    (
        "tests that ran",
        ClaimedTests,
        [ASK, result("4 passed", tool="bash"), say("dev", "I have run all the unit tests, they pass.")],
    ),
    (
        "a job that is told as open",
        PendingCalledDone,
        [ASK, START, QUEUED, say("ops", "The file is on the share soon, it is queued.")],
    ),
    ("praise that speaks of issues", UnchangedResubmission, [ASK, WORK, PRAISE, WORK]),
    (
        "an answer that there is none",
        GaveUp,
        [ASK, say("lead", "Therefore, there are no gauges without readings. The task cannot be fulfilled with those.")],
    ),
    ("a prompt that is echoed", SameCall, [ASK, *[call("dev", "python", "Action: the action to take")] * 4]),
    (
        "an answer beside an error",
        AnswerAfterFailedCalls,
        [
            ASK,
            result("Error: line 2 cannot be read"),
            result("Error: line 3 cannot be read\nmean 1.46"),
            Step(Kind.ANSWER, "lead", "1.46"),
        ],
    ),
    (
        "words that rest on another's report",
        UnansweredHandoff,
        [
            ASK,
            say("editor", "Ready."),
            say("navigator", "It stands in tide.py."),
            Step(Kind.HANDOFF, "planner", "Please change it.", to=("editor",)),
            say("planner", "Based on the results that the navigator reported, the fault lies in tide.py."),
        ],
    ),
    (
        "a job that was asked about again",
        PendingCalledDone,
        [ASK, START, QUEUED, START, result('{"state": "done"}', tool="x"), say("ops", "The file is on the share.")],
    ),
]


@pytest.mark.parametrize(("detector", "steps"), [row[1:] for row in SPEAKS], ids=[row[0] for row in SPEAKS])
def test_other_words_are_heard(detector: type[Detector], steps: list[Step], tmp_path: Path) -> None:
    assert watch(detector, tmp_path, *steps)


@pytest.mark.parametrize(("detector", "steps"), [row[1:] for row in SILENT], ids=[row[0] for row in SILENT])
def test_what_only_sounds_alike_is_left_alone(detector: type[Detector], steps: list[Step], tmp_path: Path) -> None:
    assert not watch(detector, tmp_path, *steps)


@pytest.mark.parametrize(("words", "hits"), [("Apologies, let me try that again:\n\n", 0), ("", 1)])
def test_a_thought_told_again_right_after_an_apology_is_a_try_in_another_way(
    tmp_path: Path, words: str, hits: int
) -> None:
    told = "HyperAgent_a__b-1 - INFO - Inner-Navigator-Assistant's Response: "
    turns = [
        f"{told}{said}Thought: {THOUGHT}\n\nAction:\n```python\nlook({at})\n```\n\n"
        for at, said in ((1, ""), (2, words))
    ]
    path = tmp_path / "run.log"
    path.write_text("HyperAgent_a__b-1 - INFO - Initialized HyperAgent instance a__b-1\n" + "".join(turns))
    trace = Trace.open(path).read()
    detected = detect(trace, among=(NearDuplicate,))
    trace.close()
    assert trace.format.name == "hyperagent_log" and len(detected.signals) == hits
