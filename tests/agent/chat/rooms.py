"""What tests of the conversation begin with: the ground of a trace, with its offline diagnosis."""

from pathlib import Path

from agent.analyst.offline import OfflineAnalyst
from agent.chat.ground import Ground
from agent.graph.progress import Done
from agent.graph.run import diagnose
from agent.redaction.redact import Redactor
from agent.trace.trace import Trace

SAMPLES = Path(__file__).resolve().parents[3] / "sample_traces"
HYPERAGENT = SAMPLES / "hyperagent-calendar.log"
CHATDEV = SAMPLES / "chatdev-bill-splitter.log"


async def ground_of(path: Path) -> Ground:
    """The ground of a trace that is diagnosed."""
    ground = Ground(Trace.open(path), Redactor(b"salt"))
    async for progress in diagnose(ground.trace, OfflineAnalyst()):
        if isinstance(progress, Done):
            ground.diagnosis = progress.diagnosis
    return ground


def plain_log(path: Path, *messages: str) -> Path:
    """A log with one message after the other, by two agents in turn."""
    rows = [
        f"2026-03-01 {10 + n // 3600}:{n // 60 % 60:02}:{n % 60:02} INFO {('planner', 'coder')[n % 2]}: {text}"
        for n, text in enumerate(messages)
    ]
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return path
