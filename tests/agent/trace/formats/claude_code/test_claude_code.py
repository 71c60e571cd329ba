"""Claude Code sessions of several versions: who was at work, what was handed over, and what is written twice."""

import json
from pathlib import Path
from typing import Any

import pytest

from agent.trace.formats.base.format import Head
from agent.trace.formats.registry import candidates
from agent.trace.meta import describe
from agent.trace.trace import Trace
from tests.agent.trace.formats.acts import acts, check_places, lines, opened

SESSION = "0f0e0d0c-0000-4000-8000-000000000001"
ARGUMENTS = '{"command": "ls"}'


def line(uuid: str, what: str, content: Any, parent: str | None = None, **more: Any) -> dict[str, Any]:
    """One line of a session."""
    second = int("".join(digit for digit in uuid if digit.isdigit()) or 0)
    return {
        "parentUuid": parent, "isSidechain": False, "userType": "external", "cwd": "/home/u/ferries",
        "sessionId": SESSION, "version": "2.1.40", "type": what, "uuid": uuid,
        "timestamp": f"2026-03-01T10:00:{second:02}.000Z",
        "message": {"role": what, "content": content, **({"id": "m", "model": "x"} if what == "assistant" else {})},
        **more,
    }  # fmt: skip


def use(id: str, name: str, **given: Any) -> list[dict[str, Any]]:
    return [{"type": "tool_use", "id": id, "name": name, "input": given}]


def result(id: str, content: Any, **more: Any) -> list[dict[str, Any]]:
    return [{"type": "tool_result", "tool_use_id": id, "content": content, **more}]


TEAM = [
    line("u1", "user", "Count the ferries.\nOne number."),
    line("u2", "assistant", [{"type": "thinking", "thinking": "Two helpers.", "signature": "s"}], "u1"),
    line("u3", "assistant", use("t1", "Task", subagent_type="scout", prompt="Count the west side"), "u2"),
    line("u4", "assistant", use("t2", "Agent", subagent_type="scout", prompt="Count the east side"), "u3"),
    line("u5", "user", result("t1", [{"type": "text", "text": "eight"}]), "u4", toolUseResult={"agentId": "aa"}),
    line("u6", "user", result("t2", "no boat é ⛴ there", is_error=True), "u5", toolUseResult="Error: no boat"),
    line("u7", "assistant", [{"type": "text", "text": "There are 8."}], "u6"),
]


def test_a_team(tmp_path: Path) -> None:
    trace = opened(tmp_path, lines(*TEAM))
    check_places(trace)
    assert acts(trace) == [
        ("task", "user", "Count the ferries.\nOne number."),
        ("think", "main", "Two helpers."),
        ("handoff", "main", "Count the west side"),
        ("handoff", "main", "Count the east side"),
        ("result", "scout", "eight"),
        ("result", "scout 2", "no boat é ⛴ there"),
        ("say", "main", "There are 8."),
    ]
    events = list(trace.events)
    assert [event.to for event in events[2:6]] == [("scout",), ("scout 2",), ("main",), ("main",)]
    assert events[5].status == "error"
    assert events[0].time == "2026-03-01T10:00:01.000Z"
    meta = describe(trace)
    assert (meta["format"], meta["records"], meta["answer"]) == ("claude_code_session", 7, "There are 8.")
    assert meta["task"]["source_lines"] == [1, 1]
    assert meta["warnings"] == []


def test_one_message_with_a_text_and_two_calls_is_one_record(tmp_path: Path) -> None:
    parts = [
        {"type": "text", "text": "Looking."},
        *use("a", "Bash", command="ls\npwd"),
        *use("b", "Read", file_path="x"),
    ]
    trace = opened(tmp_path, lines(line("u1", "user", "Look."), line("u2", "assistant", parts, "u1")))
    check_places(trace)
    assert [(e.record, e.kind.value, e.tool) for e in trace.events] == [
        (1, "task", None), (2, "say", None), (2, "call", "Bash"), (2, "call", "Read"),
    ]  # fmt: skip
    assert trace.text(trace.events[3]) == '{"command": "ls\npwd"}'


def test_what_a_session_writes_again_is_no_act(tmp_path: Path) -> None:
    trace = opened(tmp_path, lines(*TEAM, *TEAM[2:4]))
    assert [event.repeats for event in trace.events][-2:] == [3, 4]
    assert len(acts(trace)) == len(TEAM)


