"""JSON of unknown programs, made up here: roles, words, calls and times are found by shape."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.agent.trace.formats.acts import acts, lines, opened

TIME = "2026-03-01T10:00:00Z"
SAYS_WHO: list[dict[str, Any]] = [
    {"t": TIME, "who": "user", "say": "Count the files."},
    {"t": TIME, "who": "counter", "say": "I list them.", "uses": {"tool": "ls", "args": {"path": "."}}},
    {"t": TIME, "who": "ls", "returned": "a b c"},
    {"t": TIME, "who": "counter", "say": "Three."},
]
BY_EVENT: list[dict[str, Any]] = [
    {"event": "start", "agent": "counter", "timestamp": TIME, "input": "Count the files."},
    {"event": "llm", "agent": "counter", "timestamp": TIME, "response": "I list them."},
    {
        "event": "tool_call",
        "agent": "counter",
        "timestamp": TIME,
        "tool": "ls",
        "arguments": {"path": "."},
        "call_id": "c",
    },
    {"event": "tool_result", "agent": "counter", "timestamp": TIME, "tool": "ls", "result": "a b c", "call_id": "c"},
    {"event": "message", "agent": "counter", "timestamp": TIME, "message": "Three.", "reward": 1, "expected_count": 3},
]


@pytest.mark.parametrize("records", [SAYS_WHO, BY_EVENT])
@pytest.mark.parametrize("listed", [True, False])
def test_who_said_called_and_returned_what_in_words_nobody_knows(
    tmp_path: Path, records: list[dict[str, Any]], listed: bool
) -> None:
    """By shape alone: the header says so, labels are hidden."""
    text = json.dumps({"steps": records}) if listed else lines(*records)
    trace = opened(tmp_path, text, "run.json")
    assert [(kind, said) for kind, _, said in acts(trace)] == [
        ("task", "Count the files."),
        ("say", "I list them."),
        ("call", '{"path": "."}'),
        ("result", "a b c"),
        ("say", "Three."),
    ]
    assert [who for _, who, _ in acts(trace)][1:] == ["counter", "counter", "ls", "counter"]
    assert trace.because.startswith("generic: ") and getattr(trace.format, "is_generic", False)
    assert bool(trace.reading.hidden) is (records is BY_EVENT)
