"""Transcripts of Antigravity, made up here: what the program wrote around a person's words was not asked."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.agent.trace.formats.acts import acts, check_places, lines, opened


def step(number: int, source: str, kind: str, content: str = "", **more: Any) -> dict[str, Any]:
    """A step as the transcript has it."""
    at = f"2026-03-01T10:00:0{number}Z"
    head = {"step_index": number, "source": source, "type": kind, "status": "DONE", "created_at": at}
    return {**head, **({"content": content} if content else {}), **more}


ASKED = "<USER_REQUEST>\nMend a.py\nand say so.\n</USER_REQUEST>\n<ADDITIONAL_METADATA>\nnow\n</ADDITIONAL_METADATA>"
STEPS = [
    step(0, "USER_EXPLICIT", "USER_INPUT", ASKED),
    step(1, "SYSTEM", "EPHEMERAL_MESSAGE", "Prefer short answers."),
    step(2, "MODEL", "PLANNER_RESPONSE", "I read it.", thinking="Look first.",
         tool_calls=[{"name": "view_file", "args": {"path": "a.py"}}]),
    step(3, "MODEL", "VIEW_FILE", "x = 1"),
    step(4, "MODEL", "PLANNER_RESPONSE", "Done."),
]  # fmt: skip


@pytest.mark.parametrize("escaped", [False, True])
def test_steps_are_acts(escaped: bool, tmp_path: Path) -> None:
    text = lines(*STEPS)
    if escaped:
        text = text.replace("<", "\\u003c").replace(">", "\\u003e")
    trace = opened(tmp_path, text, "transcript.jsonl")
    assert trace.format.name == "antigravity_transcript"
    assert acts(trace) == [
        ("task", "user", "Mend a.py\nand say so."),
        ("system", "system", "Prefer short answers."),
        ("think", "antigravity", "Look first."),
        ("say", "antigravity", "I read it."),
        ("call", "antigravity", '{"path": "a.py"}'),
        ("result", "VIEW_FILE", "x = 1"),
        ("say", "antigravity", "Done."),
    ]
    check_places(trace)


def test_words_without_tags_are_asked_as_they_stand(tmp_path: Path) -> None:
    plain = json.dumps({"step_index": 0, "source": "USER_EXPLICIT", "type": "USER_INPUT", "content": "Go on"}) + "\n"
    assert acts(opened(tmp_path, plain, "transcript.jsonl")) == [("task", "user", "Go on")]
