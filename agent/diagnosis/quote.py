"""Words said to be in the trace, a search said to find nothing, and the place where words were found."""

from dataclasses import dataclass
from typing import Literal

from agent.diagnosis.document_parts import Lines, Match

Part = Literal["act", "reference", "counter"]


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
class Place:
    """Where found evidence stands, without its words: what may be kept outside the trace."""

    part: Part
    event: int
    start: int
    end: int
    match: Match
