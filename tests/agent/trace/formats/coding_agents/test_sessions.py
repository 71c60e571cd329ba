"""Sessions of coding agents, made up here: each act exactly once, by whom it was, calls joined with their results."""

import json
from pathlib import Path
from typing import Any

import pytest

from agent.trace.trace import Trace
from tests.agent.trace.formats.acts import Act, acts, check_places, lines, opened

TIME = "2026-03-01T10:00:0{}.000Z"
CALL, OUT = {"path": "a.py"}, "x = 1"
ARGUMENTS = '{"path": "a.py"}'


def asked(agent: str, *, thinks: bool = True, tool: str = "read_file") -> list[Act]:
    """What every one of the sessions below tells."""
    thought: list[Act] = [("think", agent, "Look first.")] if thinks else []
    return [
        ("task", "user", "Mend a.py"),
        *thought,
        ("say", agent, "I read it."),
        ("call", agent, ARGUMENTS),
        ("result", tool, OUT),
        ("say", agent, "Done."),
    ]


GEMINI: list[dict[str, Any]] = [
    {"id": "1", "timestamp": TIME.format(1), "type": "user", "content": [{"text": "Mend a.py"}]},
    {"id": "2", "timestamp": TIME.format(2), "type": "gemini", "content": "I read it.",
     "thoughts": [{"subject": "Plan", "description": "Look first."}],
     "toolCalls": [{"id": "c1", "name": "read_file", "args": CALL, "status": "success", "result": [
         {"functionResponse": {"id": "c1", "name": "read_file", "response": {"output": OUT}}}]}]},
    {"id": "3", "timestamp": TIME.format(3), "type": "info", "content": "Saved."},
    {"id": "4", "timestamp": TIME.format(4), "type": "gemini", "content": "Done."},
]  # fmt: skip
GEMINI_HEAD = {"sessionId": "s", "projectHash": "h", "startTime": TIME.format(0), "lastUpdated": TIME.format(9)}
STREAM: list[dict[str, Any]] = [
    {"type": "init", "timestamp": TIME.format(0), "session_id": "one", "model": "m"},
    {"type": "message", "timestamp": TIME.format(1), "role": "user", "content": "Mend a.py"},
    {"type": "message", "timestamp": TIME.format(2), "role": "assistant", "content": "I read", "delta": True},
    {"type": "message", "timestamp": TIME.format(2), "role": "assistant", "content": "it.", "delta": True},
    {"type": "tool_use", "timestamp": TIME.format(3), "tool_name": "read_file", "tool_id": "c1", "parameters": CALL},
    {"type": "tool_result", "timestamp": TIME.format(4), "tool_id": "c1", "status": "success", "output": OUT},
    {"type": "message", "timestamp": TIME.format(5), "role": "assistant", "content": "Done.", "delta": True},
    {"type": "result", "timestamp": TIME.format(6), "status": "success", "stats": {}},
]
QWEN: list[dict[str, Any]] = [
    {"uuid": "1", "sessionId": "s", "timestamp": TIME.format(1), "type": "user",
     "message": {"role": "user", "parts": [{"text": "Mend a.py"}]}},
    {"uuid": "2", "sessionId": "s", "timestamp": TIME.format(2), "type": "assistant", "message": {
        "role": "model", "parts": [{"text": "Look first.", "thought": True}, {"text": "I read it."},
                                   {"functionCall": {"id": "c1", "name": "read_file", "args": CALL}}]}},
    {"uuid": "3", "sessionId": "s", "timestamp": TIME.format(3), "type": "tool_result", "message": {
        "role": "user", "parts": [
            {"functionResponse": {"id": "c1", "name": "read_file", "response": {"output": OUT}}}]}},
    {"uuid": "4", "sessionId": "s", "timestamp": TIME.format(4), "type": "assistant",
     "message": {"role": "model", "parts": [{"text": "Done."}]}},
]  # fmt: skip
PI: list[dict[str, Any]] = [
    {"type": "session", "version": 3, "id": "s", "timestamp": TIME.format(0), "cwd": "/w"},
    {"type": "message", "id": "1", "parentId": None, "timestamp": TIME.format(1),
     "message": {"role": "user", "content": [{"type": "text", "text": "Mend a.py"}]}},
    {"type": "message", "id": "2", "parentId": "1", "timestamp": TIME.format(2), "message": {
        "role": "assistant", "content": [
            {"type": "thinking", "thinking": "Look first."}, {"type": "text", "text": "I read it."},
            {"type": "toolCall", "id": "c1", "name": "read_file", "arguments": CALL}], "stopReason": "toolUse"}},
    {"type": "message", "id": "3", "parentId": "2", "timestamp": TIME.format(3), "message": {
        "role": "toolResult", "toolCallId": "c1", "toolName": "read_file",
        "content": [{"type": "text", "text": OUT}], "isError": False}},
    {"type": "message", "id": "4", "parentId": "3", "timestamp": TIME.format(4),
     "message": {"role": "assistant", "content": [{"type": "text", "text": "Done."}]}},
]  # fmt: skip
TOOL_PART = {"type": "tool", "tool": "read_file", "callID": "c1",
             "state": {"status": "completed", "input": CALL, "output": OUT}}  # fmt: skip
