"""What a diagnosis tells while it goes on: plain objects, one for each thing that happened."""

from dataclasses import dataclass

from agent.diagnosis.claim import Grounded
from agent.diagnosis.document_parts import Cell, Diagnosis
from agent.diagnosis.usage import Usage
from agent.model.meter import Delayed, Metered


@dataclass(frozen=True, slots=True)
class Known:
    """What tells the trace from every other: what the state folder holds of the work from now on goes by this."""

    fingerprint: str


@dataclass(frozen=True, slots=True)
class Started:
    """How much there is to do."""

    chunks: int
    categories: tuple[str, ...]
    lines: tuple[tuple[int, int], ...] = ()
    """The lines of each chunk."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """The diagnosis goes on where an earlier process stopped."""

    judgements: int
    lines: tuple[tuple[int, int], ...] = ()
    """The lines of each chunk."""
    judged: tuple[tuple[str, int, tuple[Cell, ...]], ...] = ()
    """What was judged by then: category, chunk, and what became of each mode."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Nothing goes on for the moment, and why."""

    why: str


@dataclass(frozen=True, slots=True)
class Judged:
    """One chunk was judged for one category."""

    category: str
    chunk: int
    cells: tuple[Cell, ...]
    usage: Usage


@dataclass(frozen=True, slots=True)
class Claimed:
    """A claim whose quotes stand in the trace; it has not been challenged yet."""

    finding: Grounded


@dataclass(frozen=True, slots=True)
class Challenged:
    """A finding was challenged: its id, and what came of it."""

    id: str
    verdict: str


@dataclass(frozen=True, slots=True)
class Reached:
    """A step of the diagnosis is done."""

    step: str


@dataclass(frozen=True, slots=True)
class Done:
    """The diagnosis is complete."""

    diagnosis: Diagnosis
    lines: tuple[tuple[int, int], ...] = ()
    """The lines of each chunk."""


Progress = Known | Started | Resumed | Waiting | Judged | Claimed | Challenged | Reached | Metered | Delayed | Done
