"""What is shown before anybody looks for failures: all of a short run; of a long one its task, roles and rows."""

from pathlib import Path

from agent.analyst.case import Case
from agent.analyst.outline_view import OUTLINE_TOKENS, OVERVIEW, WHOLE, outline_view
from agent.analyst.shown_trace import ShownTrace
from agent.tokens import count
from agent.trace.event import Kind
from tests.agent.analyst.stage import case_of
from tests.agent.signals.stage import Step, played, say


def test_a_short_run_is_shown_whole_as_the_walk_sends_it(tmp_path: Path) -> None:
    shown = ShownTrace(case_of(tmp_path), b"salt", None)
    (chunk,) = shown.case.planner.chunks()
    assert outline_view(shown) == (shown.text(chunk), WHOLE)


def test_of_a_long_run_the_task_and_what_each_agent_was_told_are_shown_with_their_lines(tmp_path: Path) -> None:
    steps = [
        Step(Kind.TASK, "user", "Write app.py.\nIt prints 5.\nIt has no tests."),
        Step(Kind.SYSTEM, "coder", "You are the coder.\nYou never run code."),
        Step(Kind.SYSTEM, "tester", "You are the tester.\nYou run the code."),
        Step(Kind.SYSTEM, "reviewer", "You are the reviewer.\n" + "It is long. " * 300 + "\nNo.\n" * 90),
        Step(Kind.NOISE, None, "tick\n" * 3),
        Step(Kind.PLAN, "planner", "1. coder writes\n2. tester runs"),
        *(say("coder", f"{n} words that say little but take room, and more again {n * 7}") for n in range(900)),
    ]
    shown = ShownTrace(Case(played(tmp_path, steps)), b"salt", None)
    text, says = outline_view(shown)
    assert says == OVERVIEW
    for line in (
        "2| It prints 5.",
        "5| You never run code.",
        "7| You run the code.",
        "| 2. tester runs",
        "899 words",
    ):
        assert line in text
    assert "8| You are the reviewer." in text, "the beginning of what is too long"
    assert "@5 " not in text, "no row for noise"
    assert count(text) < OUTLINE_TOKENS


def test_of_a_long_run_the_last_lines_are_shown_whatever_its_last_event_begins_with(tmp_path: Path) -> None:
    talk = [say("coder", f"{n} words that say little but take room, and more again {n * 7}") for n in range(900)]
    steps = [*talk, say("planner", "No agent is chosen.\nA warning.\nFINAL ANSWER: 12"), Step(Kind.NOISE, None, "tick")]
    text, _ = outline_view(ShownTrace(Case(played(tmp_path, steps)), b"salt", None))
    assert text.index("Its last lines:") < text.index("903| FINAL ANSWER: 12")
