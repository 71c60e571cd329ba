"""A filter shows the events that fit all of its terms, and no others."""

import json
from pathlib import Path

import pytest

from agent.errors import WrongUse
from agent.trace.event_filter import EventFilter
from agent.trace.trace import Trace

CALL = {"id": "c1", "type": "function", "function": {"name": "bash", "arguments": '{"command": "make total"}'}}
MESSAGES = [
    {"role": "user", "content": "Add up the invoices."},
    {"role": "assistant", "name": "Planner", "content": "The Coder adds up."},
    {"role": "assistant", "name": "Coder", "content": "", "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "c1", "name": "bash", "content": "Error: no such target\nexit code 2"},
    {"role": "assistant", "name": "Code Reviewer", "content": "The TOTAL is missing.\nI object."},
]


@pytest.fixture
def trace(tmp_path: Path) -> Trace:
    path = tmp_path / "run.json"
    path.write_text(json.dumps({"messages": MESSAGES}))
    opened = Trace.open(path)
    opened.read()
    return opened


@pytest.mark.parametrize(
    ("words", "fitting"),
    [
        ("", [1, 2, 3, 4, 5]),
        ("agent:planner", [2]),
        ("agent:planner,coder", [2, 3]),
        ('agent:"code reviewer"', [5]),
        ("-agent:Coder kind:say", [2, 5]),
        ("kind:call", [3]),
        ("kind:call,result", [3, 4]),
        ("tool:bash", [3, 4]),
        ("total", [3, 5]),
        ("TOTAL", [5]),
        ("total -object", [3]),
        ("add coder", [2]),
        ("/exit code [1-9]/", [4]),
        ("-/exit code [1-9]/ tool:bash", [3]),
        ("event:2-3", [2, 3]),
        ("event:4-", [4, 5]),
        ("planner", [2]),
        ('"planner"', []),
        ("agent:/^C/", [3, 5]),
    ],
)
def test_events_that_fit(trace: Trace, words: str, fitting: list[int]) -> None:
    assert [event.number for event in EventFilter(words).events(trace)] == fitting


def test_lines_take_every_event_that_reaches_into_them(trace: Trace) -> None:
    first, last = trace.events[4].lines
    for words in (f"L{last}", f"l{first}-{last}", f"lines:{first}-L{last}"):
        assert [event.number for event in EventFilter(words).events(trace)] == [4]
    assert [event.number for event in EventFilter(f"L{last + 1}-").events(trace)] == [5]


def test_a_call_has_failed_where_its_result_has(tmp_path: Path) -> None:
    def use(name: str) -> dict[str, object]:
        block = {"type": "tool_use", "id": name, "name": "bash", "input": {"command": name}}
        return {"role": "assistant", "content": [block]}

    def result(name: str, *, failed: bool) -> dict[str, object]:
        block = {"type": "tool_result", "tool_use_id": name, "is_error": failed, "content": "so it went"}
        return {"role": "user", "content": [block]}

    path = tmp_path / "run.json"
    told = [use("one"), use("two"), result("one", failed=True), result("two", failed=False)]
    path.write_text(json.dumps({"messages": [{"role": "user", "content": "Run both."}, *told]}))
    trace = Trace.open(path)
    trace.read()
    assert [event.number for event in EventFilter("kind:call status:failed").events(trace)] == [2]
    assert [event.number for event in EventFilter("status:failed").events(trace)] == [2, 4]
    assert [event.number for event in EventFilter("kind:call,result status:ok").events(trace)] == [3, 5]


def test_only_what_lies_beyond_a_line_is_looked_at(trace: Trace) -> None:
    after = trace.events[3].lines[1]
    assert [event.number for event in EventFilter("total").events(trace, after=after)] == [5]
    assert list(EventFilter("total").events(trace, after=trace.events.lines)) == []


@pytest.mark.parametrize(
    ("words", "told"), [("kind:zall", "Kinds: task"), ("/[/", "character set"), ("lines:x", "range of lines")]
)
def test_what_no_event_can_be_is_refused(words: str, told: str) -> None:
    with pytest.raises(WrongUse, match=told):
        EventFilter(words)
