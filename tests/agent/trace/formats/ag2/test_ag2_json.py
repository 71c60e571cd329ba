"""AG2 runs: who spoke, what was done, what is kept from the analyst, and what is left of a file that breaks off."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from agent.trace.event import Event
from agent.trace.meta import describe
from agent.trace.trace import Trace
from tests.agent.trace.formats.acts import opened_document

LOST = "Nobody knows this label 7731"


def run(**changes: Any) -> dict[str, Any]:
    """A run of our own invention, in the shape of the format."""
    turns = [
        ("Solve it.\n\nProblem:\nHow many ü are 2 + 3?", "assistant", "mathproxyagent"),
        ("Key idea: add.\n```python\nprint(2 + 3)\n```", "user", "assistant"),
        ("exitcode: 1 (execution failed)\nCode output: NameError", "assistant", "mathproxyagent"),
        ("I see.", "user", "assistant"),
        ("Continue. Please keep solving the problem until you need to query.", "assistant", "mathproxyagent"),
        ("```python\nprint(5)\n```", "user", "assistant"),
        ("5\n", "assistant", "mathproxyagent"),
        ("The answer is \\boxed{5}.", "user", "assistant"),
    ]
    return {
        "instance_id": "one",
        "problem_statement": ["How many ü", "are 2 + 3?"],
        "other_data": {"correct": True, "answer": LOST, "given": "5", "seed_answer": LOST},
        "trajectory": [{"content": t.split("\n"), "role": r, "name": n} for t, r, n in turns],
        "note": {"text": [LOST], "options": {"Step repetition": "no"}},
        **changes,
    }


@pytest.mark.parametrize("indent", [4, None])
def test_who_did_what(tmp_path: Path, indent: int | None) -> None:
    document = run()
    trace = opened_document(tmp_path, document, indent)
    assert trace.format.name == "ag2_mast_json"
    events = list(trace.events)
    assert [e.kind.value for e in events] == ["task", "call", "result", "say", "system", "call", "result", "say"]
    assert [e.actor for e in events] == ["mathproxyagent", "assistant"] * 4
    assert [e.status for e in events if e.status] == ["error"]
    assert [e.tool for e in events if e.tool] == ["python", "python"]
    assert [trace.text(e) for e in events] == ["\n".join(t["content"]) for t in document["trajectory"]]
    trace.close()


def test_the_task_and_the_answer_have_fields_of_their_own(tmp_path: Path) -> None:
    trace = opened_document(tmp_path, run())
    meta = describe(trace)
    assert meta["task"] == {"text": "How many ü\nare 2 + 3?", "source_lines": [4, 5], "complete": True}
    assert meta["answer"] == "5"
    trace.close()


def test_labels_have_no_lines(tmp_path: Path) -> None:
    trace = opened_document(tmp_path, run())
    assert not any(LOST in line for line in trace.lines(1, trace.lines_count))
    hidden = " ".join(trace.reading.hidden)
    assert "answer" in hidden
    assert "note" in hidden
    trace.close()


def test_a_team_names_the_next_speaker(tmp_path: Path) -> None:
    turns = [
        ("The problem.", "Agent_Verifier"),
        ("Hello everyone. We have assembled a great team today.", "chat_manager"),
        ("Done.\n\n**SUGGESTED NEXT SPEAKER: Agent Verifier**", "Agent_Problem_Solver"),
        ("exitcode: 0 (execution succeeded)\nCode output: 5", "Agent_Verifier"),
        ("SOLUTION_FOUND \\boxed{5}", "Agent_Verifier"),
    ]
    turn = [{"content": t.split("\n"), "role": "user", "name": n} for t, n in turns]
    trace = opened_document(tmp_path, run(trajectory=turn))
    events = list(trace.events)
    assert [e.kind.value for e in events] == ["task", "system", "say", "result", "answer"]
    assert events[2].to == ("Agent_Verifier",)
    trace.close()


def test_an_odd_element_is_an_event_all_the_same(tmp_path: Path) -> None:
    turn: list[Any] = [
        {"content": [""], "role": "user", "name": "a"},
        {"role": "user"},
        7,
        {"content": "flat", "name": None},
    ]
    trace = opened_document(tmp_path, run(trajectory=turn))
    events = list(trace.events)
    assert [e.record for e in events] == [1, 2, 3, 4]
    assert trace.text(events[0]) == ""
    assert trace.text(events[3]) == "flat"
    trace.close()


def test_cut_anywhere_the_whole_records_open(tmp_path: Path) -> None:
    document = run()
    raw = json.dumps(document, indent=4).encode()
    ends = [raw.index(f'"name": "{t["name"]}"'.encode()) for t in document["trajectory"]]
    path = tmp_path / "cut.json"
    chance = random.Random(1)
    for cut in {chance.randrange(raw.index(b'"other_data"'), len(raw)) for _ in range(200)}:
        path.write_bytes(raw[:cut])
        trace = Trace.open(path).read()
        assert trace.format.name == "ag2_mast_json"
        records = [e.record for e in trace.events if e.record]
        assert records == list(range(1, len(records) + 1))
        assert len(ends) >= len(records)
        assert len([w for w in trace.reading.warnings if "byte" in w]) == 1
        assert trace.reading.broken_at is not None
        assert trace.reading.broken_at <= cut
        trace.close()


def _checked(trace: Trace, entry: dict[str, Any]) -> list[Event]:
    events = list(trace.events)
    assert {e.record for e in events} == set(range(1, entry["n_events"] + 1))
    assert events[0].source_lines == (entry["first_event"]["start_line"], entry["first_event"]["end_line"])
    assert events[-1].source_lines == (entry["last_event"]["start_line"], entry["last_event"]["end_line"])
    assert {e.actor for e in events} == set(entry["agents"])
    return events


def test_the_answer_key(corpus: Path) -> None:
    entries = json.loads((corpus / "answer_key.json").read_text())["files"]
    entries = [entry for entry in entries if entry["format"] == "ag2_mast_json"]
    assert entries
    for entry in entries:
        trace = Trace.open(corpus / entry["path"]).read()
        _checked(trace, entry)
        task = trace.task()
        assert task is not None
        assert task.source_lines == tuple(entry["task"]["lines"])
        answer = trace.answer()
        assert (answer.text if answer else "") == entry["final_answer"]["text"]
        trace.close()


def test_every_trace_of_the_corpus(corpus: Path) -> None:
    paths = sorted((corpus / "AG2").glob("json_*/**/*.json"))
    assert paths
    for path in paths:
        document = json.loads(path.read_text())
        trace = Trace.open(path).read()
        assert trace.format.name == "ag2_mast_json", path
        assert [trace.text(e) for e in trace.events] == ["\n".join(t["content"]) for t in document["trajectory"]]
        assert [e.actor for e in trace.events] == [t["name"] for t in document["trajectory"]]
        assert not trace.reading.warnings
        trace.close()
