"""Failures that show in who does what when: each rule with a run in which it speaks, and runs in which it is silent."""

from pathlib import Path

import pytest

from agent.signals.detector import Detector
from agent.signals.detectors.answer_form import AnswerForm
from agent.signals.detectors.change_never_run import ChangeNeverRun
from agent.signals.detectors.claimed_command import ClaimedCommand
from agent.signals.detectors.discussion_restart import DiscussionRestart
from agent.signals.detectors.dropped_turns import DroppedTurns
from agent.signals.detectors.farewells import Farewells
from agent.signals.detectors.forbidden_call import ForbiddenCall
from agent.signals.detectors.last_fix_not_rerun import LastFixNotRerun
from agent.signals.detectors.open_job_dropped import OpenJobDropped
from agent.signals.detectors.open_review import OpenReview
from agent.signals.detectors.settled_by_assumption import SettledByAssumption
from agent.signals.detectors.unchanged_resubmission import UnchangedResubmission
from agent.signals.detectors.unheeded_critique import UnheededCritique
from agent.signals.detectors.unrun_last_code import UnrunLastCode
from agent.trace.event import Kind
from tests.agent.signals.stage import Step, call, note, result, say, task, watch

ASK = task("Order the spare parts for the pump that leaks.")
ROLES = Step(
    Kind.SYSTEM,
    None,
    "clerk - talks to the customer. clerk never places or cancels orders.\nbuyer - places orders with place_order.",
)
PERSON = Step(Kind.SYSTEM, None, "The team: surfer, coder and user_proxy, the person who asked.")
SEVERAL = "There are several pumps of that name. I will assume that the first one is meant."
COURTESIES = (
    "Thank you, all!|You're welcome.|Happy to help.|Take care.|Goodbye!|Bye!|Until next time.|All the best.|Bye!"
)
THANKS = [say(actor, words) for actor, words in zip("abcabcabc", COURTESIES.split("|"), strict=True)]
HELLO = "Hello! I would like to open our discussion about the new task. What is your first impression?"
TALK = [
    say("chief", "We build a table."),
    say("coder", "Agreed, a table."),
    say("chief", "With two columns."),
    say("coder", "Good."),
]
CODE = (
    "```python\ndef leak(pump):\n    return pump.pressure < pump.limit\n\n"
    "for pump in pumps:\n    print(pump.name, leak(pump))\n```"
)
FIXED = CODE.replace("<", "<=")
BROKEN = result(
    "exitcode: 1 (execution failed)\nTraceback (most recent call last):\nNameError: name 'pumps' is not defined"
)
NOTED = "[runtime] coder: context over budget; kept the system prompt, dropped 24 turns"
CRITIQUE = "The code is wrong: it should use the limit of each pump, and the check of zero is missing."
STRIPPED = CODE.replace("\n\n", "\n").replace("def leak", "# leaks below its limit\ndef leak") + "\n"

RAN = (call("coder", "bash", "python leak.py"), result("exitcode: 0\nCode output: P1", tool="bash"))
EDIT = (
    call("coder", "write_file", '{"path": "leak.py", "text": "print(limit)"}'),
    result("written", tool="write_file"),
)
REPORT = "The pump P1 leaks, as the report of the harbour office says; its `limit` is 4 bar and the seal is old."
WANTED = "One thing is wrong: replace `4 bar` with `6 bar`, since the plate on the pump says so."
GO = "The danger is the `leak(pump)` call. Please take `leak(pump)` out of the code, it must not run on the ship."
README = call("coder", "write_file", '{"path": "README.md", "text": "python leak.py"}')
LOOKED = [call("coder", "bash", "ls /pumps"), result("P1  P2", tool="bash")]
CHECKED = say("coder", "The seal is new, and `leak_test --all` shows no fault. This step is done.")
CLOSED = say("lead", "Two of three pumps are done, I close the run.")
CANCELLED = note("1 background job cancelled with the run: scan-7 (waiting)")
NUMBER = task("How many pumps leak? Answer with the number only.")
SHORT = task("Write a report on the pumps of no more than 20 words. The report is at most 20 words.")

