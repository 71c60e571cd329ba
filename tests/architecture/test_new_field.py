"""A new field of a finding is written in at most five files: one is added to a copy of the program and followed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
LAST_OF = {"Claim": "    precision: float | None = None\n", "Grounded": '    id: str = ""\n'}
FIELD = '    lesson: str = ""\n'
PLACES = {
    "agent/diagnosis/claim.py": [(last, last + FIELD) for last in LAST_OF.values()],
    "agent/diagnosis/document_parts.py": [("    note: str | None = None\n", f"    note: str | None = None\n{FIELD}")],
    "agent/analyst/offline.py": [
        ("        precision=share(signal),\n", '        precision=share(signal), lesson="look twice",\n')
    ],
    "agent/report/wording.py": [("finding.role, who(finding)", "finding.role, finding.lesson, who(finding)")],
}
PROGRAM = """
import asyncio, sys
from pathlib import Path
from agent.analyst.offline import OfflineAnalyst
from agent.diagnosis.document import from_dict, to_dict
from agent.graph.progress import Done
from agent.graph.diagnose import diagnose
from agent.report.kinds import KINDS, Content
from agent.trace.trace import Trace

async def made():
    news = diagnose(Trace.open(Path(sys.argv[1])), OfflineAnalyst())
    return [each async for each in news if isinstance(each, Done)][0]

diagnosis = from_dict(to_dict(asyncio.run(made()).diagnosis))
assert {finding.lesson for finding in diagnosis.findings} == {"look twice"}
print([suffix for suffix, kind in KINDS.items() if "look twice" in kind.text(Content(diagnosis))])
"""


def test_a_new_field_of_a_finding_takes_at_most_five_files(tmp_path: Path) -> None:
    assert len(PLACES) <= 5
    for room in ("agent", "taxonomy"):
        shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__"))
    for name, changes in PLACES.items():
        text = (tmp_path / name).read_text(encoding="utf-8")
        for before, after in changes:
            assert before in text, f"{name} has no {before.strip()}"
            text = text.replace(before, after, 1)
        (tmp_path / name).write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(ROOT / "sample_traces" / "invoices.jsonl")],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stdout.strip() == "['.md', '.html', '.json']", done.stderr[-2_000:]
