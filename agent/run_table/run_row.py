"""A row about one run: what its first bytes tell at once, and what is counted where the run is not too long."""

from dataclasses import dataclass
from typing import Any

from agent.number_words import size


@dataclass(slots=True)
class RunRow:
    """What is known of a run; None where nobody has looked, or where the run does not tell."""

    path: str
    bytes: int
    number: int = 1
    """Which of the runs of its file it is."""
    of: int = 1
    """How many runs its file holds."""
    id: str | None = None
    format: str | None = None
    task: str | None = None
    """The first words of the task."""
    start: str | None = None
    seconds: float | None = None
    agents: int | None = None
    events: int | None = None
    acts: int | None = None
    lines: int | None = None
    tokens: int | None = None
    outcome: str | None = None
    is_running: bool = False
    """Whether it goes on, as far as its file tells and was written lately."""
    failures: int | None = None
    root_mode: str | None = None
    diagnosis: str | None = None
    """Who made the diagnosis that is kept of it."""
    trouble: str = ""
    """Why it cannot be read, or what was not looked at."""

    @property
    def kind(self) -> str:
        """Its format, where it is known, and how large its file is."""
        return " ".join(filter(None, (self.format, size(self.bytes))))


def document(row: RunRow, run: int) -> dict[str, Any]:
    """The row as it is printed for a program; `run` numbers the rows."""
    return {
        "run": run,
        "path": row.path,
        "id": row.id,
        "task": row.task,
        "start": row.start,
        "seconds": row.seconds,
        "agents": row.agents,
        "events": row.events,
        "acts": row.acts,
        "lines": row.lines,
        "tokens": row.tokens,
        "outcome": row.outcome,
        "failures": row.failures,
        "root_mode": row.root_mode,
        "diagnosis": row.diagnosis,
        "format": row.format,
        "bytes": row.bytes,
        "of": [row.number, row.of],
        "trouble": row.trouble or None,
    }
