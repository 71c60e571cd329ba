"""What all diagnoses of one command have in common, and what comes back about each run."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from agent.diagnosis.severity import Confidence, Severity
from agent.settings import Settings

if TYPE_CHECKING:
    from agent.diagnosis.document_parts import Diagnosis
    from agent.graph.progress import Done
    from agent.model.prices import Price
    from agent.trace.trace import Trace

State = Literal["diagnosed", "there", "unreadable", "not_begun"]
Keep = Callable[["Path | None", "Trace", "Done"], "Diagnosis"]
"""Remembers a diagnosis beside the trace, and gives it back with what a person said of its findings."""


@dataclass(frozen=True)
class Orders:
    """How every run is to be read and diagnosed; it travels to the processes that do it."""

    folder: Path | None
    """Where the documents go; None where they are only remembered."""
    settings: Settings
    salt: bytes = field(repr=False)
    """One for all processes, so that a secret has one placeholder."""
    price: "Price | None" = None
    state_folder: Path | None = None
    redact: bool = True
    budget: int = 12_000
    format: str | None = None
    task: str | None = None
    keep: Keep | None = None
    in_flight: int = 1
    """Runs that one process works on at the same time."""
    calls_at_once: int = 8
    """Calls of a model that one process has on their way at the same time."""

    @property
    def asks_a_model(self) -> bool:
        """Whether text of the runs is sent to a model."""
        return self.settings.model is not None and self.settings.address is not None


@dataclass(frozen=True)
class Task:
    """A file to be diagnosed, or some of its runs."""

    path: str
    runs: tuple[int, ...] = ()
    """Numbers of the runs; all of them where empty."""
    shares_name: bool = False
    """Whether another file of the same name comes before it; its document then bears a mark of its own."""
    data: bytes | None = None
    """What the file holds, where it is read on another machine."""
    tries: int = 0
    """How many processes ended while they worked on it."""


@dataclass(frozen=True)
class FoundMark:
    """As much of a finding as thresholds ask for."""

    mode: str | None
    severity: Severity
    confidence: Confidence


@dataclass(frozen=True)
class DiagnosedRun:
    """What became of one run."""

    path: str
    state: State
    number: int = 1
    of: int = 1
    id: str | None = None
    document: str | None = None
    """The name of its document in the folder."""
    outcome: str | None = None
    findings: tuple[FoundMark, ...] = ()
    """Those that nobody rejected."""
    root_mode: str | None = None
    holes: dict[str, int] = field(default_factory=dict)
    """Why cells were not judged, and how many."""
    trouble: str = ""
    cost_usd: float | None = None
    calls: int = 0

    def as_json(self) -> dict[str, Any]:
        """The row as it is printed for a program."""
        return {
            "path": self.path,
            "run": [self.number, self.of],
            "id": self.id,
            "state": self.state,
            "document": self.document,
            "outcome": self.outcome,
            "failures": None if self.document is None and self.outcome is None else len(self.findings),
            "root_mode": self.root_mode,
            "complete": self.state in ("diagnosed", "there") and not self.holes,
            "calls": self.calls,
            "cost_usd": self.cost_usd,
            "trouble": self.trouble or None,
        }


Made = list[tuple[DiagnosedRun, dict[str, Any] | None]]
"""What became of the runs of a task on another machine, each with its document."""
