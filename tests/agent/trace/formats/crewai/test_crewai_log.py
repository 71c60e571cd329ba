"""CrewAI's log of tasks: values with quotes and line breaks, runs that follow each other in one file."""

from functools import partial
from pathlib import Path

import pytest

from agent.trace.event import Kind
from agent.trace.trace import Trace
from tests.agent.trace.formats.acts import opened

read = partial(opened, name="crew.txt")
SAMPLE = Path(__file__).resolve().parents[5] / "sample_traces" / "crewai-city-guide.txt"
STARTED = '2026-03-11 10:02:07: task_name="plan", task="Plan", agent="Planner", status="started"\n'


def test_tasks_begin_and_end() -> None:
    trace = Trace.open(SAMPLE).read()
    assert [
        (event.kind, event.actor, event.to, event.lines[0], event.section)
        for event in trace.events
        if event.kind is not Kind.NOISE
    ] == [
        (Kind.TASK, None, ("Researcher",), 1, "research"),
        (Kind.SAY, "Researcher", (), 3, "research"),
        (Kind.HANDOFF, None, ("Writer",), 9, "write"),
        (Kind.SAY, "Writer", (), 11, "write"),
        (Kind.HANDOFF, None, ("Editor",), 17, "check"),
        (Kind.SAY, "Editor", (), 19, "check"),
    ]
    task, answer = trace.task(), trace.answer()
    assert task is not None and task.text.startswith("Find three quiet parks")
    assert answer is not None and answer.text.endswith('to "early risers". Approved.')
    assert not trace.reading.records_tool_results


def test_marks_inside_of_the_output_are_text(tmp_path: Path) -> None:
    done = STARTED.replace("started", "completed").rstrip("\n") + ', output="a", status="b", output="c"\n'
    answer = read(tmp_path, STARTED + done).answer()
    assert answer is not None and answer.text == 'a", status="b", output="c'


def test_the_first_task_again_is_a_new_run(tmp_path: Path) -> None:
    trace = read(tmp_path, STARTED + STARTED.replace("plan", "solve") + STARTED)
    assert [event.section for event in trace.events] == ["plan", "solve", "run 2: plan"]


def record(second: int, name: str, status: str, output: str = "") -> str:
    """A record of the log."""
    said = f', output="{output}"' if output else ""
    return f'2026-03-11 10:02:{second:02}: task_name="{name}", task="Do it", agent="Planner", status="{status}"{said}\n'


@pytest.mark.parametrize(("name", "second"), [("plan", 4), ("None", 40)])
def test_each_run_is_opened_by_itself(tmp_path: Path, name: str, second: int) -> None:
    """Tasks without names are told apart by the pause between two runs; the text of an event is what was said."""
    one = record(1, name, "started") + record(2, name, "completed", "First.")
    other = record(second, name, "started") + record(second + 1, name, "completed", "Second.")
    assert len(read(tmp_path, one + other).reading.runs) == 2
    trace = Trace.open(tmp_path / "crew.txt", only="2").read()
    said = [trace.text(event) for event in trace.events if event.kind is Kind.SAY]
    assert said == ['Second."']
