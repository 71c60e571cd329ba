"""ChatDev logs: talk among tables, prompts that are printed again, and dates with the day before the month."""

from functools import partial
from pathlib import Path

import pytest

from agent.trace.event import Kind
from agent.trace.formats.base.format import Reading
from agent.trace.formats.chatdev.chatdev_clock import ChatDevClock
from agent.trace.trace import Trace
from tests.agent.trace.formats.acts import opened

read = partial(opened, name="P.log")
SAMPLE = Path(__file__).resolve().parents[5] / "sample_traces" / "chatdev-bill-splitter.log"


def record(text: str) -> str:
    return f"[2026-07-04 10:00:00 INFO] {text}\n"


START = record("**[Preprocessing]**\n\n**task_prompt**: Do it.\n\n**project_name**: P\n")


@pytest.fixture(scope="module")
def sample() -> Trace:
    return Trace.open(SAMPLE).read()


def test_an_utterance_is_a_prompt_and_a_reply(sample: Trace) -> None:
    said = [event for event in sample.events if event.kind is Kind.SAY]
    assert [(event.actor, event.to[0], event.section) for event in said] == [
        ("Chief Product Officer", "Chief Executive Officer", "DemandAnalysis"),
        ("Chief Executive Officer", "Chief Product Officer", "DemandAnalysis"),
        ("Programmer", "Chief Technology Officer", "Coding"),
        ("Code Reviewer", "Programmer", "CodeReviewComment"),
        ("Chief Executive Officer", "Counselor", "Reflection"),
    ]
    assert sample.text(said[1]) == "I agree.\n\n<INFO> Application\n"
    for event in said:
        before = sample.events[event.number - 1]
        assert (before.record, before.kind) == (event.record, Kind.SYSTEM)
        assert "You are" in sample.text(before) and "You are" not in sample.text(event)


def test_conclusions_repeat_the_last_reply(sample: Trace) -> None:
    conclusions = [event for event in sample.events if event.title == "Seminar Conclusion"]
    assert len(conclusions) == 4
    assert all(sample.events[event.repeats or 0].kind is Kind.SAY for event in conclusions)


def test_a_prompt_is_new_once(sample: Trace) -> None:
    prompts = [event for event in sample.events if event.title.startswith("System prompt")]
    texts = {sample.text(event).split("\n\n", 1)[1].strip() for event in prompts}
    assert len([event for event in prompts if event.is_act]) == len(texts)
    for event in prompts:
        if event.repeats:
            act = sample.events[event.repeats]
            assert sample.text(act).split("\n\n", 1)[1].strip() == sample.text(event).split("\n\n", 1)[1].strip()


def test_talk_is_louder_than_what_surrounds_it(sample: Trace) -> None:
    for event in sample.events:
        if event.kind is Kind.SAY:
            assert event.salience == 1.0
        elif event.kind in (Kind.SYSTEM, Kind.USAGE, Kind.NOISE):
            assert event.salience <= 0.2


def test_tests_commands_and_what_they_found(sample: Trace) -> None:
    told = [(e.kind, e.actor, e.status) for e in sample.events if e.kind in (Kind.CALL, Kind.RESULT)]
    assert told == [
        (Kind.RESULT, None, "error"),
        (Kind.RESULT, "Software Test Engineer", "error"),
        (Kind.CALL, "Programmer", None),
        (Kind.CALL, None, None),
        (Kind.RESULT, None, "ok"),
        (Kind.RESULT, None, "ok"),
    ]
    started = next(event for event in sample.events if event.title.startswith("Test Reports"))
    assert started.tool == "program start", "that a program started is no test of what it does"


def test_the_task_has_several_lines(sample: Trace) -> None:
    task = sample.task()
    assert task is not None and task.source_lines == (9, 11)
    assert task.text.endswith("The shares must add up to the total.")


