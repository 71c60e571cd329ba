"""Who&When traces: speakers, addressees and answers in both shapes; labels kept out; every trace of the corpus."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from agent.trace.meta import describe
from agent.trace.trace import Trace

LABEL = "the culprit, step 4711"


def team() -> dict[str, Any]:
    """A team of experts, in the shape of the generated traces."""
    turns = [
        ("# General Task\nCount the boats.\n# Plan\nLook.", "Boat_Expert"),
        ("```python\nprint(3)\n```", "Boat_Expert"),
        ("exitcode: 1 (execution failed)\nCode output: no such file", "Computer_terminal"),
        ("There are 3 boats.", "Harbour_Expert"),
        ("TERMINATE", "Harbour_Expert"),
    ]
    return {
        "is_correct": False,
        "question": "How many boats?",
        "question_ID": "b1",
        "level": "2",
        "ground_truth": LABEL,
        "history": [{"content": text, "role": "assistant", "name": name} for text, name in turns],
        "mistake_agent": "Boat_Expert",
        "mistake_step": "1",
        "mistake_reason": LABEL,
        "system_prompt": {"Boat_Expert": "You know boats.", "Harbour_Expert": "You verify."},
    }


def surfers() -> dict[str, Any]:
    """An orchestrated run, in the shape of the traces made by hand."""
    turns = [
        ("How many boats?", "human"),
        ("Initial plan:\n\nlook", "Orchestrator (thought)"),
        ('Updated Ledger:\n{"is_request_satisfied": false}', "Orchestrator (thought)"),
        ("Open the page.", "Orchestrator (-> WebSurfer)"),
        ("I opened it.", "WebSurfer"),
        ("exit", "ComputerTerminal"),
        (
            "No agent selected.\nFINAL ANSWER: 3\nboats\nSCENARIO.PY COMPLETE !#!#",
            "Orchestrator (termination condition)",
        ),
    ]
    history = [{"content": text, "role": role} for text, role in turns]
    labels = {"ground_truth": LABEL, "is_corrected": False, "mistake_agent": "WebSurfer", "mistake_step": "4"}
    return {"history": history, "question": "How many boats are there?", **labels, "mistake_reason": LABEL}


def opened(folder: Path, document: dict[str, Any]) -> Trace:
    path = folder / "run.json"
    path.write_text(json.dumps(document, indent=4, ensure_ascii=False))
    return Trace.open(path).read()


def test_a_team(tmp_path: Path) -> None:
    trace = opened(tmp_path, team())
    events = list(trace.events)
    assert trace.format.name == "whowhen_algorithm_generated"
    assert [e.kind.value for e in events] == ["task", "call", "result", "say", "say", "system", "system"]
    assert [e.actor for e in events[:5]] == [t["name"] for t in team()["history"]]
    assert [e.record for e in events] == [1, 2, 3, 4, 5, None, None]
    assert events[2].status == "error"
    meta = describe(trace)
    assert meta["task"] == {"text": "How many boats?", "source_lines": [3, 3], "complete": True}
    assert meta["answer"] == "There are 3 boats."
    trace.close()


def test_an_orchestrated_run(tmp_path: Path) -> None:
    trace = opened(tmp_path, surfers())
    events = list(trace.events)
    assert trace.format.name == "whowhen_hand_crafted"
    assert [e.kind.value for e in events] == ["task", "plan", "think", "handoff", "say", "result", "answer"]
    assert {e.actor for e in events} == {"human", "Orchestrator", "WebSurfer", "ComputerTerminal"}
    assert events[3].to == ("WebSurfer",)
    meta = describe(trace)
    assert meta["task"]["text"] == "How many boats are there?"
    assert meta["answer"] == "3\nboats"
    trace.close()


@pytest.mark.parametrize("document", [team(), surfers()])
def test_labels_have_no_lines(tmp_path: Path, document: dict[str, Any]) -> None:
    trace = opened(tmp_path, document)
    assert not any(LABEL in line for line in trace.lines(1, trace.lines_count))
    assert {"ground_truth", "mistake_agent", "mistake_step"} <= set(", ".join(trace.reading.hidden).split(", "))
    trace.close()


@pytest.mark.parametrize("document", [team(), surfers()])
def test_cut_anywhere_the_whole_records_open(tmp_path: Path, document: dict[str, Any]) -> None:
    raw = json.dumps(document, indent=4).encode()
    path = tmp_path / "cut.json"
    chance = random.Random(2)
    first = raw.index(b"}", raw.index(b'"history"')) + 1
    for cut in {chance.randrange(first, len(raw)) for _ in range(200)}:
        path.write_bytes(raw[:cut])
        trace = Trace.open(path).read()
        whole = sum(raw.index(json.dumps(t["content"]).encode()) + 400 < cut for t in document["history"])
        assert len({e.record for e in trace.events if e.record}) >= whole
        assert trace.reading.broken_at is not None
        assert len([w for w in trace.reading.warnings if "byte" in w]) == 1
        trace.close()


def test_the_answer_key(corpus: Path) -> None:
    entries = [e for e in json.loads((corpus / "answer_key.json").read_text())["files"] if e["framework"] == "WhoWhen"]
    assert entries
    for entry in entries:
        trace = Trace.open(corpus / entry["path"]).read()
        assert trace.format.name == entry["format"]
        records = [e for e in trace.events if e.record]
        assert len(records) == entry["n_events"]
        assert records[0].source_lines == (entry["first_event"]["start_line"], entry["first_event"]["end_line"])
        assert records[-1].source_lines == (entry["last_event"]["start_line"], entry["last_event"]["end_line"])
        assert {e.actor for e in records} == set(entry["agents"])
        task = trace.task()
        assert task is not None
        assert task.source_lines == tuple(entry["task"]["lines"])
        trace.close()


def test_every_trace_of_the_corpus(corpus: Path) -> None:
    paths = sorted((corpus / "WhoWhen").glob("*/*.json"))
    assert paths
    for path in paths:
        document = json.loads(path.read_text())
        trace = Trace.open(path).read()
        assert trace.format.name == f"whowhen_{path.parent.name}"
        texts = [trace.text(e) for e in trace.events if e.record]
        assert texts == [turn["content"] for turn in document["history"]]
        assert not trace.reading.warnings
        trace.close()


def test_a_hand_crafted_run_may_begin_with_its_question(tmp_path: Path) -> None:
    path = tmp_path / "question-first.json"
    turns = [
        {"content": "How many boats?", "role": "human"},
        {"content": "Look.", "role": "Orchestrator (-> WebSurfer)"},
    ]
    path.write_text(json.dumps({"question": "How many boats?", "history": turns, "mistake_agent": LABEL}))
    trace = Trace.open(path).read()
    assert trace.format.name == "whowhen_hand_crafted"
    assert [(event.actor, event.to) for event in trace.events] == [("human", ()), ("Orchestrator", ("WebSurfer",))]
    assert describe(trace)["hidden"] == ["mistake_agent"]
