"""Codex rollouts and the stream of `codex exec`: what is written for the screen as well is one act."""

import json
from pathlib import Path
from typing import Any

from agent.trace.meta import describe
from tests.agent.trace.formats.acts import acts, check_places, lines, opened

TASK = "Count the ferries.\nOne number."
Line = dict[str, Any]
START = "2026-03-01T10:00:00.000Z"


def at(second: int) -> str:
    return START.replace("00.000", f"{second:02}.000")


def item(second: int, **payload: Any) -> Line:
    return {"timestamp": at(second), "type": "response_item", "payload": payload}


def told(second: int, what: str, **payload: Any) -> Line:
    return {
        "timestamp": f"2026-03-01T10:00:{second:02}.000Z",
        "type": "event_msg",
        "payload": {"type": what, **payload},
    }


def words(second: int, role: str, text: str) -> Line:
    part = "output_text" if role == "assistant" else "input_text"
    return item(second, type="message", role=role, content=[{"type": part, "text": text}])


def meta(**more: Any) -> Line:
    return {
        "timestamp": "2026-03-01T10:00:00.000Z",
        "type": "session_meta",
        "payload": {"id": "x", "cwd": "/x", **more},
    }


ROLLOUT = [
    meta(base_instructions={"text": "You are a coder."}),
    words(0, "developer", "<permissions instructions>none</permissions instructions>"),
    words(0, "user", "<environment_context>\n  <cwd>/x</cwd>\n</environment_context>"),
    words(1, "user", TASK),
    told(1, "user_message", message=TASK, kind="plain"),
    told(2, "agent_reasoning", text="**Looking**"),
    told(2, "agent_reasoning", text="**Counting**"),
    item(2, type="reasoning", summary=[{"type": "summary_text", "text": t} for t in ("**Looking**", "**Counting**")],
         content=None, encrypted_content="gAAA"),
    item(3, type="function_call", name="shell", call_id="c1",
         arguments=json.dumps({"command": ["bash", "-lc", "ls é"]})),
    item(4, type="function_call_output", call_id="c1",
         output=json.dumps({"output": "no such boat\n", "metadata": {"exit_code": 2, "duration_seconds": 0.1}})),
    item(5, type="custom_tool_call", name="apply_patch", call_id="c2", input="*** Begin Patch\n-a\n+b\n"),
    item(6, type="custom_tool_call_output", call_id="c2", output="Done"),
    told(7, "token_count", info={}),
    told(8, "agent_message", message="There are 8."),
    words(8, "assistant", "There are 8."),
    told(9, "task_complete", last_agent_message="There are 8."),
]  # fmt: skip


def test_a_rollout(tmp_path: Path) -> None:
    trace = opened(tmp_path, lines(*ROLLOUT))
    check_places(trace)
    assert acts(trace)[3:] == [
        ("task", "user", TASK),
        ("think", "codex", "**Looking**"),
        ("think", "codex", "**Counting**"),
        ("call", "codex", '{"command": ["bash", "-lc", "ls é"]}'),
        ("result", "shell", "no such boat\n"),
        ("call", "codex", "*** Begin Patch\n-a\n+b\n"),
        ("result", "apply_patch", "Done"),
        ("say", "codex", "There are 8."),
    ]
    assert [kind for kind, _, _ in acts(trace)[:3]] == ["system", "system", "system"]
    facts = describe(trace)
    assert (facts["format"], facts["records"], facts["answer"]) == ("codex_rollout", len(ROLLOUT), "There are 8.")
    assert [e.repeats for e in trace.events if e.repeats is not None] == [4, 6, 14, 14]
    failed = next(event for event in trace.events if event.status == "error")
    assert (failed.call, failed.to) == ("c1", ("codex",))


def test_the_same_words_said_twice_are_two_acts(tmp_path: Path) -> None:
    said = [told(1, "agent_message", message="Again."), words(1, "assistant", "Again.")]
    trace = opened(tmp_path, lines(meta(), *said, *said))
    assert [event.repeats for event in trace.events][1:] == [None, 2, None, 4]


def test_only_items_or_only_events(tmp_path: Path) -> None:
    items = [line for line in ROLLOUT if line["type"] == "response_item"]
    trace = opened(tmp_path, lines(*items))
    assert ("say", "codex", "There are 8.") in acts(trace)
    assert ("think", "codex", "**Looking**\n**Counting**") in acts(trace)
    events = [line for line in ROLLOUT if line["type"] == "event_msg"]
    assert [kind for kind, _, _ in acts(opened(tmp_path, lines(*events)))] == ["task", "think", "think", "say"]


