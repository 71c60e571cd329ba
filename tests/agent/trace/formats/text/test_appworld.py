"""AppWorld consoles: loops, echoes, headers that are only text, and an evaluation that nobody may see."""

from functools import partial
from pathlib import Path

import pytest

from agent.trace.event import Kind
from agent.trace.trace import Trace
from tests.agent.trace.formats.acts import opened

read = partial(opened, name="task.txt")
SAMPLE = Path(__file__).resolve().parents[5] / "sample_traces" / "appworld-rent-share.txt"
HEADING = "\n\n******************** Task 1/2 (abc_1)  ********************\nPay the bill.\n"


@pytest.fixture(scope="module")
def sample() -> Trace:
    return Trace.open(SAMPLE).read()


def test_a_loop_is_a_section_one_deeper(sample: Trace) -> None:
    inside = [event for event in sample.events if event.section is not None]
    assert {event.section for event in inside} == {"Splitwise Agent, loop 1"}
    assert [event.depth for event in inside] == [0, 1, 1, 1, 1, 1, 1, 1, 0]
    entering, request, *_, reply, leaving = inside
    assert (entering.kind, entering.to, leaving.to) == (Kind.HANDOFF, ("Splitwise Agent",), ("Supervisor Agent",))
    assert (request.kind, request.actor, request.to) == (Kind.SAY, "Supervisor Agent", ("Splitwise Agent",))
    assert (reply.kind, reply.actor, reply.to) == (Kind.SAY, "Splitwise Agent", ("Supervisor Agent",))


def test_what_is_said_to_the_supervisor_repeats_what_stands_above(sample: Trace) -> None:
    echoes = [event for event in sample.events if event.repeats]
    assert len(echoes) == 3
    for echo in echoes:
        act = sample.events[echo.repeats or 0]
        assert act.repeats is None and act.number == echo.number - 1
        assert sample.text(echo).split()[4:] == sample.text(act).split()[3 if "Code" in sample.text(act) else 4 :]


def test_calls_name_the_interface_and_failures_are_marked(sample: Trace) -> None:
    calls = [event.tool for event in sample.events if event.kind is Kind.CALL]
    assert calls == [
        "send_message", "send_message", "api_docs.show_api_doc", "splitwise.show_people_i_owe", "reply",
        "splitwise.request_payment", "splitwise.request_payment", "supervisor.complete_task",
    ]  # fmt: skip
    assert [e.lines[0] for e in sample.events if e.status == "error" and e.is_act] == [102]
    assert next(e for e in sample.events if '"api_name"' in sample.text(e)).salience < 0.2


def test_task_and_answer(sample: Trace) -> None:
    task, answer = sample.task(), sample.answer()
    assert task is not None and task.source_lines == (4, 4)
    assert answer is not None and answer.text == "Ines was asked for the April rent share"


def test_the_evaluation_is_named_and_not_shown(sample: Trace) -> None:
    last = sample.events[len(sample.events)]
    assert last.kind is Kind.EVALUATION
    assert list(sample.lines(*last.lines)) == ["Evaluation"]
    assert sample.source.size == last.bytes[1]
    assert [hidden.split(":")[0] for hidden in sample.reading.hidden] == ["Evaluation"]
    assert not any('"num_tests"' in line for line in sample.lines(1, sample.events.lines))


def test_inner_headers_outside_of_a_loop_are_text(tmp_path: Path) -> None:
    trace = read(
        tmp_path,
        HEADING
        + "Response from Supervisor Agent\n    print(1)\n    Message to Spotify Agent\n    text\n"
        + "Code Execution Output\n\n    1\n",
    )
    assert [event.kind for event in trace.events] == [Kind.NOISE, Kind.TASK, Kind.CALL, Kind.RESULT]
    assert trace.events[3].lines == (5, 8)


def test_what_is_not_the_same_is_no_echo(tmp_path: Path) -> None:
    trace = read(
        tmp_path, HEADING + "Code Execution Output\n\n    1\n\nMessage to Supervisor Agent\n    Nothing was printed.\n"
    )
    assert [event.repeats for event in trace.events] == [None] * 4


def test_agents_with_names_of_two_words_and_a_second_task(tmp_path: Path) -> None:
    trace = read(
        tmp_path,
        HEADING
        + "Entering Simple Note Agent message loop\n    Message to Simple Note Agent\n        hello\n"
        + "******************** Task 2/2 (abc_2)  ********************\nAnother.\n    Message to Simple Note Agent\n",
    )
    assert [(e.kind, e.actor) for e in trace.events][2:] == [
        (Kind.HANDOFF, "Supervisor Agent"),
        (Kind.SAY, "Supervisor Agent"),
        (Kind.TASK, "user"),
    ]
    task = trace.task()
    assert task is not None and task.text == "Pay the bill."