def test_side_chains_in_the_file_of_the_session(tmp_path: Path) -> None:
    side = [
        line("s1", "user", "Count the west side", isSidechain=True),
        line("s2", "assistant", use("t9", "Bash", command="wc"), "s1", isSidechain=True),
        line("s3", "user", result("t9", "8"), "s2", isSidechain=True),
        line("s4", "assistant", [{"type": "text", "text": "eight"}], "s3", isSidechain=True),
    ]
    trace = opened(tmp_path, lines(*TEAM[:4], *side, *TEAM[4:]))
    told = [(e.kind.value, e.actor, e.repeats, e.parent, e.depth) for e in trace.events][4:8]
    assert told == [
        ("handoff", "main", 3, 3, 1),
        ("call", "scout", None, 3, 1),
        ("result", "Bash", None, 3, 1),
        ("say", "scout", None, 3, 1),
    ]


def test_progress_carries_what_an_agent_says(tmp_path: Path) -> None:
    inner = {"type": "assistant", "message": {"role": "assistant", "content": [{"type": "text", "text": "I see 8."}]}}
    progress = line("p1", "progress", None, "u4", parentToolUseID="t2", data={
        "type": "agent_progress", "agentId": "bb", "message": inner,
    })  # fmt: skip
    del progress["message"]
    trace = opened(tmp_path, lines(*TEAM[:4], progress, *TEAM[4:]))
    said = trace.events[5]
    assert (said.kind.value, said.actor, trace.text(said), said.parent) == ("say", "scout 2", "I see 8.", 4)


def test_what_is_no_persons_word_is_no_task(tmp_path: Path) -> None:
    trace = opened(
        tmp_path,
        lines(
            {"type": "summary", "summary": "Ferries", "leafUuid": "x"},
            {"type": "file-history-snapshot", "messageId": "m", "snapshot": {}},
            line("u1", "user", "Caveat: The messages below were generated", isMeta=True),
            line("u2", "user", "<command-name>/clear</command-name>", "u1"),
            line("u3", "user", "<local-command-stdout></local-command-stdout>", "u2"),
            line("u4", "user", [{"type": "text", "text": "Count the ferries."}], "u3"),
            line("u5", "user", [{"type": "text", "text": "[Request interrupted by user]"}], "u4"),
            line("u6", "user", "What we did so far: nothing.", "u5", isCompactSummary=True),
            line(
                "u7", "user", '<teammate-message teammate_id="scout" summary="x">\nI saw 8\n</teammate-message>', "u6"
            ),
            line("u8", "assistant", [{"type": "text", "text": "API Error: 500"}], "u7", isApiErrorMessage=True),
            {"type": "system", "subtype": "compact_boundary", "content": "Conversation compacted", "uuid": "u9"},
            {"type": "a-type-of-tomorrow", "sessionId": SESSION, "payload": [1]},
        ),
    )
    check_places(trace)
    assert [event.kind.value for event in trace.events] == [
        "note", "noise", "system", "note", "note", "task", "note", "system", "say", "error", "note", "noise",
    ]  # fmt: skip
    assert trace.events[9].actor == "scout"
    assert trace.events[7].status == "interrupted"
    assert trace.events[9].section == "after the history was summed up (1)"
    task = trace.task()
    assert task is not None
    assert task.text == "Count the ferries."


def test_going_back_is_said(tmp_path: Path) -> None:
    again = [line("v1", "user", "Count the boats.", "u7"), line("v2", "user", "No, the ferries.", "u7")]
    trace = opened(tmp_path, lines(*TEAM, *again))
    assert [event.section for event in trace.events][-2:] == [None, "after going back (1)"]
    assert any("went back" in warning for warning in trace.warnings)


STREAM = [
    {"type": "system", "subtype": "init", "cwd": "/x", "session_id": SESSION, "tools": ["Task"], "model": "x"},
    {"type": "user", "message": {"role": "user", "content": "Count."}, "session_id": SESSION},
    {"type": "assistant", "message": {"role": "assistant", "content": use("t1", "Task", prompt="West")},
     "parent_tool_use_id": None, "session_id": SESSION},
    {"type": "assistant", "message": {"role": "assistant", "content": [{"type": "text", "text": "8"}]},
     "parent_tool_use_id": "t1", "session_id": SESSION},
    {"type": "user", "message": {"role": "user", "content": result("t1", "8")}, "parent_tool_use_id": None,
     "session_id": SESSION},
]  # fmt: skip


