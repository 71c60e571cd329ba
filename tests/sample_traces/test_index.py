"""The sample traces are what their index says: format, places, and what the offline analyst shows of them."""

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from agent.analyst.offline import OfflineAnalyst
from agent.diagnosis.document_parts import Diagnosis
from agent.graph.diagnose import diagnose
from agent.graph.progress import Done
from agent.trace.trace import Trace
from taxonomy.mast import load

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "sample_traces"
INDEX: list[dict[str, Any]] = tomllib.loads((SAMPLES / "index.toml").read_text())["sample"]
BESIDE = {"README.md", "index.toml", "labels.csv", "make_long.py"}


async def _diagnosed(path: Path) -> Diagnosis:
    trace = Trace.open(path)
    try:
        async for progress in diagnose(trace, OfflineAnalyst()):
            if isinstance(progress, Done):
                return progress.diagnosis
    finally:
        trace.close()
    raise AssertionError("a diagnosis ends with Done")


def test_the_index_names_every_sample_and_one_for_the_demo() -> None:
    files = {path.name for path in SAMPLES.iterdir() if path.is_file()} - BESIDE
    assert {sample["file"] for sample in INDEX} == files
    assert sum(sample.get("demo", False) for sample in INDEX) == 1
    assert len(INDEX) >= 12


@pytest.mark.parametrize("sample", INDEX, ids=lambda sample: str(sample["file"]))
async def test_a_sample_is_what_the_index_says(sample: dict[str, Any]) -> None:
    diagnosis = await _diagnosed(SAMPLES / sample["file"])
    assert diagnosis.trace.format == sample["format"]
    assert sorted({finding.failure for finding in diagnosis.findings}) == sample["offline"]
    for find in sample["finds"]:
        assert find["mode"] in load().codes
        first, last = find["lines"]
        assert 1 <= first <= last <= diagnosis.trace.lines
        assert find["what"]


async def test_a_remedy_names_the_actors_of_its_evidence_as_the_trace_does() -> None:
    """The first actor of this trace is the user, who had no part in the finding."""
    diagnosis = await _diagnosed(SAMPLES / "invoices.jsonl")
    ignored = next(finding for finding in diagnosis.findings if finding.mode == "FM-2.5")
    said = {remedy.kind: remedy.change for remedy in ignored.remedies}
    assert "Begin each reply to Reviewer with" in said["specification"]
    assert "Keep each point from Reviewer as" in said["coordination"]
    assert "the new version of the work of Coder with" in said["verification"]


def test_there_is_one_for_each_category_one_clean_and_one_broken() -> None:
    categories = {load().mode(find["mode"]).category for sample in INDEX for find in sample["finds"]}
    assert categories == {"FC1", "FC2", "FC3"}
    assert [sample["file"] for sample in INDEX if not sample["finds"]] == [
        "openai_chat-clean.jsonl",
        "broken-seating.json",
    ]
    trace = Trace.open(SAMPLES / "broken-seating.json").read()
    assert any("breaks off" in warning for warning in trace.reading.warnings)
    trace.close()


async def test_a_long_trace_is_made_with_its_failures_where_they_are_said_to_be(tmp_path: Path) -> None:
    path = tmp_path / "long.log"
    subprocess.run([sys.executable, SAMPLES / "make_long.py", "6000", path], check=True)
    assert path.read_bytes().count(b"\n") == 6000
    diagnosis = await _diagnosed(path)
    repetition = next(finding for finding in diagnosis.findings if finding.mode == "FM-1.3")
    assert 1900 < repetition.onset < 2200
