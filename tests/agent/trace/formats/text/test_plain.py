"""Plain logs: what begins a record is learned, whoever logs is the agent, and every byte belongs to one event."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.trace.event import Kind
from agent.trace.formats.base.format import Head
from agent.trace.formats.text.plain import PlainLog
from agent.trace.trace import Trace

HEADERS = {
    "logging": ("2026-11-18 08:00:0{},101 INFO {}: ", "2026-11-18T08:00:01.101"),
    "logging by name": ("2026-11-18 08:00:0{},101 - {} - WARNING - ", "2026-11-18T08:00:01.101"),
    "brackets": ("[2026-11-18T08:00:0{}Z] [INFO] {}: ", "2026-11-18T08:00:01.000Z"),
    "slashes": ("2026/11/18 08:00:0{} {}: ", "2026-11-18T08:00:01.000"),
    "syslog": ("Nov 18 08:00:0{} {}: ", None),
    "clock": ("08:00:0{}.5 {} | ", None),
    "level": ("INFO:{1}:at {0} ", None),
    "coloured": ("\x1b[32m2026-11-18 08:00:0{}\x1b[0m INFO {}: ", "2026-11-18T08:00:01.000"),
}


def opened(tmp_path: Path, text: str | bytes) -> Trace:
    path = tmp_path / "some.log"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return Trace.open(path, format_name="plain_log").read()


@pytest.mark.parametrize(("header", "time"), HEADERS.values(), ids=HEADERS)
def test_headers_are_learned(tmp_path: Path, header: str, time: str | None) -> None:
    bodies = ["first\n    more\n\nof it\n", "second\n", "third\n", "fourth\nlast"]
    names = ["planner", "solver", "planner", "agent.Verifier"]
    text = "".join(header.format(n, name) + body for n, (name, body) in enumerate(zip(names, bodies, strict=True), 1))
    trace = opened(tmp_path, text)
    events = list(trace.events)
    if "|" not in header:
        assert [event.actor for event in events] == names
    assert [event.record for event in events] == [1, 2, 3, 4]
    assert events[0].time == time
    assert events[0].lines == events[0].source_lines == (1, 4)
    assert "".join(trace.text(event) + "\n" for event in events) == text + "\n"
    trace.close()


def test_who_speaks_to_whom(tmp_path: Path) -> None:
    turns = [("user", "planner", "do it"), ("planner", "solver", "2+2?"), ("solver", "planner", "4")]
    text = "".join(f"{a} (to {b}):\n\n{said}\n\n{'-' * 80}\n" for a, b, said in turns)
    trace = opened(tmp_path, text)
    assert [(event.actor, event.to) for event in trace.events] == [(a, (b,)) for a, b, _ in turns]
    trace.close()


def test_what_a_message_says_of_itself(made: Path) -> None:
    trace = Trace.open(made / "plain_logging.log").read()
    kinds = [event.kind for event in trace.events]
    assert kinds == [Kind.TASK, Kind.CALL, Kind.RESULT, Kind.ERROR, Kind.ANSWER]
    task, answer = trace.task(), trace.answer()
    assert task is not None
    assert task.text == "What is 17 * 23 + 4? Reply with the number only."
    assert task.source_lines == (1, 1)
    assert answer is not None
    assert answer.text == "391"
    assert [event.tool for event in trace.events][1] == "calculator"
    assert trace.events[4].lines == trace.events[4].source_lines == (4, 8)
    trace.close()


def test_without_a_regular_header_events_are_paragraphs(tmp_path: Path) -> None:
    trace = opened(tmp_path, "one\nmore\n\ntwo\n\n\nthree\r\n\r\nfour")
    assert [trace.text(event).strip() for event in trace.events] == ["one\nmore", "two", "three", "four"]
    assert trace.lines_count == 9
    assert trace.events.level
    assert trace.warnings
    trace.close()


@given(
    st.lists(st.sampled_from(["2026-11-18 08:00:00 INFO a: ", "x", "\n", "\n\n", "\r\n", "\x1b[0m", "é", "\x0c", ""]))
)
def test_every_byte_belongs_to_one_event(tmp_path_factory: pytest.TempPathFactory, parts: list[str]) -> None:
    data = "".join(parts).encode()
    trace = opened(tmp_path_factory.getbasetemp(), data)
    reached = 0
    for event in trace.events:
        assert event.bytes[0] == reached
        reached = event.bytes[1]
        assert event.lines == event.source_lines
    assert reached == len(data)
    trace.close()


def test_takes_anything() -> None:
    assert PlainLog().recognise(Head(b"\xff\0whatever", "x", 10))


def test_a_traceback_that_is_only_quoted_is_no_error(tmp_path: Path) -> None:
    head = "2026-11-18 08:00:0{} INFO writer: "
    text = head.format(1) + "it prints 'Traceback (most recent call last)' first\n"
    text += head.format(2) + "my run ended so:\nTraceback (most recent call last):\n  boom\n" + head.format(3) + "end\n"
    assert [event.kind for event in opened(tmp_path, text).events] == [Kind.SAY, Kind.ERROR, Kind.SAY]


NAMED = {
    "level and name in brackets": "[2026-11-18 08:00:0{}] [INFO] [{}] {}\n",
    "tabs": "2026-11-18 08:00:0{}\tINFO\t{}\t{}\n",
    "a process of syslog": "Nov 18 08:00:0{} ship {}[71]: {}\n",
    "coloured columns": "\x1b[32m2026-11-18 08:00:0{}\x1b[0m | \x1b[1mINFO\x1b[0m | {} - {}\n",
}


@pytest.mark.parametrize("line", NAMED.values(), ids=NAMED)
def test_agents_are_found_wherever_loggers_write_their_name(tmp_path: Path, line: str) -> None:
    said = [("planner", "task: count the boats"), ("solver", "I count them"), ("solver", "final answer: 3")]
    trace = opened(tmp_path, "".join(line.format(n, *words) for n, words in enumerate(said)))
    assert [(event.actor, event.kind) for event in trace.events] == [
        ("planner", Kind.TASK),
        ("solver", Kind.SAY),
        ("solver", Kind.ANSWER),
    ]
    task, answer = trace.task(), trace.answer()
    assert task is not None
    assert answer is not None
    assert (task.text, answer.text) == ("count the boats", "3")


def test_an_autogen_console_tells_its_task_its_calls_and_what_came_back(tmp_path: Path) -> None:
    rule = "\n\n" + "-" * 80 + "\n"
    call = "***** Suggested tool call (call_7): count_boats *****\nArguments:\n{}\n" + "*" * 48
    back = "***** Response from calling tool (call_7) *****\n3\n" + "*" * 48
    said = [
        ("user", "lead", "Count the boats.\nAll of them."),
        ("lead", "worker", call),
        ("worker", "lead", back),
        ("worker", "lead", "exitcode: 1 (execution failed)\nCode output: no"),
        ("lead", "user", "There are 3 boats."),
    ]
    trace = opened(tmp_path, "".join(f"{one} (to {other}):\n\n{text}{rule}" for one, other, text in said))
    assert [(event.kind, event.tool, event.call, event.status) for event in trace.events] == [
        (Kind.TASK, None, None, None),
        (Kind.CALL, "count_boats", "call_7", None),
        (Kind.RESULT, None, "call_7", None),
        (Kind.RESULT, "code", None, "error"),
        (Kind.SAY, None, None, None),
    ]
    task = trace.task()
    assert task is not None
    assert task.text == "Count the boats.\nAll of them."