SPEAKS: list[tuple[str, type[Detector], list[Step]]] = [
    ("a call that the role forbids", ForbiddenCall, [ROLES, ASK, call("clerk", "place_order", '{"part": 7}')]),
    (
        "a call that its own prompt forbids",
        ForbiddenCall,
        [
            Step(Kind.SYSTEM, "clerk", "You are clerk. You must not place orders."),
            ASK,
            call("clerk", "place_order", "{}"),
        ],
    ),
    ("an assumption beside a person", SettledByAssumption, [PERSON, ASK, say("lead", SEVERAL)]),
    ("farewells without end", Farewells, [ASK, say("a", "The order is placed as number 71."), *THANKS]),
    ("an opening in the middle", DiscussionRestart, [ASK, *TALK, say("chief", HELLO)]),
    (
        "a fix that is not run again",
        LastFixNotRerun,
        [ASK, say("coder", CODE), BROKEN, say("coder", FIXED), say("lead", "Done.")],
    ),
    ("turns that were dropped", DroppedTurns, [ASK, say("a", "We use pump 2."), note(NOTED), *TALK]),
    (
        "code that nobody runs",
        UnrunLastCode,
        [ASK, say("coder", CODE), result("exitcode: 0\nCode output: P1"), say("coder", FIXED)],
    ),
    (
        "the same code without its comments",
        UnchangedResubmission,
        [ASK, say("coder", f"{CODE}\n{CODE}"), say("critic", CRITIQUE), say("coder", f"{STRIPPED}\n{STRIPPED}")],
    ),
    ("a change that is never run", ChangeNeverRun, [ASK, *RAN, *EDIT, say("coder", "The change is made.")]),
    (
        "what was to be replaced",
        UnheededCritique,
        [ASK, say("coder", REPORT), say("critic", WANTED), say("coder", f"{REPORT} Thank you for looking.")],
    ),
    (
        "a change with a manual after it",
        ChangeNeverRun,
        [ASK, *RAN, *EDIT, README, say("coder", "The change is made.")],
    ),
    (
        "what was to go",
        UnheededCritique,
        [ASK, say("coder", CODE), say("critic", GO), say("coder", CODE.replace("print", "# now told\n    print"))],
    ),
    ("a command that was never called", ClaimedCommand, [ASK, *LOOKED, *LOOKED, *LOOKED, CHECKED]),
    ("a job that waits when the run is closed", OpenJobDropped, [ASK, *TALK, CLOSED, CANCELLED]),
    ("words for a number", AnswerForm, [NUMBER, Step(Kind.ANSWER, "lead", "There are three pumps that leak now.")]),
    ("too many words", AnswerForm, [SHORT, Step(Kind.ANSWER, "lead", "pump " * 40)]),
    ("a critique that stays open", OpenReview, [ASK, say("coder", CODE), say("critic", CRITIQUE)]),
]

