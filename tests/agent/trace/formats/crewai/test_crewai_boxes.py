"""What CrewAI prints while it works, made up here: boxes in the hands of two of its versions."""

from pathlib import Path

from agent.trace.trace import Trace
from tests.agent.trace.formats.acts import acts, check_places, opened


def box(title: str, *said: str, colour: str = "") -> str:
    """A box as rich draws it."""
    top = f" {title} ".center(58, "─")
    inside = "".join(f"{colour}│{colour}  {line.ljust(55)} {colour}│{colour}\n" for line in ("", *said, ""))
    return f"{colour}╭{top}╮{colour}\n{inside}{colour}╰{'─' * 58}╯{colour}\n\n"


RUN = (
    box("Crew Execution Started", "Crew Execution Started", "Name: crew")
    + "🚀 Crew: crew\n└── 📋 Task: x\n"
    + box("🤖 Agent Started", "Agent: Senior Researcher", "", "Task: Find parks that", "open early.")
    + box("🔧 Tool Execution Started (#1)", "Tool: search", "Args: {'q': 'parks'}")
    + box("✅ Tool Execution Completed (#1)", "Tool Completed", "Tool: search", "Output: Parc A opens", "at 7.")
    + box("🔧 Agent Tool Execution", "Agent: Senior Researcher", "", "Thought: Look again.", "", "Using Tool: browse")
    + box("Tool Input", '{"url": "x"}')
    + box("🔧 Tool Error (#1)", "Tool Failed", "Tool: browse", "Iteration: 1", "Error: 404")
    + box("✅ Agent Final Answer", "Agent: Senior Researcher", "", "Final Answer:", "Two parks:", "Task: done")
    + box("🤖 Agent Started", "Agent: Writer", "", "Task: Write.")
    + box("✅ Agent Final Answer", "Agent: Writer", "", "Final Answer:", "A guide.")
    + box("Crew Completion", "Crew Execution Completed", "Final Output: A guide.")
)


def test_agents_calls_and_answers(tmp_path: Path) -> None:
    """Each box is what somebody did; its frame is no part of it."""
    trace = opened(tmp_path, RUN, "crew.txt")
    assert acts(trace) == [
        ("task", None, "Find parks that\nopen early."),
        ("call", "Senior Researcher", "{'q': 'parks'}"),
        ("result", "search", "Parc A opens\nat 7."),
        ("think", "Senior Researcher", "Look again."),
        ("call", "Senior Researcher", '{"url": "x"}'),
        ("result", "browse", "404"),
        ("say", "Senior Researcher", "Two parks:\nTask: done"),
        ("handoff", None, "Write."),
        ("say", "Writer", "A guide."),
    ]
    assert [event.tool for event in trace.events if event.tool] == ["search", "search", "browse", "browse"]
    answer = trace.answer()
    assert answer is not None and answer.text == "A guide."
    check_places(trace)


def test_each_crew_is_a_run_and_colours_do_not_matter(tmp_path: Path) -> None:
    """A log of two executions, and the same box with the colours of a terminal."""
    assert len(opened(tmp_path, RUN + RUN, "crew.txt").reading.runs) == 2
    second = Trace.open(tmp_path / "crew.txt", only="2").read()
    assert (len(acts(second)), len(second.reading.runs)) == (9, 2)
    coloured = opened(
        tmp_path, box("✅ Agent Final Answer", "Agent: A", "", "Final Answer:", "Yes.", colour="\x1b[32m")
    )
    assert acts(coloured) == [("say", "A", "Yes.")]
