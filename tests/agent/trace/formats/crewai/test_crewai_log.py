"""CrewAI's log of tasks: values with quotes and line breaks, runs that follow each other in one file."""

from pathlib import Path

from agent.trace.event import Kind
from agent.trace.trace import Trace

SAMPLE = Path(__file__).resolve().parents[5] / "sample_traces" / "crewai-city-guide.txt"
STARTED = '2026-03-11 10:02:07: task_name="plan", task="Plan", agent="Planner", status="started"\n'


def read(folder: Path, text: str) -> Trace:
    path = folder / "crew.txt"
    path.write_text(text)
    return Trace.open(path).read()


def test_tasks_begin_and_end() -> None:
    trace = Trace.open(SAMPLE).read()
    assert [(event.kind, event.actor, event.to, event.lines[0], event.section) for event in trace.events] == [
        (Kind.TASK, None, ("Researcher",), 1, "research"),
        (Kind.SAY, "Researcher", (), 2, "research"),
        (Kind.HANDOFF, None, ("Writer",), 8, "write"),
        (Kind.SAY, "Writer", (), 9, "write"),
        (Kind.HANDOFF, None, ("Editor",), 15, "check"),
        (Kind.SAY, "Editor", (), 16, "check"),
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
