"""An export of ChatGPT, made up here: the branch that was gone on with, in its own order."""

import json
from pathlib import Path
from typing import Any

from tests.agent.trace.formats.acts import acts, check_places, opened

TREE: list[tuple[str, str | None, str, Any, dict[str, Any]]] = [
    ("d", "c", "assistant", {"content_type": "text", "parts": ["It says hello."]}, {}),
    ("root", None, "", None, {}),
    ("a", "root", "user", {"content_type": "multimodal_text", "parts": ["Read it.", {"content_type": "image"}]}, {}),
    ("left", "a", "assistant", {"content_type": "text", "parts": ["An answer nobody kept."]}, {}),
    ("t", "a", "assistant", {"content_type": "thoughts", "thoughts": [{"summary": "S", "content": "Open it."}]}, {}),
    ("b", "t", "assistant", {"content_type": "code", "text": "open('a')"}, {"recipient": "python"}),
    (
        "c",
        "b",
        "tool",
        {"content_type": "execution_output", "text": "hello"},
        {"author": {"role": "tool", "name": "python"}},
    ),
]


def node(id: str, parent: str | None, role: str, content: Any, more: dict[str, Any]) -> dict[str, Any]:
    """A node of the mapping."""
    message = {"id": id, "author": {"role": role}, "create_time": 1772359200.25, "content": content, "recipient": "all"}
    return {"id": id, "parent": parent, "children": [], "message": message | more if content else None}


CHAT = {
    "title": "t",
    "create_time": 1.0,
    "mapping": {row[0]: node(*row) for row in TREE},
    "current_node": "d",
    "id": "x",
}


def test_the_branch_that_ended_the_conversation_is_read(tmp_path: Path) -> None:
    """Each conversation of the export is a run; what was generated anew is counted, not shown."""
    trace = opened(tmp_path, json.dumps([CHAT, CHAT]), "conversations.json")
    assert acts(trace) == [
        ("task", "user", "Read it."),
        ("think", "assistant", "Open it."),
        ("call", "assistant", "open('a')"),
        ("result", "python", "hello"),
        ("say", "assistant", "It says hello."),
    ]
    assert [run.id for run in trace.reading.runs.held] == ["x", "x~2"]
    assert any("1 messages of branches" in warning for warning in trace.reading.warnings)
    assert trace.events[1].time == "2026-03-01T10:00:00.250Z"
    check_places(trace)
