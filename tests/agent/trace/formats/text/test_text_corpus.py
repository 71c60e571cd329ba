"""Real text logs: each is recognised, opened whole, and agrees with what two independent counters found."""

import json
from pathlib import Path
from typing import Any

import pytest

from agent.trace.formats.base.format import Head
from agent.trace.formats.registry import candidates
from agent.trace.trace import Trace

FORMATS = {
    "txt_math_org": "ag2_math_txt",
    "txt_math_prompt": "ag2_math_txt",
    "txt_math_topology": "ag2_math_txt",
    "txt": "appworld_txt",
    "log": "hyperagent_log",
    "gaia_level_1": "magentic_one_agbench_console",
    "gaia_level_2": "magentic_one_agbench_console",
    "gaia_level_3": "magentic_one_agbench_console",
    "gaia_log": "openmanus_loguru",
    ("ChatDev", "programdev"): "chatdev_log",
    ("ChatDev", "mmlu"): "chatdev_log",
    ("MetaGPT", "programdev"): "metagpt_comm_log",
    ("MetaGPT", "mmlu"): "metagpt_comm_log",
    ("HyperAgent", "json"): "hyperagent_mast_json",
    ("HyperAgent", "json_human_annotated"): "hyperagent_mast_json",
}
OURS = set(FORMATS.values()) | {"autogen04_console", "loguru", "crewai_log_txt"}


def traces(corpus: Path) -> list[tuple[Path, str | None]]:
    """Each trace with its format, None where it belongs to another family."""
    files = json.loads((corpus / "manifest.json").read_text())["files"]
    return [
        (corpus / file["path"], FORMATS.get((file["framework"], file["variant"]), FORMATS.get(file["variant"])))
        for file in files
        if file["role"] == "trace"
    ]


def head_of(path: Path) -> Head:
    data = path.read_bytes()
    return Head(data[: 64 * 1024], path.name, len(data))


def test_every_real_trace_is_recognised_and_nothing_else_is_claimed(corpus: Path) -> None:
    wrong = []
    for path, name in traces(corpus):
        form, because = next(candidates(head_of(path)))
        assert because
        if form.name != name and (name is not None or form.name in OURS):
            wrong.append((path.name, form.name, name))
    assert wrong == []


def test_no_made_file_of_another_format_is_claimed(made: Path) -> None:
    files = json.loads((made / "manifest.json").read_text())["files"]
    claimed = {file["path"]: next(candidates(head_of(made / file["path"])))[0].name for file in files}
    formats = {file["path"]: file["format"] for file in files}
    assert {path: name for path, name in claimed.items() if name in OURS and name != formats[path]} == {}
    assert claimed["crewai_logs.txt"] == "crewai_log_txt"


def test_every_line_of_a_real_text_log_is_a_line_of_its_trace(corpus: Path) -> None:
    for path, name in traces(corpus):
        if name is None or name.endswith("_json"):
            continue
        trace = Trace.open(path).read()
        written = path.read_bytes().decode("utf-8", "replace").removesuffix("\n").split("\n")
        shown = list(trace.lines(1, trace.events.lines))
        if any(hidden.startswith("Evaluation") for hidden in trace.reading.hidden):
            assert written[: len(shown)] == shown, path.name
        else:
            # A record that begins inside a line cuts it in two.
            assert "".join(shown) == "".join(written), path.name
            assert 0 <= len(shown) - len(written) <= 7
        trace.close()


def entries(corpus: Path) -> list[dict[str, Any]]:
    key = json.loads((corpus / "answer_key.json").read_text())["files"]
    return [entry for entry in key if entry["format"] in OURS]


def test_the_answer_key_agrees(corpus: Path) -> None:
    keyed = entries(corpus)
    assert len(keyed) > 20
    for entry in keyed:
        trace = Trace.open(corpus / entry["path"]).read()
        records: dict[int, int] = {}
        for event in trace.events:
            if event.record is not None:
                records.setdefault(event.record, event.source_lines[0])
        counts = {entry["n_events"], entry.get("n_events_if_mid_line_headers_also_split", entry["n_events"])}
        assert len(records) in counts, entry["path"]
        assert records[1] == entry["first_event"]["start_line"], entry["path"]
        assert records[max(records)] == entry["last_event"]["start_line"], entry["path"]
        actors = {event.actor for event in trace.events}
        assert set(entry["agents"]) <= actors, entry["path"]
        task, expected = trace.task(), entry.get("task")
        assert (task is None) == (expected is None), entry["path"]
        if task is not None and expected is not None:
            assert task.source_lines == tuple(expected["lines"]), entry["path"]
        collapsed = entry.get("n_events_after_collapsing_consecutive_identical")
        if collapsed is not None:
            assert len({event.record for event in trace.events if event.is_act and event.record}) == collapsed
        trace.close()


@pytest.mark.parametrize(("family", "share"), [("ChatDev", 0.20), ("HyperAgent", 0.9)])
def test_salience_tells_talk_from_what_the_log_prints_around_it(corpus: Path, family: str, share: float) -> None:
    loud = all_bytes = 0
    for path, name in traces(corpus):
        if name not in ("chatdev_log", "hyperagent_log") or family not in path.parts:
            continue
        trace = Trace.open(path).read()
        all_bytes += trace.source.size
        loud += sum(event.bytes[1] - event.bytes[0] for event in trace.events if event.salience >= 0.5)
        trace.close()
    assert 0.05 * all_bytes < loud < share * all_bytes