OPENCODE: dict[str, Any] = {
    "info": {"id": "ses_1", "title": "t"},
    "messages": [
        {"info": {"role": "user", "sessionID": "s", "time": {"created": 1772359202000}}, "parts": [
            {"type": "text", "text": "Mend a.py"},
            {"type": "text", "synthetic": True, "text": "Called the Read tool"}]},
        {"info": {"role": "assistant", "sessionID": "s", "time": {"created": 1772359203000}}, "parts": [
            {"type": "step-start"}, {"type": "reasoning", "text": "Look first."},
            {"type": "text", "text": "I read it."}, TOOL_PART, {"type": "text", "text": "Done."}]},
    ],
}  # fmt: skip
GOOSE: list[dict[str, Any]] = [
    {"working_dir": "/w", "description": "d"},
    {"role": "user", "created": 1772359202, "content": [{"type": "text", "text": "Mend a.py"}]},
    {"role": "assistant", "created": 1772359203, "content": [
        {"type": "text", "text": "I read it."},
        {"type": "toolRequest", "id": "c1", "toolCall": {
            "status": "success", "value": {"name": "read_file", "arguments": CALL}}}]},
    {"role": "user", "created": 1772359204, "content": [
        {"type": "toolResponse", "id": "c1", "toolResult": {
            "status": "success", "value": [{"type": "text", "text": OUT}]}}]},
    {"role": "assistant", "created": 1772359205, "content": [{"type": "text", "text": "Done."}]},
]  # fmt: skip
CLINE_PANEL: list[dict[str, Any]] = [
    {"ts": 1772359202000, "type": "say", "say": "text", "text": "Mend a.py"},
    {"ts": 1772359202001, "type": "say", "say": "api_req_started", "text": "{}"},
    {"ts": 1772359203000, "type": "say", "say": "reasoning", "text": "Look first."},
    {"ts": 1772359203001, "type": "say", "say": "text", "text": "I read it."},
    {"ts": 1772359204000, "type": "ask", "ask": "command", "text": "cat a.py"},
    {"ts": 1772359205000, "type": "say", "say": "command_output", "text": OUT},
    {"ts": 1772359206000, "type": "say", "say": "completion_result", "text": "Done."},
]
CLINE_SENT: list[dict[str, Any]] = [
    {"role": "user", "ts": 1772359202000, "content": [
        {"type": "text", "text": "<task>\nMend a.py\n</task>"},
        {"type": "text", "text": "<environment_details>\nfiles\n</environment_details>"}]},
    {"role": "assistant", "content": [{"type": "text", "text":
        "<thinking>Look first.</thinking>\nI read it.\n\n<read_file>\n<path>a.py</path>\n</read_file>"}]},
    {"role": "user", "content": [
        {"type": "text", "text": "[read_file for 'a.py'] Result:"}, {"type": "text", "text": "<environment_details>"}]},
    {"role": "assistant", "content": [{"type": "text", "text": "Done."}]},
]  # fmt: skip

SESSIONS = {
    "gemini_cli_session": (json.dumps({**GEMINI_HEAD, "messages": GEMINI}), asked("gemini")),
    "gemini_cli_stream": (lines(*STREAM), [
        (kind, actor, "I read\nit." if text == "I read it." else text)
        for kind, actor, text in asked("gemini", thinks=False)
    ]),
    "qwen_code_session": (lines(*QWEN), asked("qwen")),
    "pi_session": (lines(*PI), asked("pi")),
    "opencode_export": (json.dumps(OPENCODE), [
        asked("opencode")[0], ("system", "system", "Called the Read tool"), *asked("opencode")[1:]
    ]),
    "goose_session": (lines(*GOOSE), asked("goose", thinks=False)),
}  # fmt: skip


