"""What is shown before anybody looks for failures: all of a short run; of a long one its task, roles and rows."""

from pathlib import Path

from agent.analyst.case import Case
from agent.analyst.closing_view import closing_view
from agent.analyst.outline_checks import numbered
from agent.analyst.outline_view import OUTLINE_TOKENS, OVERVIEW, WHOLE, outline_view
from agent.analyst.questions import judge
from agent.analyst.shown_trace import ShownTrace
from agent.analyst.telling_events import BESIDE
from agent.model.reply_schemas import OutlineReply
from agent.tokens import count
from agent.trace.event import Kind
from tests.agent.analyst.stage import case_of
from tests.agent.analyst.test_outline_checks import EMPTY
from tests.agent.signals.stage import Step, played, say


def test_a_short_run_is_shown_whole_as_the_walk_sends_it(tmp_path: Path) -> None:
    shown = ShownTrace(case_of(tmp_path), b"salt", None)
    (chunk,) = shown.case.planner.chunks()
    assert outline_view(shown) == (shown.text(chunk), WHOLE)


TASK = "Write one file app.py.\nThe program prints 42."


def test_a_task_beside_the_events_is_told_wherever_the_run_is_shown(tmp_path: Path) -> None:
    case = case_of(tmp_path)
    case.trace.stated_task = TASK
    shown = ShownTrace(case, b"salt", None)
    (chunk,) = case.planner.chunks()
    text, says = outline_view(shown)
    assert text == shown.text(chunk)
    for told in (says, closing_view(shown, {}, 900).says, judge(shown, "FC1", chunk, (), {}, ())):
        assert f"{BESIDE}\n" in told
        assert TASK in told
    criterion = {"text": "The program prints 42.", "line": 0, "words": "program prints 42"}
    made = numbered(case, OutlineReply.model_validate(EMPTY | {"criteria": [criterion]}))
    assert [(one["line"], one["words"]) for one in made["criteria"]] == [(0, "program prints 42")]


def test_a_task_beside_the_events_of_a_long_run_is_told_in_its_overview(tmp_path: Path) -> None:
    steps = [say("coder", f"{n} words that say little but take room, and more again {n * 7}") for n in range(900)]
    case = Case(played(tmp_path, steps))
    case.trace.stated_task = "It prints 42. " * 2_000
    text, _ = outline_view(ShownTrace(case, b"salt", None))
    assert text.index("It prints 42. It prints 42.") < text.index("@1 coder, say: 0 words that say")
    assert "more characters of the task are not shown" in text
    assert count(text) < OUTLINE_TOKENS


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


def test_what_a_log_notes_takes_no_row_of_a_long_run_and_is_no_end_of_it(tmp_path: Path) -> None:
    talk = [Step(Kind.NOTE, None, f"tools are made ready, {n}") for n in range(900)]
    steps = [*talk, say("coder", "I write it"), *talk, say("tester", "it prints 5"), Step(Kind.NOTE, None, "closed")]
    text, _ = outline_view(ShownTrace(Case(played(tmp_path, steps)), b"salt", None))
    assert "901 coder, say: I write it" in text.replace("@", "")
    assert text.index("Its last lines:") < text.rindex("it prints 5")
