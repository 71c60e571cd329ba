"""Reports and documents say what was joined, guessed or left out when the trace was read."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from agent.analyst.offline import OfflineAnalyst
from agent.diagnosis.document import from_dict, to_dict
from agent.graph.diagnose import diagnose
from agent.graph.progress import Done
from agent.report.kinds import KINDS, Content
from agent.report.plain_text import summary
from agent.trace.trace import Trace
from tests.agent.report.samples import rendered, sample

WARNINGS = ("after 200,000 tiny events the rest is one event", "some lines are no JSON: they are kept as they stand")


@pytest.mark.parametrize("suffix", [".md", ".html", ".sarif"])
def test_every_report_for_people_tells_how_the_trace_was_read(suffix: str) -> None:
    made = sample()
    told = rendered(replace(made, trace=replace(made.trace, warnings=WARNINGS)), suffix)
    assert all(f"How the trace was read: {warning}." in told for warning in WARNINGS)
    assert f"{WARNINGS[0]} (and 1 more)" in told
    assert "How the trace was read" not in rendered(made, suffix)


def test_a_document_holds_warnings_only_where_there_are_any() -> None:
    made = sample()
    assert "warnings" not in to_dict(made)["trace"]
    warned = replace(made, trace=replace(made.trace, warnings=WARNINGS))
    assert from_dict(json.loads(KINDS[".json"].text(Content(warned)))) == warned


async def test_what_the_reader_joined_stands_in_the_diagnosis(tmp_path: Path) -> None:
    path = tmp_path / "chat.jsonl"
    turn = '{"role": "assistant", "content": "I count the boats."}\n'
    path.write_text('{"role": "user", "content": "How many boats?"}\n' + turn + "no JSON at all\n" + turn)
    trace = Trace.open(path)
    made = [step async for step in diagnose(trace, OfflineAnalyst()) if isinstance(step, Done)][-1].diagnosis
    warnings = tuple(trace.warnings)
    trace.close()
    assert made is not None and warnings and made.trace.warnings == warnings
    assert warnings[0][:40] in " ".join(summary(made).split())
