"""MetaGPT's communication log: blocks, rules inside of code, an end that is missing."""

from functools import partial
from pathlib import Path

from agent.trace.event import Kind
from agent.trace.trace import Trace
from tests.agent.trace.formats.acts import opened

read = partial(opened, name="log.txt")
SAMPLE = Path(__file__).resolve().parents[5] / "sample_traces" / "metagpt-roman-numerals.txt"
RULE = "-" * 80
TITLE = "=== MetaGPT Agent Communication Log - Started at 2026-02-03 09:15:40 ===\n\n"
TASK = f"[2026-02-03 09:15:40] FROM: Human TO: {{'<all>'}}\nACTION: x\nCONTENT:\nDo.\n\n{RULE}\n\n"


def test_blocks_and_who_wrote_them() -> None:
    trace = Trace.open(SAMPLE).read()
    assert [(event.kind, event.record, event.actor, event.lines[0]) for event in trace.events] == [
        (Kind.NOISE, None, None, 1),
        (Kind.TASK, 1, "Human", 4),
        (Kind.SAY, 2, "SimpleCoder", 11),
        (Kind.SAY, 3, "SimpleTester", 28),
        (Kind.SAY, 4, "SimpleReviewer", 47),
        (Kind.SAY, 5, "SimpleTester", 52),
        (Kind.SAY, 6, "SimpleReviewer", 69),
        (Kind.NOISE, None, None, 73),
    ]
    task = trace.task()
    assert task is not None and task.source_lines == (7, 8)
    assert trace.events[2].to == ("<all>",)
    assert trace.events[3].time == "2026-02-03T09:15:52.000"
    assert not trace.reading.executes_code


def test_a_rule_inside_of_code_does_not_end_the_block(tmp_path: Path) -> None:
    block = f"[2026-02-03 09:15:52] NEW MESSAGES:\n\nCoder: \nprint('''\n{RULE}\n''')\n{RULE}\n"
    trace = read(tmp_path, TITLE + TASK + block + "\n\n=== Communication Log Ended at 2026-02-03 09:16:35 ===\n")
    assert [(event.kind, event.lines) for event in trace.events][2:] == [(Kind.SAY, (10, 16)), (Kind.NOISE, (17, 19))]
    assert trace.events[3].title == "print('''"


def test_a_block_without_an_end_or_an_agent(tmp_path: Path) -> None:
    trace = read(tmp_path, TITLE + TASK + "[2026-02-03 09:15:52] NEW MESSAGES:\n\n(nothing")
    assert (trace.events[3].actor, trace.events[3].record) == (None, 2)