@pytest.mark.parametrize("name", SESSIONS)
def test_a_session_tells_each_act_once(name: str, tmp_path: Path) -> None:
    text, expected = SESSIONS[name]
    trace = opened(tmp_path, text)
    assert trace.format.name == name
    assert acts(trace) == expected
    call, result = (event for event in trace.events if event.call)
    assert (call.call, call.tool, result.tool, result.to) == (result.call, "read_file", "read_file", (call.actor,))
    assert trace.answer() is not None
    assert all(event.time for event in trace.events if event.tool)
    check_places(trace)
    trace.close()


@pytest.mark.parametrize("name", SESSIONS)
def test_a_session_that_breaks_off_opens(name: str, tmp_path: Path) -> None:
    text = SESSIONS[name][0]
    for cut in range(200, len(text), 97):
        check_places(opened(tmp_path, text[:cut], form=name))


def test_gemini_writes_a_message_again_with_more_in_it(tmp_path: Path) -> None:
    begun = {key: value for key, value in GEMINI[1].items() if key != "toolCalls"}
    trace = opened(tmp_path, lines(GEMINI_HEAD, GEMINI[0], begun, *GEMINI[1:]))
    assert acts(trace) == asked("gemini")


def test_runs_of_a_stream_begin_where_the_one_before_has_ended(tmp_path: Path) -> None:
    outside = {"type": "message", "role": "user", "content": "Again"}
    again = [{**STREAM[0], "session_id": "two"}, *STREAM[1:]]
    trace = opened(tmp_path, lines(*STREAM, outside, *again))
    assert [run.id for run in trace.runs()] == ["one", "two"]
    assert trace.one(trace.runs()[0]).read().events[7].kind == "noise"
    assert trace.text(trace.one(trace.runs()[1]).read().events[1]) == "Again"


def test_opencode_prints_parts_as_they_come(tmp_path: Path) -> None:
    parts = [{"type": "text", "text": "I read it."}, TOOL_PART]
    kinds = ["text", "tool_use"]
    trace = opened(tmp_path, lines(*(
        {"type": kind, "timestamp": 1772359202000 + at, "sessionID": "s", "part": part}
        for at, (kind, part) in enumerate(zip(kinds, parts, strict=True))
    )))  # fmt: skip
    assert trace.format.name == "opencode_stream"
    assert acts(trace) == [asked("opencode")[at] for at in (2, 3, 4)]


def test_what_cline_shows(tmp_path: Path) -> None:
    trace = opened(tmp_path, json.dumps(CLINE_PANEL), "ui_messages.json")
    assert trace.format.name == "cline_ui_messages"
    expected = asked("cline", tool="execute_command")
    expected[3] = ("call", "cline", "cat a.py")
    assert acts(trace) == expected


def test_what_cline_sends(tmp_path: Path) -> None:
    text = json.dumps(CLINE_SENT).replace("Result:", f"Result:\\n{OUT}")
    trace = opened(tmp_path, text, "api_conversation_history.json")
    assert trace.format.name == "cline_api_history"
    expected = asked("cline")
    expected[3] = ("call", "cline", "<path>a.py</path>")
    assert [act for act in acts(trace) if act[0] != "system"] == expected
    check_places(trace)


AIDER = """
# aider chat started at 2026-03-01 10:00:01

> Aider v0.86.1  

#### /add a.py  
> Added a.py to the chat  

#### Mend a.py  
#### and say so  

#### Done?
> a quotation
is a heading of the model's.

> Applied edit to a.py  

#### #### Done?  
#### > a quotation  
#### is a heading of the model's.  

# aider chat started at 2026-03-01 11:00:00

#### Again  
"""  # noqa: W291


RESPONSES = {"method": "generateContentStream", "response": [
    {"candidates": [{"content": {"role": "model", "parts": [{"text": "I "}]}}], "usageMetadata": {}},
    {"candidates": [{"content": {"role": "model", "parts": [{"text": "read."}]}}], "usageMetadata": {}},
    {"candidates": [{"content": {"role": "model", "parts": [
        {"functionCall": {"id": "c1", "name": "read_file", "args": CALL}}]}}], "usageMetadata": {}},
]}  # fmt: skip


