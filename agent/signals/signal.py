"""A signal: something a program saw in the events, and how often it was right when its hits were read."""

from dataclasses import dataclass, field
from typing import Literal

Tier = Literal["fact", "hint"]
Severity = Literal["fatal", "major", "minor", "recovered"]


@dataclass(frozen=True, slots=True)
class Mark:
    """Words of one event, exactly as the event's text has them: where a signal points."""

    event: int
    quote: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Search:
    """A search that found nothing where something should have been."""

    pattern: str
    """A regular expression in Python's words, matched line by line without regard to case."""
    lines: tuple[int, int]
    expected_at: int


@dataclass(frozen=True, slots=True)
class Precision:
    """How many of the hits that were read were right."""

    right: int
    read: int


@dataclass(frozen=True, slots=True)
class Signal:
    """One hit of a detector."""

    detector: str
    mode: str
    tier: Tier
    title: str
    """A label that a developer understands: what happened, to what; no full stop."""
    why: str
    """Why that is a failure of this mode, with line references; at most 60 words."""
    actor: str | None
    acts: tuple[Mark, ...]
    references: tuple[Mark, ...] = ()
    search: Search | None = None
    topic: str = ""
    """The file, tool, answer or request it is about, normalised: equal topics are the same matter."""
    occurrences: tuple[tuple[int, int], ...] = ()
    """The line ranges of everything that was counted, in order."""
    severity: Severity = "minor"
    precision: Precision = field(default_factory=lambda: Precision(0, 0))
    confirmable: bool = True
    """False where the trace cannot show all of it, such as who stopped the run."""