def test_rollouts_of_the_first_versions(tmp_path: Path) -> None:
    bare = [line["payload"] for line in ROLLOUT if line["type"] == "response_item"]
    first = {"id": "x", "timestamp": "2025-06-01T10:00:00.000Z", "instructions": None}
    trace = opened(tmp_path, lines(first, {"record_type": "state"}, *bare))
    check_places(trace)
    assert trace.format.name == "codex_rollout"
    assert ("result", "shell", "no such boat\n") in acts(trace)


def test_exits_in_words_agents_and_what_ends_a_turn(tmp_path: Path) -> None:
    trace = opened(
        tmp_path,
        lines(
            meta(),
            item(1, type="function_call", name="spawn_agent", call_id="s",
                 arguments=json.dumps({"agent_type": "scout", "message": "Count the west side"})),
            item(2, type="function_call_output", call_id="s", output='{"agent_id": "a1"}'),
            item(3, type="function_call", name="exec_command", call_id="e", arguments='{"cmd": "make"}'),
            item(4, type="function_call_output", call_id="e",
                 output="Wall time: 1\nProcess exited with code 2\nOutput:\nx"),
            {"timestamp": "2026-03-01T10:00:05Z", "type": "compacted", "payload": {"message": "What was done."}},
            told(6, "error", message="stream disconnected"),
            told(7, "turn_aborted", reason="interrupted"),
            told(8, "thread_rolled_back", num_turns=1),
            words(9, "user", "<turn_aborted>x</turn_aborted>"),
            {"type": "of_tomorrow", "payload": {"type": "new", "a": 1}},
        ),
    )  # fmt: skip
    check_places(trace)
    assert [(e.kind.value, e.status) for e in trace.events] == [
        ("noise", None), ("handoff", None), ("result", None), ("call", None), ("result", "error"), ("system", None),
        ("error", "error"), ("note", "interrupted"), ("noise", None), ("note", "interrupted"), ("noise", None),
    ]  # fmt: skip
    assert trace.events[2].to == ("scout",)
    assert trace.text(trace.events[2]) == "Count the west side"
    assert [event.section for event in trace.events][5:9:3] == [
        "after the history was summed up (1)", "after going back (1)",
    ]  # fmt: skip


def of(what: str, id: str, kind: str, **more: Any) -> Line:
    return {"type": f"item.{what}", "item": {"id": id, "type": kind, **more}}


def test_the_stream_of_exec(tmp_path: Path) -> None:
    run = {"command": "bash -lc ls", "aggregated_output": "", "status": "in_progress"}
    ran = {**run, "aggregated_output": "no boat é\n", "exit_code": 1, "status": "failed"}
    stream = [
        {"type": "thread.started", "thread_id": "t"},
        {"type": "turn.started"},
        of("completed", "i0", "reasoning", text="**Looking**"),
        of("started", "i1", "command_execution", **run),
        of("completed", "i1", "command_execution", **ran),
        of("completed", "i2", "file_change", changes=[{"path": "a.py", "kind": "update"}], status="completed"),
        of("completed", "i3", "mcp_tool_call", server="sea", tool="count", arguments={"side": "west"},
           result={"content": [{"type": "text", "text": "8"}]}, error=None, status="completed"),
        of("started", "i4", "todo_list", items=[{"text": "count", "completed": False}]),
        of("completed", "i4", "todo_list", items=[{"text": "count", "completed": False}]),
        of("completed", "i5", "error", message="a warning"),
        of("completed", "i6", "agent_message", text="There are 8."),
        {"type": "turn.failed", "error": {"message": "usage limit reached"}},
    ]  # fmt: skip
    trace = opened(tmp_path, lines(*stream))
    check_places(trace)
    assert acts(trace) == [
        ("think", "codex", "**Looking**"),
        ("call", "codex", "bash -lc ls"),
        ("result", "shell", "no boat é\n"),
        ("call", "codex", '[{"path": "a.py", "kind": "update"}]'),
        ("result", "file_change", "completed"),
        ("call", "codex", '{"side": "west"}'),
        ("result", "count", "8"),
        ("plan", "codex", '[{"text": "count", "completed": false}]'),
        ("error", "codex", "a warning"),
        ("say", "codex", "There are 8."),
        ("error", "codex", "usage limit reached"),
    ]
    assert [e.status for e in trace.events if e.kind.value == "result"] == ["error", None, None]
    assert describe(trace)["records"] == len(stream)


def test_a_stream_that_stops_in_a_command_keeps_the_call(tmp_path: Path) -> None:
    started = of("started", "i1", "command_execution", command="make", aggregated_output="", status="in_progress")
    trace = opened(tmp_path, lines({"type": "thread.started", "thread_id": "t"}, started))
    assert acts(trace) == [("call", "codex", "make")]
