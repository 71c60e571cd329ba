"""AutoGen consoles with bare names and with types of messages."""

from functools import partial
from pathlib import Path

import pytest

from agent.trace.event import Kind
from agent.trace.trace import Trace
from tests.agent.trace.formats.acts import opened

read = partial(opened, name="console.txt")
SAMPLE = Path(__file__).resolve().parents[5] / "sample_traces" / "autogen-console-reorder.txt"


def test_types_of_messages_become_kinds() -> None:
    trace = Trace.open(SAMPLE).read()
    assert [(event.kind, event.actor, event.tool, event.call, event.status) for event in trace.events] == [
        (Kind.TASK, "user", None, None, None),
        (Kind.SAY, "planner", None, None, None),
        (Kind.HANDOFF, "planner", None, None, None),
        (Kind.CALL, "stock_agent", "list_stock", "call_1", None),
        (Kind.RESULT, "stock_agent", "list_stock", "call_1", "ok"),
        (Kind.RESULT, "stock_agent", None, None, None),
        (Kind.SAY, "stock_agent", None, None, None),
        (Kind.THINK, "order_agent", None, None, None),
        (Kind.CALL, "order_agent", "place_order", "call_2", None),
        (Kind.RESULT, "order_agent", "place_order", "call_2", "error"),
        (Kind.SAY, "order_agent", None, None, None),
        (Kind.SAY, "report_agent", None, None, None),
        (Kind.USAGE, None, None, None, None),
    ]
    assert trace.events[3].to == ("stock_agent",)
    assert trace.events[6].repeats == 5


def test_bare_names_tell_calls_by_their_text(tmp_path: Path) -> None:
    trace = read(
        tmp_path,
        "Starting.\n---------- user ----------\nAdd.\n---------- solver ----------\n"
        "[FunctionCall(id='c1', arguments='{}', name='add')]\n---------- solver ----------\n"
        "[FunctionExecutionResult(content='3', call_id='c1')]\n"
        "---------- solver ----------\n```python\nprint(3)\n```\n",
    )
    assert trace.format.name == "autogen04_console"
    assert [(event.kind, event.record) for event in trace.events] == [
        (Kind.NOISE, None),
        (Kind.TASK, 1),
        (Kind.CALL, 2),
        (Kind.RESULT, 3),
        (Kind.CALL, 4),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "---------- Original Message ----------",
        "----------- solver -----------",
        "x ---------- solver ----------",
        "--------------------------------------",
    ],
)
def test_other_rules_are_text(tmp_path: Path, line: str) -> None:
    assert read(tmp_path, f"hello\n{line}\nhello\n").format.name != "autogen04_console"
    trace = read(tmp_path, f"---------- user ----------\nhello\n{line}\nhello\n")
    assert len(trace.events) == 1


def test_a_magentic_one_run_with_nothing_around_it_is_read_as_one(tmp_path: Path) -> None:
    blocks = [
        ("user", "How many ferries?"),
        ("MagenticOneOrchestrator", "\nWe are working to address the following user request:\n\nHow many ferries?\n"),
        ("MagenticOneOrchestrator", "Please run the script."),
        ("ComputerTerminal", "The script ran, then exited with Unix exit code: 1\nTraceback (most recent call last):"),
        ("MagenticOneOrchestrator", "FINAL ANSWER: 4"),
    ]
    trace = read(tmp_path, "".join(f"---------- {name} ----------\n{text}\n" for name, text in blocks))
    assert trace.format.name == "autogen04_console"
    assert [(event.kind, event.to, event.status) for event in trace.events] == [
        (Kind.TASK, (), None),
        (Kind.PLAN, (), None),
        (Kind.HANDOFF, ("ComputerTerminal",), None),
        (Kind.RESULT, (), "error"),
        (Kind.ANSWER, (), None),
    ]
    answer = trace.answer()
    assert answer is not None
    assert answer.text == "4"


def test_the_answer_is_neither_a_farewell_nor_the_usage_below_a_message(tmp_path: Path) -> None:
    usage = "[Prompt tokens: 10, Completion tokens: 5]"
    said = [("user", "How many?"), ("counter", f"There are 5.\n{usage}"), ("checker", f"Bye everyone!\n{usage}")]
    trace = read(tmp_path, "".join(f"---------- {name} ----------\n{words}\n" for name, words in said))
    answer = trace.answer()
    assert answer is not None
    assert answer.text == "There are 5."
