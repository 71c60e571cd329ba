"""Checks that show nothing and answers that rest on one line: where each rule speaks, and where it is silent."""

from pathlib import Path

import pytest

from agent.signals.detection import detect
from agent.signals.detector import Detector
from agent.signals.detectors.answer_source import AnswerSource
from agent.signals.detectors.error_silenced import ErrorSilenced
from agent.signals.detectors.form_never_given import FormNeverGiven
from agent.signals.detectors.made_what_was_missing import MadeWhatWasMissing
from agent.signals.detectors.predicted_output import PredictedOutput
from agent.signals.detectors.printed_check import PrintedCheck
from agent.signals.detectors.smoke_test_only import SmokeTestOnly
from agent.signals.detectors.tests_never_run import TestsNeverRun
from agent.trace.event import Kind
from tests.agent.signals.stage import Step, call, note, played, result, say, task, watch

ASK = task("Which of the nine tide gauges ran dry in March?")
QUIZ = task('Which gauge ran dry? Think first, then give the answer in the format of "The answer is (X)" at the end.')
MARK = task('Tick "oil the winch" in my list for the boat.')
RUN_IT = "To see it, run:\n```bash\npython gauges.py\n```\nThe output of the script will be:\n```\n9 gauges read\n```\n"
CAUGHT = "main.py\n```python\ntry:\n    read_all()\nexcept TimeoutError as error:\n    {}\n```"
FAILED = result("Traceback (most recent call last):\n  read_all()\nTimeoutError: gauge 4", tool="run_tests")
STARTED = result("The software run successfully without errors.", tool="run_tests")
PROGRAM = say(
    "coder", "main.py\n```python\n" + "\n".join(f"level_{n} = gauges[{n}].level()" for n in range(30)) + "\n```"
)
TESTS = say(
    "tester",
    "from gauges import read\n\ndef test_one():\n    assert read(1) == 4\n\ndef test_two():\n    assert read(2)",
)
CHECK = "Let me verify that the list was saved.\n```python\n{}\n```"
COUNT = say("coder", "```python\ndry = [g for g in gauges if not g.level]\nprint(dry[0].name)\n```")
GONE = "There is no list for the boat. Let me create a new one and tick it there."


def answer(text: str) -> Step:
    return Step(Kind.ANSWER, "lead", text)


SPEAKS: list[tuple[str, type[Detector], list[Step]]] = [
    (
        "a forecast that its author takes for seen",
        PredictedOutput,
        [ASK, say("runner", RUN_IT + "All is working now.")],
    ),
    (
        "a forecast that another takes for seen",
        PredictedOutput,
        [ASK, say("runner", RUN_IT), say("lead", "The output confirms that nine gauges were read.")],
    ),
    (
        "an error that is caught and printed",
        ErrorSilenced,
        [ASK, PROGRAM, FAILED, say("coder", CAUGHT.format('print("no reading", error)')), STARTED],
    ),
    ("an error that is passed over", ErrorSilenced, [ASK, FAILED, say("coder", CAUGHT.format("pass")), STARTED]),
    ("a start and nothing else", SmokeTestOnly, [ASK, PROGRAM, STARTED]),
    ("tests in a log without a run", TestsNeverRun, [ASK, say("coder", "def read(): ..."), TESTS]),
    (
        "an answer out of one print",
        AnswerSource,
        [ASK, COUNT, result("Hollow Bay", tool="python"), answer("Hollow Bay")],
    ),
    (
        "an answer that one agent said",
        AnswerSource,
        [
            ASK,
            say("reader", "It was Hollow Bay, by the chart."),
            say("lead", "Good."),
            answer("FINAL ANSWER: Hollow Bay"),
        ],
    ),
    ("something made instead of found", MadeWhatWasMissing, [MARK, say("clerk", GONE)]),
    (
        "a form that nobody fills in",
        FormNeverGiven,
        [QUIZ, say("coder", "I build a quiz."), say("writer", "Enjoy it.")],
    ),
    (
        "a check that is only printed",
        PrintedCheck,
        [ASK, say("clerk", CHECK.format('print("List saved successfully")'))],
    ),
    (
        "a check that a call only replies with",
        PrintedCheck,
        [ASK, call("clerk", "code", "# Let's confirm the list.\nreply(f'The list is complete.')")],
    ),
]

