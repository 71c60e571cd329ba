"""An analyst's assertion that a mode is present, with its quotes; not yet believed."""

from dataclasses import dataclass
from typing import Literal

from agent.diagnosis.shapes import Confidence, Lines, Severity


@dataclass(frozen=True, slots=True)
class Quote:
    """Words said to be in the trace, and where they are said to stand."""

    text: str
    lines: Lines | None = None
    event: int | None = None
    said: str | None = None
    """The words as they were said, where secrets were put back into `text` to look it up."""


@dataclass(frozen=True, slots=True)
class Sought:
    """A search said to find nothing: a pattern, where, and the line that should have matched."""

    pattern: str
    lines: Lines
    expected_at: int


@dataclass(frozen=True, slots=True)
class Claim:
    """One mode said to be present."""

    mode: str
    title: str
    explanation: str
    actor: str | None
    severity: Severity
    confidence: Confidence
    acts: tuple[Quote, ...]
    references: tuple[Quote, ...] = ()
    sought: Sought | None = None
    topic: str = ""
    occurrences: tuple[Lines, ...] = ()
    origin: Literal["signal", "model", "both"] = "signal"
    source: str = ""
    """The detector, or the prompt, that the claim comes from."""
    chunk: int = 0
    precision: float | None = None
