"""Which models a file names in fields of its own: never in what was said, each with its places."""

import json
from pathlib import Path
from typing import Any

import pytest

from agent.statistics import models_named as module
from agent.statistics.models_named import models_named
from agent.trace.trace import Trace
from tests.agent.chat.materials import SAMPLES


def opened(path: Path, value: Any) -> Trace:
    path.write_text(json.dumps(value, indent=1))
    return Trace.open(path).read()


def said_by(model: str | None, text: str) -> dict[str, Any]:
    return {"role": "assistant", "content": text, **({"model": model} if model else {})}


def test_a_field_of_a_message_is_found_with_its_line_and_what_was_said_is_not(tmp_path: Path) -> None:
    quoted = json.dumps({"model": "invented-9"})
    messages = [{"role": "user", "content": f"use {quoted}"}, said_by("big-1", quoted), said_by("big-1", "a\nb")]
    messages += [said_by("small-2", "c"), said_by(None, "d")]
    named = models_named(opened(tmp_path / "run.json", {"messages": messages}))
    assert [(one.name, one.times, one.lines) for one in named] == [("big-1", 2, [2, 3]), ("small-2", 1, [5, 5])]


def test_a_field_outside_of_every_event_is_told_by_the_line_of_the_file(tmp_path: Path) -> None:
    messages = [{"role": "user", "content": "go"}, said_by(None, "done")]
    (one,) = models_named(opened(tmp_path / "run.json", {"id": 7, "model": "big-1", "messages": messages}))
    assert (one.name, one.times, one.lines, one.source_line) == ("big-1", 1, [], 3)


@pytest.mark.parametrize(
    ("name", "model", "actor"),
    [
        ("otlp_genai-invoice.jsonl", "demo-model", "solver"),
        ("trail-clock_tower.json", "demo-model", None),
        ("openinference-meeting_room.json", "demo-model", None),
    ],
)
def test_spans_name_their_models(name: str, model: str, actor: str | None) -> None:
    trace = Trace.open(SAMPLES / name).read()
    (one,) = models_named(trace)
    assert one.name == model and one.times > 1 and 1 <= one.lines[0] < one.lines[1] <= trace.events.lines
    if actor is not None:
        (mine,) = models_named(trace, actor)
        assert 0 < mine.times < one.times
    assert not models_named(trace, "nobody of that name")


@pytest.mark.parametrize("field", ["model_slug", "modelVersion", "gen_ai.response.model", "llm.model_name", "modelId"])
def test_the_name_of_the_field_differs(tmp_path: Path, field: str) -> None:
    messages = [{"role": "user", "content": "go"}, {**said_by(None, "done"), field: "vendor/big-1:x"}]
    (one,) = models_named(opened(tmp_path / "run.json", {"messages": messages}))
    assert one.name == "vendor/big-1:x"


@pytest.mark.parametrize("field", ["remodel", "default_model_kind", "car.model", "model_context_window"])
def test_other_fields_name_none(tmp_path: Path, field: str) -> None:
    messages = [{"role": "user", "content": "go"}, {**said_by(None, "done"), field: "big-1"}]
    assert not models_named(opened(tmp_path / "run.json", {"messages": messages}))


def test_a_field_across_two_blocks_is_counted_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trace = opened(tmp_path / "run.json", {"messages": [{"role": "user", "content": "go"}, said_by("big-1", "done")]})
    monkeypatch.setattr(module, "OVERLAP", 128)
    for size in range(1, 200):
        monkeypatch.setattr(module, "BLOCK", size)
        assert [(one.name, one.times) for one in models_named(trace)] == [("big-1", 1)], size


def test_it_stops_when_nobody_waits() -> None:
    assert models_named(Trace.open(SAMPLES / "otlp_genai-invoice.jsonl").read(), stop=lambda: True) == []
