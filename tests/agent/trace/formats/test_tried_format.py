"""A guess by which nobody does anything gives way, and unknown JSON is read by its shape, without its labels."""

import json
from pathlib import Path
from typing import Any

from agent.trace.meta import describe
from tests.agent.trace.formats.acts import acts, check_places, opened

CALL = {"functionCall": {"id": "c", "name": "add", "args": {"a": 1}}}


def test_json_with_roles_elsewhere_is_read_by_shape(tmp_path: Path) -> None:
    document = {
        "config": {"prompt": {"role": "system", "content": "x"}},
        "episode": {
            "reward": 0.25,
            "turns": [
                {"author": {"role": "user"}, "parts": [{"text": "Count."}], "ts": 1763452800},
                {"author": {"role": "assistant"}, "parts": [CALL]},
                {"type": "tool_result", "tool_use_id": "c", "output": "two"},
                {"thought": "Easy.", "action": "answer", "action_input": {"n": 2}, "observation": "ok"},
            ],
        },
    }  # fmt: skip
    trace = opened(tmp_path, json.dumps(document), "run.json")
    assert trace.format.name == "json"
    assert acts(trace) == [
        ("task", "user", "Count."),
        ("call", "assistant", '{"a": 1}'),
        ("result", "add", "two"),
        ("think", None, "Easy."),
        ("call", None, '{"n": 2}'),
        ("result", "answer", "ok"),
    ]
    assert [event.call for event in trace.events][1:3] == ["c", "c"]
    assert describe(trace)["hidden"] == ["reward"]
    check_places(trace)


def test_labels_are_in_no_line_of_unknown_json(tmp_path: Path) -> None:
    secret = "the label 4711"
    held: dict[str, Any] = {"step": 1, "note": {"deep": "seen"}, "gold": secret, "feedback": {"text": secret}}
    for text in (json.dumps({"rows": [held, held]}), json.dumps(held) + "\n" + json.dumps(held) + "\n"):
        trace = opened(tmp_path, text, "run.json")
        assert secret not in "\n".join(trace.text(event) for event in trace.events)
        assert "gold" in ", ".join(describe(trace)["hidden"])
