"""JSON nobody else knows: by lines or as a document, torn, mixed with text, and hostile."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from agent.trace.event import Kind
from agent.trace.trace import Trace

RECORDS: list[dict[str, Any]] = [
    {"agent": "planner", "text": "plan\nin two lines", "ts": 1763452800.5},
    {"agent": "solver", "to": "planner", "msg": "done", "timestamp": "2026-11-18 08:00:01"},
    {"role": "assistant", "name": "critic", "content": "no", "tool_calls": []},
    {"level": "ERROR", "logger": "runner", "message": "it broke"},
    {"type": "observation", "output": "391"},
    {"odd": [1, 2, {"deep": "x\ny"}]},
]


def opened(tmp_path: Path, data: str | bytes, form: str) -> Trace:
    path = tmp_path / "x"
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return Trace.open(path, format_name=form).read()


@pytest.mark.parametrize("form", ["jsonl", "json"])
def test_names_say_what_is_what(tmp_path: Path, form: str) -> None:
    data = "\n".join(map(json.dumps, RECORDS)) if form == "jsonl" else json.dumps({"rows": RECORDS}, indent=1)
    trace = opened(tmp_path, data, form)
    assert [event.actor for event in trace.events] == ["planner", "solver", "critic", "runner", None, None]
    kinds = [Kind.SAY, Kind.SAY, Kind.SAY, Kind.ERROR, Kind.RESULT, Kind.NOTE]
    assert [event.kind for event in trace.events] == kinds
    assert [event.record for event in trace.events] == [1, 2, 3, 4, 5, 6]
    assert trace.text(trace.events[1]) == "plan\nin two lines"
    assert trace.events[1].lines == (1, 2)
    assert trace.events[1].time == "2025-11-18T08:00:00.500Z"
    assert trace.events[2].time == "2026-11-18T08:00:01.000"
    assert trace.events[2].to == ("planner",)
    trace.close()


def test_foreign_and_broken_lines_between_are_kept(tmp_path: Path) -> None:
    lines = [
        b'{"agent": "a", "text": "one"}',
        b"WARNING: plain words",
        b"and more",
        b'{"agent": broken',
        b'{"agent": "b"',
    ]
    lines[4:4] = [b'{"agent": "c", "text": "two"}']
    trace = opened(tmp_path, b"\n".join(lines), "jsonl")
    texts = [trace.text(event) for event in trace.events]
    assert texts == ["one", 'WARNING: plain words\nand more\n{"agent": broken', "two", '{"agent": "b"']
    assert [event.source_lines for event in trace.events] == [(1, 1), (2, 4), (5, 5), (6, 6)]
    assert trace.reading.broken_at == trace.source.size - len(lines[-1])
    trace.close()


@pytest.mark.parametrize("form", ["jsonl", "json"])
def test_cut_at_random_places_the_whole_records_open(tmp_path: Path, form: str) -> None:
    separator = "\n" if form == "jsonl" else ",\n"
    texts = [json.dumps(record) for record in RECORDS]
    raw = (separator.join(texts) if form == "jsonl" else f"[{separator.join(texts)}]").encode()
    ends = [raw.index(text.encode()) + len(text.encode()) for text in texts]
    chance = random.Random(3)
    for cut in chance.choices(range(2, len(raw)), k=200):
        trace = opened(tmp_path, raw[:cut], form)
        whole = sum(end <= cut for end in ends)
        events = list(trace.events)
        assert len(events) >= whole
        assert [event.actor for event in events[:whole]] == ["planner", "solver", "critic", "runner", None, None][
            :whole
        ]
        broken = [warning for warning in trace.warnings if "cannot be read beyond" in warning or "broken" in warning]
        assert len(broken) <= 1
        trace.close()


@pytest.mark.parametrize(
    "value",
    ["9" * 5000, "NaN", "1e999", "-Infinity", '{"a": 1, "a": 2}', "[" * 900 + "]" * 900, '"\\ud800"', '"\x00"'],
    ids=["digits", "nan", "1e999", "infinity", "twice", "deep", "surrogate", "nul"],
)
@pytest.mark.parametrize("form", ["jsonl", "json"])
def test_odd_values_are_kept(tmp_path: Path, form: str, value: str) -> None:
    record = '{"agent": "a", "text": "before"}'
    odd = f'{{"agent": "b", "value": {value}}}'
    data = f"{record}\n{odd}\n{record}\n" if form == "jsonl" else f"[{record}, {odd}, {record}]"
    trace = opened(tmp_path, data, form)
    assert [trace.text(event) for event in trace.events if event.actor == "a"] == ["before", "before"]
    assert len(trace.events) == 3
    trace.close()


@pytest.mark.parametrize("form", ["jsonl", "json"])
def test_nesting_beyond_all_reason_is_said(tmp_path: Path, form: str) -> None:
    record = '{"agent": "a", "text": "before"}'
    deep = '{"x": ' + "[" * 200_000 + "\n"
    trace = opened(tmp_path, f"{record}\n{deep}" if form == "jsonl" else f"[{record},\n{deep}", form)
    assert trace.text(trace.events[1]) == "before"
    assert [warning for warning in trace.warnings if "nested" in warning or "broken JSON" in warning]
    trace.close()


def test_a_document_says_its_task_and_answer(tmp_path: Path) -> None:
    document = {"question": "17*23?", "steps": RECORDS[:2], "final_answer": "391", "count": 3}
    trace = opened(tmp_path, json.dumps(document), "json")
    task, answer = trace.task(), trace.answer()
    assert task is not None
    assert answer is not None
    assert (task.text, answer.text) == ("17*23?", "391")
    assert [event.kind for event in trace.events] == [Kind.SAY, Kind.SAY, Kind.TASK, Kind.ANSWER]
    trace.close()


def test_a_first_line_longer_than_the_head_is_still_a_line(tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    long = json.dumps({"agent": "a", "text": "x" * 200_000})
    path.write_text(f"{long}\n{long}\n")
    trace = Trace.open(path).read()
    assert [event.actor for event in trace.events] == ["a", "a"]
    trace.close()


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("line_break", [b"\n", b"\r\n"])
def test_bom_and_crlf(tmp_path: Path, mark: bytes, line_break: bytes) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(mark + line_break.join(json.dumps(record).encode() for record in RECORDS) + line_break)
    trace = Trace.open(path).read()
    assert trace.format.name == "jsonl"
    assert len(trace.events) == 6
    assert trace.text(trace.events[4]) == "it broke"
    trace.close()