@pytest.mark.parametrize("listed", [False, True], ids=["lines", "list"])
def test_a_stream_and_how_it_ends(listed: bool, tmp_path: Path) -> None:
    ending = {"type": "result", "subtype": "error_max_turns", "is_error": True, "num_turns": 3, "session_id": SESSION}
    records = [*STREAM, ending]
    text = json.dumps(records, indent=1) if listed else lines(*records)
    trace = opened(tmp_path, text, "run.json" if listed else "run.jsonl")
    check_places(trace)
    assert trace.format.name == "claude_code_session"
    assert [(e.kind.value, e.actor) for e in trace.events] == [
        ("system", "system"), ("task", "user"), ("handoff", "main"), ("say", "subagent"), ("result", "subagent"),
        ("error", "main"),
    ]  # fmt: skip
    assert trace.events[6].status == "max_turns"
    assert describe(trace)["answer"] is None, "what an agent said to the one that sent it is no answer"
    good = {"type": "result", "subtype": "success", "is_error": False, "result": "8 ferries", "session_id": SESSION}
    assert describe(opened(tmp_path, lines(*STREAM, good)))["answer"] == "8 ferries"


def test_a_subagents_own_file_is_told_from_its_parents_words(made: Path) -> None:
    folder = made / "6bc1814c-5705-5b6e-af99-104b91962282" / "subagents"
    trace = Trace.open(folder / "agent-a1b2c3d.jsonl").read()
    assert acts(trace) == [("task", "main", "Compute 17*23"), ("say", "a1b2c3d", "391")]
    assert describe(trace)["answer"] == "391"


def test_the_files_of_agents_are_named(tmp_path: Path) -> None:
    folder = tmp_path / "run" / "subagents"
    folder.mkdir(parents=True)
    (folder / "agent-aa.jsonl").write_text("{}\n")
    assert opened(tmp_path, lines(*TEAM)).companions == ["subagents/agent-aa.jsonl"]


def test_a_session_is_known_by_a_first_line_longer_than_the_head() -> None:
    text = json.dumps(line("u1", "user", "x" * 100_000))
    form, _ = next(candidates(Head(text.encode()[:65536], "run.jsonl", len(text))))
    assert form.name == "claude_code_session"


def test_other_json_is_not_taken_for_a_session(tmp_path: Path) -> None:
    for text in (lines({"type": "user", "message": "hello"}, {"type": "system"}), lines({"sessionId": "x"}, {"a": 1})):
        assert opened(tmp_path, text).format.name == "jsonl"


def test_broken_lines_stand_as_they_are(tmp_path: Path) -> None:
    text = lines(*TEAM[:2]) + "warning: disk is full\n" + lines(*TEAM[2:])
    trace = opened(tmp_path, text[: len(text) - 30])
    check_places(trace)
    assert [e.kind.value for e in trace.events] == [
        "task", "think", "note", "handoff", "handoff", "result", "result", "note",
    ]  # fmt: skip
    assert trace.reading.broken_at is not None
    assert any("breaks off" in warning for warning in trace.warnings)


def test_records_of_tools_that_other_programs_write_are_calls_and_results(tmp_path: Path) -> None:
    """A test that was run must not be missing: it would be said that none was."""
    ids = {"sessionId": "s", "parentUuid": None, "cwd": "/w"}
    ran = {"role": "tool", "tool_name": "bash", "tool_input": {"command": "make test"}, "tool_output": "2 passed"}
    failed = {
        "role": "tool",
        "tool_name": "bash",
        "tool_input": '{"command": "ls"}',
        "tool_output": "no",
        "status": "error",
    }
    records = [
        {**ids, "type": "user", "uuid": "1", "message": {"role": "user", "content": "Mend a.py"}},
        {**ids, "type": "tool", "uuid": "2", "message": ran},
        {**ids, "type": "tool", "uuid": "3", "message": failed},
        {**ids, "type": "tool_result", "uuid": "4", "message": {"role": "tool", "content": "x = 1"}},
    ]
    path = tmp_path / "session.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    trace = Trace.open(path).read()
    told = [(event.kind.value, event.tool, event.status, trace.text(event)) for event in trace.events]
    assert told[1:] == [
        ("call", "bash", None, '{"command": "make test"}'),
        ("result", "bash", None, "2 passed"),
        ("call", "bash", None, ARGUMENTS),
        ("result", "bash", "error", "no"),
        ("result", None, None, "x = 1"),
    ]
