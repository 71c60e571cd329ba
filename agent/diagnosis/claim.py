"""A failure that an analyst asserts: as a claim with its quotes, and as a grounded claim once they were found."""

from dataclasses import asdict, dataclass, fields
from functools import cache
from typing import TYPE_CHECKING, Any

from agent.diagnosis.document_parts import Absence, Finding, Lines, Origin
from agent.diagnosis.quote import Place, Quote, Sought
from agent.diagnosis.severity import Confidence, Severity
from taxonomy.mode import called

if TYPE_CHECKING:
    from pydantic import TypeAdapter

READ = "judge_"
"""How the source of what a reader said begins: the name of the question."""
WORDS = ("title", "explanation")
"""The fields that hold sentences: secrets are taken out of them before they are written down."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One failure said to be present; nobody believes it yet."""

    mode: str
    """The code of a mode, or the kind of a plain mistake."""
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
    origin: Origin = "signal"
    source: str = ""
    """The detector, or the prompt, that the claim comes from."""
    chunk: int = 0
    precision: float | None = None


@dataclass(frozen=True, slots=True)
class Grounded:
    """A claim that the trace bears out as far as its quotes go: places instead of words, so that it may be kept."""

    mode: str
    title: str
    explanation: str
    actor: str | None
    severity: Severity
    confidence: Confidence
    onset: int
    occurrences: tuple[Lines, ...]
    places: tuple[Place, ...] = ()
    absence: Absence | None = None
    topic: str = ""
    origin: Origin = "signal"
    source: str = ""
    chunk: int = 0
    precision: float | None = None
    id: str = ""
    """The number that it has once it is joined with what says the same."""

    @property
    def called(self) -> str:
        """What kind of failure it is, in words."""
        return called(self.mode)

    @property
    def was_read(self) -> bool:
        """Whether somebody who read the trace says so; else a program saw it."""
        return self.source.startswith(READ)


def carried(given: Claim | Grounded | Finding, kind: type) -> dict[str, Any]:
    """The fields that the next shape of a finding has too, by name."""
    wanted = {field.name for field in fields(kind)}
    return {field.name: getattr(given, field.name) for field in fields(given) if field.name in wanted}


@cache
def _adapter() -> "TypeAdapter[Grounded]":
    from pydantic import TypeAdapter  # 6 MB that an app with no diagnosis does not need

    return TypeAdapter(Grounded)


def as_state(grounded: Grounded) -> dict[str, Any]:
    """The grounded claim as plain JSON values."""
    return asdict(grounded)


def from_state(value: dict[str, Any]) -> Grounded:
    """The grounded claim from plain JSON values."""
    return _adapter().validate_python(value)
