"""What is known of a labelled trace: which modes people saw, where, by whom, and how the run came out."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Spot:
    """A place where people saw a failure, as their suite names places: by lines, by step or by span."""

    mode: str | None = None
    category: str | None = None
    """What the suite calls it, where that is no mode of MAST."""
    lines: tuple[int, int] | None = None
    step: int | None = None
    """The record of the trace, counted from 1."""
    span: str | None = None
    actor: str | None = None


@dataclass(frozen=True, slots=True)
class Truth:
    """One labelled trace."""

    name: str
    """What it is called in the suite."""
    keys: frozenset[str]
    """Everything a diagnosis may know its trace by: hash, file name, name without suffix; in small letters."""
    modes: Mapping[str, bool | None] = field(default_factory=dict)
    """None where people disagree, or a label is known to be doubtful."""
    spots: tuple[Spot, ...] = ()
    outcome: str | None = None
    trace: Path | None = None
    decisive: bool = False
    """Whether its one spot is where the run went wrong decisively, so that the root is asked for."""


@dataclass(frozen=True, slots=True)
class Suite:
    """All labelled traces of a suite, and what is to be known about how it was read."""

    kind: str
    truths: tuple[Truth, ...]
    notes: tuple[str, ...] = ()


def keys_of(*names: str | Path | None) -> frozenset[str]:
    """The names that a trace may go by."""
    keys: set[str] = set()
    for name in names:
        if name:
            path = Path(str(name))
            keys |= {str(name).casefold(), path.name.casefold(), path.stem.casefold()}
    return frozenset(keys)