def test_times_are_read_with_the_day_first(sample: Trace) -> None:
    assert sample.events[1].time == "2026-04-07T09:12:40.000"


@pytest.mark.parametrize(
    ("stamp", "times"),
    [
        (b"**Timestamp**: 20250329233003", {b"2025-29-03": "2025-03-29"}),
        (b"**Timestamp**: 20250407101500", {b"2025-07-04": "2025-04-07"}),
        (b"**Timestamp**: 20250407101500", {b"2025-04-07": "2025-04-07"}),
        (b"**Log File**: /x/P_Org_20250407101500.log", {b"2025-07-04": "2025-04-07"}),
        (b"", {b"2025-07-04": "2025-04-07", b"2025-13-04": "2025-04-13"}),
        (b"", {b"2025-03-13": "2025-03-13", b"2025-04-05": "2025-04-05"}),
        (b"**Timestamp**: 20250731235900", {b"2025-31-07": "2025-07-31", b"2025-01-08": "2025-08-01"}),
    ],
)
def test_what_tells_the_day_from_the_month(stamp: bytes, times: dict[bytes, str]) -> None:
    clock = ChatDevClock(Reading())
    for written, expected in times.items():
        assert clock.iso(written + b" 10:15:00", stamp) == f"{expected}T10:15:00"


def test_brackets_and_headings_in_a_reply_are_text(tmp_path: Path) -> None:
    reply = "# main.py\n\n[1, 2]\n\n**[Not a tag]**\n[also: not]"
    trace = read(tmp_path, START + record(f"A: **A<->B on : Coding, turn 3**\n\n[You are B.]\n\n{reply}\n"))
    said = trace.events[3]
    assert (said.actor, said.to, said.title) == ("A", ("B",), "Coding, turn 3: # main.py")
    assert trace.text(said) == reply + "\n"


def test_an_utterance_without_a_prompt_is_all_reply(tmp_path: Path) -> None:
    trace = read(tmp_path, START + record("B: **A<->B on : Coding, turn 0**\n\nThe answer is (C).\n"))
    assert [(event.kind, event.to) for event in trace.events][1:] == [(Kind.SAY, ("A",))]
    answer = trace.answer()
    assert answer is not None and answer.text == "(C)"


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("The answer is (X) with X in A to D. The answer is (B).", "(B)"),
        ("the correct answer is C.", "C"),
        ("So (3).", ""),
    ],
)
def test_the_last_choice_is_the_answer(tmp_path: Path, reply: str, answer: str) -> None:
    read_answer = read(
        tmp_path, START + record(f"B: **A<->B on : Coding, turn 0**\n\n[You are A.]\n\n{reply}\n")
    ).answer()
    assert (read_answer.text if read_answer else "") == answer


def test_a_phase_that_comes_again_is_counted(tmp_path: Path) -> None:
    table = record("System: **[chatting]**\n\n| Parameter | Value |\n| --- | --- |\n| **phase_name** | Coding |\n")
    assert [event.section for event in read(tmp_path, START + table + table).events] == [None, "Coding", "Coding 2"]


def test_a_refused_request_is_an_error(tmp_path: Path) -> None:
    trace = read(tmp_path, START + record('HTTP Request: POST https://x/ "HTTP/1.1 429 Too Many Requests"'))
    assert (trace.events[2].kind, trace.events[2].status) == (Kind.ERROR, "error")


def test_other_logs_with_a_time_in_brackets_are_not_claimed(tmp_path: Path) -> None:
    assert read(tmp_path, record("hello") * 3).format.name != "chatdev_log"


def test_what_lies_beside_the_log(tmp_path: Path) -> None:
    for name in ("P.prompt", "main.py", "meta.txt", "ChatChainConfig.json", "photo.gif"):
        (tmp_path / name).write_text("")
    assert read(tmp_path, START).reading.companions == ["ChatChainConfig.json", "P.prompt", "main.py", "meta.txt"]
