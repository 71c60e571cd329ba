"""A category and a mode of MAST, and the plain mistakes beside them: how a run can fail, and how to tell it."""

from dataclasses import dataclass
from enum import StrEnum

OWN = "OWN"
"""The code of the category that modes of one's own are in."""


class Stage(StrEnum):
    """When, in the life of a run, a mode can arise."""

    PRE = "pre-execution"
    EXECUTION = "execution"
    POST = "post-execution"


@dataclass(frozen=True, slots=True)
class Shares:
    """Percent of all failure occurrences that each version of the paper counts; never shares of failed runs."""

    v1: float
    v2: float
    v3: float

    def as_dict(self) -> dict[str, float]:
        """The shares by the name of the paper version."""
        return {"v1": self.v1, "v2": self.v2, "v3": self.v3}


@dataclass(frozen=True, slots=True)
class Rival:
    """Another mode that is easily mistaken for this one, and the rule that tells the two apart."""

    code: str
    rule: str


@dataclass(frozen=True, slots=True)
class Category:
    """One of MAST's three categories."""

    code: str
    name: str
    definition: str
    aliases: tuple[str, ...]
    shares: Shares


@dataclass(frozen=True, slots=True)
class Mode:
    """One of MAST's fourteen modes."""

    code: str
    name: str
    category: str
    """The code of its category, `FC1` to `FC3`."""
    definition: str
    published_at: str
    """Where the definition that ours follows was published."""
    aliases: tuple[str, ...]
    shows: str
    """How the mode shows in a trace."""
    question: str
    """The question that decides whether it is present."""
    rivals: tuple[Rival, ...]
    shares: Shares
    stages: tuple[Stage, ...]
    border: str = ""
    """What is not this mode, though it is easily called so."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A kind of failure that no mode of MAST describes: an orderly run that gets something wrong."""

    code: str
    """`capability`, `environment` or `data`."""
    name: str
    definition: str
    shows: str
    question: str
    border: str = ""
    rivals: tuple[Rival, ...] = ()


def is_own(code: str) -> bool:
    """Whether a code is that of a mode that somebody named, and not MAST."""
    return "-" in code and not code.upper().startswith("FM-")


def called(code: str) -> str:
    """The code of a mode, one's own marked as such, or a kind of plain mistake in words that say so."""
    if is_own(code):
        return f"{code} (own mode)"
    return code if code.upper().startswith("FM-") else f"plain mistake: {code}"
