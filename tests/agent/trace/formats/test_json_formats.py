"""Which JSON is which: every trace at hand is known by its name, opens, and has lines that fit its bytes."""

import json
from pathlib import Path
from typing import Any

import pytest

from agent.trace.formats import registry
from agent.trace.formats.base.format import Head
from agent.trace.formats.registry import candidates
from agent.trace.meta import describe
from agent.trace.trace import Trace

JSON_FRAMEWORKS = {
    "AG2": "ag2_mast_json",
    "HyperAgent": "hyperagent_mast_json",
    "TRAIL": "trail_patronus_otel",
}


def expected(entry: dict[str, str]) -> str | None:
    """The format of a trace of the corpus, by its framework and kind; None for text."""
    if not entry["path"].endswith(".json"):
        return None
    if entry["framework"] == "WhoWhen":
        return f"whowhen_{entry['variant']}"
    return JSON_FRAMEWORKS[entry["framework"]]


def head_of(path: Path) -> Head:
    with path.open("rb") as file:
        return Head(file.read(64 * 1024), path.name, path.stat().st_size)


def test_every_trace_of_the_corpus_is_known_by_its_name(corpus: Path) -> None:
    entries = [e for e in json.loads((corpus / "manifest.json").read_text())["files"] if e["role"] == "trace"]
    assert len(entries) > 200
    for entry in entries:
        head = head_of(corpus / entry["path"])
        form, because = next(candidates(head))
        assert because
        if (name := expected(entry)) is not None:
            assert form.name == name, entry["path"]
        else:
            assert form not in map(registry.load, registry.JSON), entry["path"]


def test_every_made_trace_is_known_opens_and_says_so_if_it_has_no_reader(made: Path) -> None:
    entries = json.loads((made / "manifest.json").read_text())["files"]
    for entry in entries:
        if entry["path"].endswith(".eval"):
            continue
        trace = Trace.open(made / entry["path"]).read()
        meta = describe(trace)
        assert meta["format"] == entry["format"]
        assert meta["lines"] >= 1
        for event in trace.events:
            assert 1 <= event.source_lines[0] <= event.source_lines[1] <= meta["source_lines"]
            assert 0 <= event.bytes[0] <= event.bytes[1] <= meta["bytes"]
            assert trace.title(event)
            assert trace.text(event).count("\n") == event.lines[1] - event.lines[0]
        trace.close()


def test_names_are_told_apart() -> None:
    names = [form.name for form in registry.in_order()]
    assert len(set(names)) == len(names)


SAMPLES = sorted((Path(__file__).parents[4] / "sample_traces").glob("*.json*"))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_a_sample_opens_without_a_warning(path: Path) -> None:
    trace = Trace.open(path).read()
    meta = describe(trace)
    assert meta["format"] not in ("json", "jsonl", "plain_log")
    assert meta["task"]["text"]
    assert [warning for warning in meta["warnings"] if "breaks off" not in warning] == []
    assert len(meta["warnings"]) == ("broken" in path.name)
    trace.close()


SECRET = "the label 4711"
LABELLED: dict[str, dict[str, Any]] = {
    "ag2_mast_json": {
        "instance_id": "one",
        "problem_statement": ["Count."],
        "other_data": {"answer": SECRET, "given": ""},
        "note": {"text": SECRET},
        "trajectory": [],
    },
    "hyperagent_mast_json": {
        "instance_id": "one",
        "problem_statement": ["Repair it."],
        "other_data": {"hints_text": [SECRET], "patch": [SECRET]},
        "trajectory": [],
    },
    "whowhen_algorithm_generated": {"is_correct": False, "question": "?", "ground_truth": SECRET, "history": []},
    "whowhen_hand_crafted": {"history": [], "question": "?", "role": "", "mistake_agent": SECRET},
    "trail_patronus_otel": {"trace_id": "t", "span_name": "", "span_kind": "", "true_answer": SECRET, "spans": []},
}


@pytest.mark.parametrize("name", LABELLED)
@pytest.mark.parametrize("cut", [0, 3], ids=["whole", "broken off"])
def test_a_file_with_labels_and_no_record_gives_nothing_away(tmp_path: Path, name: str, cut: int) -> None:
    text = json.dumps(LABELLED[name], indent=4)
    path = tmp_path / "labels.json"
    path.write_text(text[: len(text) - cut])
    trace = Trace.open(path).read()
    assert trace.format.name == name
    assert SECRET not in "\n".join(trace.lines(1, trace.lines_count))
    assert [event.kind for event in trace.events] == ["noise"]
    assert describe(trace)["hidden"]