def test_responses_of_gemini_are_one_text_and_its_calls(tmp_path: Path) -> None:
    trace = opened(tmp_path, lines(RESPONSES, RESPONSES))
    assert trace.format.name == "gemini_api_responses"
    assert acts(trace) == 2 * [("say", "gemini", "I \nread."), ("call", "gemini", ARGUMENTS)]


@pytest.mark.parametrize("indent", [None, 2])
def test_one_response_of_gemini_may_be_a_document(indent: int | None, tmp_path: Path) -> None:
    one = {"candidates": [{"content": {"parts": [
        {"text": "I read."}, {"functionCall": {"name": "read_file", "args": CALL}}], "role": "model"}}],
        "usageMetadata": {}, "modelVersion": "m"}  # fmt: skip
    trace = opened(tmp_path, json.dumps(one, indent=indent), "response.json")
    assert [act[:2] for act in acts(trace)] == [("say", "gemini"), ("call", "gemini")]


def test_aider_tells_runs_questions_and_answers(tmp_path: Path) -> None:
    trace = opened(tmp_path, AIDER, ".aider.chat.history.md")
    assert acts(trace) == [
        ("say", "user", "/add a.py"),
        ("task", "user", "Mend a.py\nand say so"),
        ("say", "assistant", "#### Done?\n> a quotation\nis a heading of the model's."),
        ("say", "user", "Again"),
    ]
    assert [run.time for run in trace.runs()] == ["2026-03-01T10:00:01", "2026-03-01T11:00:00"]
    second: Trace = trace.one(trace.runs()[1]).read()
    assert acts(second) == [("task", "user", "Again")]
    check_places(trace)


SPECSTORY = """<!-- Generated by SpecStory, Markdown v2.1.0 -->

# 2026-03-01 10:00:01Z

_**User (2026-03-01 10:00:01Z)**_

Mend a.py

---

_**Agent (some-model 2026-03-01 10:00:02Z)**_

<think><details><summary>Thought Process</summary>
Look first.
</details></think>

_**Agent (some-model 2026-03-01 10:00:03Z)**_

I read it.

<tool-use data-tool-type="read" data-tool-name="Read"><details>
<summary>Tool use: **Read**</summary>

_**User**_
</details></tool-use>

Done.

_**Agent - sidechain (some-model 2026-03-01 10:00:04Z)**_

Beside.
"""


def test_specstory_tells_turns_thoughts_and_tools(tmp_path: Path) -> None:
    trace = opened(tmp_path, SPECSTORY, "session.md")
    assert trace.format.name == "specstory_markdown"
    told = acts(trace)
    assert [act[:2] for act in told] == [
        ("task", "user"), ("think", "agent"), ("say", "agent"), ("call", "agent"), ("say", "agent"), ("say", "subagent")
    ]  # fmt: skip
    assert told[1][2].startswith("Look first.")
    assert [act[2] for act in (told[0], told[2], told[4], told[5])] == ["Mend a.py", "I read it.", "Done.", "Beside."]
    assert [event.tool for event in trace.events if event.tool] == ["Read"]
    check_places(trace)


def test_what_goose_tells_in_between_and_a_tool_that_failed(tmp_path: Path) -> None:
    """A notification is nobody's words; an error of a tool is its result."""
    sent = [
        {"role": "user", "created": 1, "content": [{"type": "text", "text": "Mend a.py"}]},
        {"role": "assistant", "created": 2, "content": [
            {"type": "systemNotification", "notificationType": "inlineMessage", "msg": "Compacting"},
            {"type": "text", "text": "I read it."},
            {"type": "toolRequest", "id": "c1", "toolCall": {"status": "success", "value": {
                "name": "read_file", "arguments": CALL}}}]},
        {"role": "user", "created": 3, "content": [
            {"type": "toolResponse", "id": "c1", "toolResult": {"status": "error", "error": "no such file"}}]},
    ]  # fmt: skip
    trace = opened(tmp_path, json.dumps({"conversation": sent}), "session.json")
    assert acts(trace)[1:] == [
        ("say", "goose", "I read it."),
        ("call", "goose", ARGUMENTS),
        ("result", "read_file", "no such file"),
    ]
    assert trace.events[len(trace.events)].status == "error"
