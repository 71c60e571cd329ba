"""What tests of the conversation begin with: the material of a trace, with its offline diagnosis."""

from pathlib import Path

from agent.analyst.offline import OfflineAnalyst
from agent.chat.material import Material
from agent.graph.diagnose import diagnose
from agent.graph.progress import Done
from agent.redaction.redact import Redactor
from agent.trace.trace import Trace

SAMPLES = Path(__file__).resolve().parents[3] / "sample_traces"
HYPERAGENT = SAMPLES / "hyperagent-calendar.log"
CHATDEV = SAMPLES / "chatdev-bill-splitter.log"


async def material_of(path: Path) -> Material:
    """The material of a trace that is diagnosed."""
    material = Material(Trace.open(path), Redactor(b"salt"))
    async for progress in diagnose(material.trace, OfflineAnalyst()):
        if isinstance(progress, Done):
            material.diagnosis = progress.diagnosis
    return material


def plain_log(path: Path, *messages: str) -> Path:
    """A log with one message after the other, by two agents in turn."""
    rows = [
        f"2026-03-01 {10 + n // 3600}:{n // 60 % 60:02}:{n % 60:02} INFO {('planner', 'coder')[n % 2]}: {text}"
        for n, text in enumerate(messages)
    ]
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return path
