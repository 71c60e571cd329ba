"""Magentic-One on AgBench: what belongs to the run, who was asked, where it planned again, what lies in its folder."""

from functools import partial
from pathlib import Path

import pytest

from agent.trace.event import Kind
from agent.trace.trace import Trace
from tests.agent.trace.formats.acts import opened

read = partial(opened, name="console_log.txt")
SAMPLE = Path(__file__).resolve().parents[5] / "sample_traces" / "magentic-one-ferry.txt"
PREAMBLE = "RUN.SH STARTING !#!#\nCollecting pip\nSCENARIO.PY STARTING !#!#\n"
FOOTER = "SCENARIO.PY COMPLETE !#!#\nSCENARIO.PY RUNTIME: 3 !#!#\nRUN.SH COMPLETE !#!#\n"


def block(name: str, text: str) -> str:
    return f"---------- {name} ----------\n{text}\n"


@pytest.fixture(scope="module")
def sample() -> Trace:
    return Trace.open(SAMPLE).read()


def test_the_console_around_the_run_is_no_record(sample: Trace) -> None:
    outside = [event for event in sample.events if event.record is None]
    assert [(event.kind, event.lines) for event in outside] == [(Kind.NOISE, (1, 9)), (Kind.NOISE, (125, 127))]
    assert sample.events.records == 15 and max(event.record or 0 for event in sample.events) == 14


def test_an_instruction_goes_to_whoever_speaks_next(sample: Trace) -> None:
    asked = [event.to for event in sample.events if event.kind is Kind.HANDOFF]
    assert asked == [("WebSurfer",), ("WebSurfer",), ("Assistant",), ("ComputerTerminal",), ("FileSurfer",)]


def test_a_new_plan_is_a_section(sample: Trace) -> None:
    plans = [(event.section, event.lines[0]) for event in sample.events if event.kind is Kind.PLAN]
    assert plans == [("plan 1", 13), ("plan 2", 70)]


def test_a_page_is_an_event_of_its_own(sample: Trace) -> None:
    did, saw = [event for event in sample.events if event.record == 4]
    assert (did.kind, did.lines, saw.kind, saw.lines) == (Kind.SAY, (46, 50), Kind.RESULT, (51, 60))
    assert "screenshot" in did.title
    assert saw.salience < did.salience


def test_failures_are_marked(sample: Trace) -> None:
    assert [(e.actor, e.kind) for e in sample.events if e.status == "error"] == [("WebSurfer", Kind.ERROR)]


def test_task_and_answer(sample: Trace) -> None:
    task, answer = sample.task(), sample.answer()
    assert task is not None and task.source_lines == (11, 12)
    assert answer is not None and (answer.text, answer.source_lines) == ("13", (124, 124))


@pytest.mark.parametrize(
    ("output", "status"),
    [
        ("The script ran but produced no output to console. The POSIX exit code was: 1.", "error"),
        ("The script ran but produced no output to console. The POSIX exit code was: 0.", "ok"),
        ("No code blocks found in the thread.", "error"),
        ("an error is only a word here", "ok"),
    ],
)
def test_what_the_terminal_says_of_its_exit(tmp_path: Path, output: str, status: str) -> None:
    trace = read(tmp_path, PREAMBLE + block("user", "Do.") + block("ComputerTerminal", output))
    assert trace.events[3].status == status


def test_without_a_final_answer_the_last_word_is_the_answer(tmp_path: Path) -> None:
    text = PREAMBLE + block("user", "Do.") + block("MagenticOneOrchestrator", "I could not find it.")
    answer = read(tmp_path, text + FOOTER).answer()
    assert answer is not None and answer.text == "I could not find it."
    assert read(tmp_path, text).answer() is None


def test_a_scenario_that_crashed_ends_in_an_error(tmp_path: Path) -> None:
    trace = read(tmp_path, PREAMBLE + block("user", "Do.") + "SCENARIO.PY EXITED WITH CODE: 1 !#!#\n")
    assert [(event.kind, event.record) for event in trace.events][-1] == (Kind.ERROR, None)


def test_a_scenario_that_never_started_says_so(tmp_path: Path) -> None:
    trace = read(tmp_path, "RUN.SH STARTING !#!#\n" + block("user", "not part of a run"))
    assert [(event.kind, event.record) for event in trace.events] == [(Kind.NOISE, None)]
    assert "never started" in trace.reading.warnings[0]


def test_the_folder_of_a_run(tmp_path: Path) -> None:
    for name in ("prompt.txt", "expected_answer.txt", "timestamp.txt", "screenshot_1.png", "tmp_code_ab.py", "other"):
        (tmp_path / name).write_text("the secret answer")
    trace = read(tmp_path, PREAMBLE + block("user", "Do.") + FOOTER)
    assert set(trace.reading.companions) >= {"prompt.txt", "timestamp.txt", "screenshot_1.png", "tmp_code_ab.py"}
    assert "other" not in trace.reading.companions
    assert "expected_answer.txt" not in trace.reading.companions
    assert any(hidden.startswith("expected_answer.txt") for hidden in trace.reading.hidden)


def test_form_feeds_and_carriage_returns_are_no_line_breaks(tmp_path: Path) -> None:
    trace = read(tmp_path, PREAMBLE + block("user", "one\x0ctwo\rthree\u2028four") + FOOTER)
    assert trace.events[2].lines == (4, 5)
