"""Exports of Claude.ai, made up here: each conversation is a run, parts of a message are acts of their own."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.agent.trace.formats.acts import acts, check_places, opened


def message(number: int, sender: str, text: str, content: list[dict[str, Any]]) -> dict[str, Any]:
    """A message as the export has it."""
    at = f"2026-03-01T10:00:0{number}Z"
    return {"uuid": f"m{number}", "text": text, "content": content, "sender": sender, "created_at": at, "files": []}


PARTS: list[dict[str, Any]] = [
    {"type": "thinking", "thinking": "Look first."},
    {"type": "text", "text": "I look."},
    {"type": "tool_use", "id": "t1", "name": "web_search", "input": {"query": "bug"}},
    {"type": "tool_result", "tool_use_id": "t1", "name": "web_search", "content": [{"type": "text", "text": "line 3"}]},
    {"type": "text", "text": "It is line 3."},
]
FIRST = {"uuid": "one", "name": "A bug", "chat_messages": [
    message(1, "human", "Find it", [{"type": "text", "text": "Find it"}]),
    message(2, "assistant", "I look.\nIt is line 3.", PARTS)]}  # fmt: skip
SECOND = {"uuid": "two", "name": "Old", "chat_messages": [
    message(3, "human", "Hello", []), message(4, "assistant", "Hi there", [])]}  # fmt: skip


@pytest.mark.parametrize("indent", [None, 2])
def test_parts_are_acts_and_conversations_are_runs(indent: int | None, tmp_path: Path) -> None:
    trace = opened(tmp_path, json.dumps([FIRST, SECOND], indent=indent), "conversations.json")
    assert trace.format.name == "claude_ai_export"
    told = acts(trace)
    assert [act[:2] for act in told] == [
        ("task", "user"), ("think", "claude"), ("say", "claude"), ("call", "claude"), ("result", "web_search"),
        ("say", "claude")]  # fmt: skip
    assert [act[2] for act in told if act[0] == "say"] == ["I look.", "It is line 3."]
    assert [event.call for event in trace.events if event.call] == ["t1", "t1"]
    check_places(trace)
    assert [run.id for run in trace.runs()] == ["one", "two"]
    second = trace.one(trace.runs()[1]).read()
    assert acts(second) == [("task", "user", "Hello"), ("say", "claude", "Hi there")], "older messages hold text only"


def test_an_export_that_breaks_off_opens(tmp_path: Path) -> None:
    whole = json.dumps([FIRST, SECOND])
    trace = opened(tmp_path, whole[:-60], "conversations.json")
    assert ("task", "user", "Find it") in acts(trace)
