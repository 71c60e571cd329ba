"""Runs whose failure is known: a trace, and beside it a file with what is to be found there, or that nothing is."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent.errors import UnreadableTrace
from agent.trace.whole_file import read_whole

SUFFIX = ".truth.json"
CLEAN, HARD = "clean", "hard"
"""Kinds of runs in which nothing is to be found: the twin of one with a failure, and one that only looks like it."""


@dataclass(frozen=True, slots=True)
class Place:
    """Lines of a trace, and words that stand there."""

    lines: tuple[int, int]
    quote: str


@dataclass(frozen=True, slots=True)
class KnownRun:
    """One run, and the truth about it."""

    name: str
    trace: Path
    mode: str | None
    kind: str
    """How plain the failure is, `clean` or `hard`."""
    outcome: str
    actor: str | None = None
    act: tuple[Place, ...] = ()
    reference: tuple[Place, ...] = ()
    root: int | None = None
    remedies: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    """Other modes that one may as well see in the act."""
    acts: int | None = None
    why: str = ""

    @property
    def fails(self) -> bool:
        """Whether a failure is to be found in it."""
        return self.mode is not None


def read_known_runs(folder: Path) -> tuple[KnownRun, ...]:
    """Every run of a folder that has its truth beside it, by name; a folder without one is refused."""
    runs = tuple(_known_run(path) for path in sorted(folder.glob(f"*{SUFFIX}")))
    if not runs:
        raise UnreadableTrace(
            "There is no run here whose failure is known.",
            f"{folder} holds no file NAME{SUFFIX}.",
            "Name a folder that has one beside each trace; sample_traces/selfcheck/README.md says what stands in it.",
        )
    return runs


def _known_run(path: Path) -> KnownRun:
    try:
        value = json.loads(read_whole(path))
        return _of(value, path)
    except (ValueError, TypeError, KeyError, AttributeError) as fault:
        raise UnreadableTrace(
            "The truth about a run cannot be read.",
            f"{path}: {type(fault).__name__}: {str(fault)[:120]}.",
            "Correct it, or take it out of the folder.",
        ) from None


def _of(value: Mapping[str, Any], path: Path) -> KnownRun:
    return KnownRun(
        name=path.name.removesuffix(SUFFIX),
        trace=path.parent / Path(str(value["trace"])).name,
        mode=value.get("mode"),
        kind=str(value.get("kind", "plain" if value.get("mode") else CLEAN)),
        outcome=str(value["outcome"]),
        actor=value.get("actor"),
        act=tuple(map(_place, value.get("act", ()))),
        reference=tuple(map(_place, value.get("reference", ()))),
        root=value.get("root"),
        remedies=tuple(value.get("remedies", ())),
        also=tuple(value.get("also", ())),
        acts=value.get("acts"),
        why=str(value.get("why", "")),
    )


def _place(value: Mapping[str, Any]) -> Place:
    first, last = value["lines"]
    return Place((int(first), int(last)), str(value.get("quote", "")))