SILENT: list[tuple[str, type[Detector], list[Step]]] = [
    (
        "code that stays as it was",
        LastFixNotRerun,
        [ASK, say("coder", CODE), BROKEN, say("coder", CODE), say("lead", "Done.")],
    ),
    ("a rule for another agent", ForbiddenCall, [ROLES, ASK, call("buyer", "place_order", '{"part": 7}')]),
    (
        "a rule with a condition",
        ForbiddenCall,
        [
            Step(Kind.SYSTEM, "clerk", "You must not place orders without a yes."),
            ASK,
            call("clerk", "place_order", "{}"),
        ],
    ),
    ("a tool that only looks", ForbiddenCall, [ROLES, ASK, call("clerk", "list_orders", '{"part": 7}')]),
    ("nobody to ask", SettledByAssumption, [ASK, say("lead", SEVERAL)]),
    (
        "a question before it",
        SettledByAssumption,
        [PERSON, ASK, say("lead", "Which pump is meant?"), say("lead", SEVERAL)],
    ),
    ("one round of thanks", Farewells, [ASK, say("a", "The order is placed."), *THANKS[:3]]),
    (
        "thanks between the work",
        Farewells,
        [ASK, *[step for one in THANKS for step in (one, call("a", "order", "{}"))]],
    ),
    ("the first words of a phase", DiscussionRestart, [ASK, *TALK, say("chief", HELLO, section="review")]),
    ("words after a new request", DiscussionRestart, [ASK, *TALK, say("user", "Another thing."), say("chief", HELLO)]),
    (
        "a fix that is run",
        LastFixNotRerun,
        [ASK, BROKEN, say("coder", FIXED), result("exitcode: 0\nCode output: P1"), say("a", "Done.")],
    ),
    (
        "a limit that cut it off",
        LastFixNotRerun,
        [ASK, BROKEN, say("coder", FIXED), note("Reached max turns (5): the turn limit was reached.")],
    ),
    ("a history that is summed up", DroppedTurns, [ASK, note("context: summarised, dropped 24 turns"), *TALK]),
    ("what is dropped at the end", DroppedTurns, [ASK, *TALK, note(NOTED)]),
    ("a system that ran nothing", UnrunLastCode, [ASK, say("coder", CODE)]),
    ("a change that is run", ChangeNeverRun, [ASK, *RAN, *EDIT, *RAN, say("coder", "The change is made.")]),
    (
        "a manual",
        ChangeNeverRun,
        [ASK, *RAN, call("coder", "write_file", '{"path": "README.md", "text": "python leak.py"}'), say("a", "Done.")],
    ),
    ("a system that never ran code", ChangeNeverRun, [ASK, *EDIT, say("coder", "The change is made.")]),
    (
        "what was replaced",
        UnheededCritique,
        [ASK, say("coder", REPORT), say("critic", WANTED), say("coder", REPORT.replace("4 bar", "6 bar"))],
    ),
    (
        "a name that may stay",
        UnheededCritique,
        [
            ASK,
            say("coder", CODE.replace("print", "leak_rate = 3\n    print")),
            say("critic", "Please remove the `leak_rate` attribute or define it elsewhere, it is set twice."),
            say("coder", CODE.replace("print", "leak_rate = 4\n    print")),
        ],
    ),
    (
        "right words within parentheses",
        UnheededCritique,
        [
            ASK,
            say("coder", CODE.replace("print", "full = a and b\n    print")),
            say("critic", "`full = a and b` should be `full = a > 1 and b`, see the task."),
            say("coder", CODE.replace("print", "full = (a > 1) and (b)  # was `full = a and b`\n    print")),
        ],
    ),
    (
        "what is kept for a reason",
        UnheededCritique,
        [ASK, say("coder", REPORT), say("critic", WANTED), say("coder", f"I disagree: the plate is wrong. {REPORT}")],
    ),
    ("what went", UnheededCritique, [ASK, say("coder", CODE), say("critic", GO), say("coder", "```python\npass\n```")]),
    (
        "a command that was called",
        ClaimedCommand,
        [ASK, *LOOKED, *LOOKED, call("coder", "bash", "leak_test --all"), result("0 faults", tool="bash"), CHECKED],
    ),
    (
        "a command that should be called",
        ClaimedCommand,
        [ASK, *LOOKED, *LOOKED, *LOOKED, say("coder", "Please check that `leak_test --all` shows no fault.")],
    ),
    ("a command in a run that makes no calls", ClaimedCommand, [ASK, *TALK, CHECKED]),
    ("a job that is given up on the way", OpenJobDropped, [ASK, CLOSED, CANCELLED, *TALK]),
    ("no job", OpenJobDropped, [ASK, *TALK, CLOSED, note("0 background jobs cancelled with the run")]),
    ("a number with its unit", AnswerForm, [NUMBER, Step(Kind.ANSWER, "lead", "3 pumps")]),
    ("praise with a wish", OpenReview, [ASK, say("coder", CODE), say("critic", f"Well-structured code. {CRITIQUE}")]),
    (
        "a demand that is met",
        OpenReview,
        [
            ASK,
            say("coder", CODE),
            say("critic", "It should use `pump.limit`; that it must print `pump.name` is missing."),
        ],
    ),
]


@pytest.mark.parametrize(("detector", "steps"), [row[1:] for row in SPEAKS], ids=[row[0] for row in SPEAKS])
def test_what_the_structure_shows_is_found(detector: type[Detector], steps: list[Step], tmp_path: Path) -> None:
    assert watch(detector, tmp_path, *steps)


@pytest.mark.parametrize(("detector", "steps"), [row[1:] for row in SILENT], ids=[row[0] for row in SILENT])
def test_what_only_looks_like_it_is_not(detector: type[Detector], steps: list[Step], tmp_path: Path) -> None:
    assert not watch(detector, tmp_path, *steps)


def test_the_agent_whose_turns_were_dropped_is_followed(tmp_path: Path) -> None:
    follows = [say("coder", "I close valve 1, as the first plan has it."), say("lead", "Thank you.")]
    (signal,) = watch(DroppedTurns, tmp_path, ASK, note(NOTED.removeprefix("[runtime] ")), *follows, *TALK)
    assert [mark.event for mark in signal.acts][:2] == [2, 3]


def test_what_a_farewell_cost_is_not_quoted_for_it(tmp_path: Path) -> None:
    cost = "\n[Prompt tokens: 3138, Completion tokens: 6]"
    parting = [say(actor, f"{words}{cost}") for actor, words in zip("abcabcabc", COURTESIES.split("|"), strict=True)]
    (signal,) = watch(Farewells, tmp_path, ASK, say("a", "The order is placed as number 71."), *parting)
    assert [mark.quote for mark in signal.acts] == ["Thank you, all!", "Bye!"]


def test_a_rule_is_named_by_its_own_line(tmp_path: Path) -> None:
    (signal,) = watch(ForbiddenCall, tmp_path, ROLES, ASK, call("clerk", "place_order", '{"part": 7}'))
    assert "the instructions at L1 say" in signal.why
    lower = Step(Kind.SYSTEM, None, f"The team of the shop:\n{ROLES.text}")
    (signal,) = watch(ForbiddenCall, tmp_path, lower, ASK, call("clerk", "place_order", '{"part": 7}'))
    assert "the instructions at L2 say" in signal.why
