"""OpenManus and other loguru logs: steps, calls, what is logged twice, what is streamed without a line break."""

from functools import partial
from pathlib import Path

import pytest

from agent.trace.event import Kind
from agent.trace.trace import Trace
from tests.agent.trace.formats.acts import opened

read = partial(opened, name="run.log")
SAMPLE = Path(__file__).resolve().parents[5] / "sample_traces" / "openmanus-lighthouses.log"


def line(rest: str, level: str = "INFO    ", time: str = "10:00:00.500") -> str:
    return f"2026-04-02 {time} | {level} | {rest}\n"


PLANNING = line("app.flow.planning:_create_initial_plan:138 - Creating initial plan with ID: plan_1")


@pytest.fixture(scope="module")
def sample() -> Trace:
    return Trace.open(SAMPLE).read()


def test_other_loggers_are_events_and_no_records(sample: Trace) -> None:
    outside = [(event.kind, event.lines, event.status) for event in sample.events if event.record is None]
    assert outside == [(Kind.NOISE, (1, 1), None), (Kind.ERROR, (41, 41), "error")]
    assert sample.events[2].record == 1


def test_steps_are_sections_and_rounds_are_counted(sample: Trace) -> None:
    sections = list(dict.fromkeys(event.section for event in sample.events))
    assert sections == [
        None,
        "step 1 of 4",
        "step 2 of 4",
        "step 3 of 4",
        "round 2, step 1 of 4",
        "round 2, step 2 of 4",
    ]


def test_a_call_is_told_once(sample: Trace) -> None:
    calls = [(event.tool, event.lines[0]) for event in sample.events if event.kind is Kind.CALL]
    assert calls == [("browser_use", 23), ("browser_use", 36), ("python_execute", 56), ("terminate", 60)]
    results = [(event.tool, event.status) for event in sample.events if event.kind is Kind.RESULT]
    assert results == [("browser_use", "ok"), ("browser_use", "error"), ("python_execute", "ok"), ("terminate", "ok")]


def test_an_error_that_is_logged_twice_is_one(sample: Trace) -> None:
    errors = [(event.number, event.repeats) for event in sample.events if event.kind is Kind.ERROR and event.record]
    assert errors == [(25, None), (26, 25), (27, None)]


def test_what_was_streamed_behind_a_record_is_the_answer(sample: Trace) -> None:
    answer = sample.answer()
    assert answer is not None and answer.source_lines == (66, 66)
    said = next(event for event in sample.events if event.kind is Kind.ANSWER)
    assert said.actor == "Manus" and sample.text(said) == answer.text
    after = sample.events[said.number + 1]
    assert after.source_lines == (66, 66) and after.record == (said.record or 0) + 1


def test_the_replay_at_the_end_repeats_but_for_what_is_new_in_it(sample: Trace) -> None:
    record = max(event.record or 0 for event in sample.events)
    replay = [event for event in sample.events if event.record == record]
    assert [event.repeats is None for event in replay] == [False, True, False]
    assert sample.text(replay[1]) == "Terminated: Reached max steps (4)"
    assert sample.events[replay[2].repeats or 0].kind is Kind.ANSWER


def test_the_task_is_cut_off(sample: Trace) -> None:
    task = sample.task()
    assert task is not None and task.source_lines == (2, 2) and not task.complete
    assert "cuts the task off" in sample.reading.warnings[0]


def test_thoughts_name_the_agent_and_empty_ones_are_quiet(tmp_path: Path) -> None:
    trace = read(
        tmp_path,
        PLANNING
        + line("app.agent.toolcall:think:1 - * Scout's thoughts: I go.\nOn two lines.")
        + line("app.agent.toolcall:think:1 - * Scout's thoughts: "),
    )
    assert [(e.kind, e.actor, e.salience) for e in trace.events][1:] == [
        (Kind.THINK, "Scout", 1.0),
        (Kind.THINK, "Scout", 0.1),
    ]


def test_a_prompt_that_is_typed_in_leaves_no_task(tmp_path: Path) -> None:
    trace = read(tmp_path, "Enter your prompt: " + line("__main__:run_flow:33 - Processing your request...") + PLANNING)
    assert [(event.record, event.source_lines) for event in trace.events] == [(None, (1, 1)), (1, (1, 1)), (2, (2, 2))]
    assert trace.task() is None
    assert "does not state the task" in trace.reading.warnings[0]


def test_bytes_of_scraped_pages_are_text(tmp_path: Path) -> None:
    odd = "completed its mission! Result: Observed output of cmd `b` executed:\n\x00PDF\x1b[2J\x08"
    trace = read(tmp_path, PLANNING + line(f"app.agent.toolcall:act:1 - * Tool 'b' {odd}"))
    assert trace.events[2].tool == "b" and trace.events[2].status == "ok"
    assert "\x1b" in trace.text(trace.events[2])


def test_a_tool_that_says_itself_that_it_had_no_success_failed(tmp_path: Path) -> None:
    ran = "app.agent.toolcall:act:1 - * Tool 'b' completed its mission! Result: Observed output of cmd `b` executed:\n"
    said = ["{'observation': 'No module named x', 'success': False}", "{'observation': '4', 'success': True}"]
    trace = read(tmp_path, PLANNING + "".join(line(ran + words) for words in said))
    assert [event.status for event in trace.events][1:] == ["error", "ok"]


def test_a_timeout_is_an_error(tmp_path: Path) -> None:
    trace = read(
        tmp_path,
        PLANNING
        + line("__main__:run_flow:45 - Request processing timed out after 1 hour", "ERROR   ")
        + line("__main__:run_flow:46 - Operation terminated due to timeout."),
    )
    assert [event.status for event in trace.events] == [None, "error", "error"]


def test_any_loguru_log(tmp_path: Path) -> None:
    trace = read(
        tmp_path,
        line("shop.till:pay:3 - paid\nmore") + line("shop.till:<lambda>:9 - no", "ERROR   ") + "INFO     [root] x\n",
    )
    assert trace.format.name == "loguru"
    assert [(event.kind, event.actor, event.lines) for event in trace.events] == [
        (Kind.NOTE, "shop.till", (1, 2)),
        (Kind.ERROR, "shop.till", (3, 3)),
        (Kind.NOISE, None, (4, 4)),
    ]
    assert trace.events[1].time == "2026-04-02T10:00:00.500"