SILENT: list[tuple[str, type[Detector], list[Step]]] = [
    (
        "a forecast that came true",
        PredictedOutput,
        [ASK, say("runner", RUN_IT), result("9 gauges read", tool="bash"), say("lead", "The output confirms it.")],
    ),
    ("a manual", PredictedOutput, [ASK, say("writer", RUN_IT + "If the script works now, you are done.")]),
    ("a purpose", PredictedOutput, [ASK, say("runner", RUN_IT), say("lead", "Ensure that it works as expected.")]),
    (
        "an error that is handled",
        ErrorSilenced,
        [ASK, FAILED, say("coder", CAUGHT.format("read_all(timeout=60)")), STARTED],
    ),
    (
        "a handler that stood there before",
        ErrorSilenced,
        [ASK, say("coder", CAUGHT.format("pass")), FAILED, say("coder", CAUGHT.format("pass")), STARTED],
    ),
    (
        "another error",
        ErrorSilenced,
        [ASK, FAILED, say("coder", CAUGHT.format("pass").replace("Timeout", "Key")), STARTED],
    ),
    ("a test with a summary", SmokeTestOnly, [ASK, PROGRAM, STARTED, result("3 passed in 0.10s", tool="run_tests")]),
    ("code on the way to an answer", SmokeTestOnly, [ASK, PROGRAM, result("exitcode: 0", tool="python")]),
    ("tests where something ran", TestsNeverRun, [ASK, TESTS, result("exitcode: 0\n9", tool="python")]),
    ("tests where a tool was called", TestsNeverRun, [ASK, TESTS, call("tester", "bash", "pytest -q")]),
    (
        "an answer that three places bear out",
        AnswerSource,
        [ASK, *[result("Hollow Bay", tool="python"), say("lead", "It is Hollow Bay.")] * 2, answer("Hollow Bay")],
    ),
    (
        "an answer out of the task",
        AnswerSource,
        [task("A or B?"), say("lead", "I take B."), say("x", "Yes."), answer("B")],
    ),
    ("a task that asks for a new one", MadeWhatWasMissing, [task("Create a list for the boat."), say("clerk", GONE)]),
    (
        "what an agent makes for its work",
        MadeWhatWasMissing,
        [MARK, say("clerk", "There is no test for it. Let me create a new test file.")],
    ),
    (
        "a form that is filled in",
        FormNeverGiven,
        [QUIZ, say("lead", "So **The answer is (4)**"), say("writer", "Bye.")],
    ),
    (
        "a limit before the answer",
        FormNeverGiven,
        [QUIZ, say("lead", "I think."), note("Terminated: Reached max steps (20)")],
    ),
    (
        "a form with two gaps",
        FormNeverGiven,
        [task('Answer with exactly "gauge <number> in <month>".'), say("lead", "I think.")],
    ),
    (
        "a check that computes",
        PrintedCheck,
        [ASK, say("clerk", CHECK.format('print("saved correctly", list_is_saved())'))],
    ),
    ("an answer that is printed", PrintedCheck, [ASK, say("clerk", "```python\nprint('The list is complete.')\n```")]),
]


@pytest.mark.parametrize(("detector", "steps"), [row[1:] for row in SPEAKS], ids=[row[0] for row in SPEAKS])
def test_what_a_check_or_an_answer_rests_on_is_told(
    detector: type[Detector], steps: list[Step], tmp_path: Path
) -> None:
    assert watch(detector, tmp_path, *steps)


@pytest.mark.parametrize(("detector", "steps"), [row[1:] for row in SILENT], ids=[row[0] for row in SILENT])
def test_a_check_that_shows_something_is_left_alone(
    detector: type[Detector], steps: list[Step], tmp_path: Path
) -> None:
    assert not watch(detector, tmp_path, *steps)


def test_an_answer_leads_to_its_line_and_to_the_code_that_brought_it(tmp_path: Path) -> None:
    (signal,) = watch(AnswerSource, tmp_path, ASK, COUNT, result("Hollow Bay", tool="python"), answer("Hollow Bay"))
    assert signal.title == "The answer 'Hollow Bay' rests on L6 alone"
    assert [mark.event for mark in (*signal.acts, *signal.references)] == [3, 2]


def test_a_run_that_passes_by_a_caught_error_is_not_also_called_a_mere_start(tmp_path: Path) -> None:
    trace = played(tmp_path, [ASK, PROGRAM, FAILED, say("coder", CAUGHT.format("pass")), STARTED])
    detected = detect(trace, among=(ErrorSilenced, SmokeTestOnly))
    trace.close()
    assert [signal.detector for signal in detected.signals] == ["error_silenced"]
