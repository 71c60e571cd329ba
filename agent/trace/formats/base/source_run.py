"""One of the runs that a source holds, how a format learns of them, and how a person's word for one is understood."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from agent.clean import clean_name
from agent.errors import UnreadableTrace, WrongUse

SHOWN = 6
MOST_RUNS = 200_000


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a source that holds several: its id, how many records it has, and the bytes from first to last."""

    id: str
    number: int
    records: int
    """How many of the format's own records it has; 0 where nobody has counted."""
    start: int
    end: int
    time: str | None = None
    places: "array[int]" = field(default_factory=lambda: array("Q"), repr=False)
    """Where each record begins and ends, if those of other runs may lie between them."""

    @property
    def ranges(self) -> Sequence[tuple[int, int]]:
        """The stretches of the source that its records take."""
        if not self.places:
            return ((self.start, self.end),)
        return list(zip(self.places[::2], self.places[1::2], strict=True))


class Runs:
    """The runs found so far, in document order; ids that come twice are told apart."""

    def __init__(self) -> None:
        self._held: list[Run] = []
        self._known: dict[str, int] = {}
        self.complete = False
        """Whether all are found, though there may be more to cut."""

    def __len__(self) -> int:
        return len(self._held)

    def __bool__(self) -> bool:
        return len(self._held) > 1

    @property
    def all(self) -> tuple[Run, ...]:
        """Every run, also one alone."""
        return tuple(self._held)

    @property
    def held(self) -> tuple[Run, ...]:
        """The runs of a source that holds several; none where it holds one."""
        return tuple(self._held) if len(self._held) > 1 else ()

    def add(
        self,
        id: str | None,
        records: int,
        start: int,
        end: int,
        time: str | None = None,
        places: "array[int] | None" = None,
    ) -> Run:
        """One more run; without an id of its own it is known by its number."""
        number = len(self._held) + 1
        if number > MOST_RUNS:
            raise UnreadableTrace(
                "The file holds too many runs.", f"There are more than {MOST_RUNS:,}.", "Split it, and open a part."
            )
        name = id or str(number)
        known, again = name, self._known.get(name, 1)
        while known in self._known:
            again += 1
            known = f"{name}~{again}"
        self._known[name] = again
        self._known.setdefault(known, 1)
        run = Run(known, number, records, start, end, time, places if places is not None else array("Q"))
        self._held.append(run)
        return run

    def take(self, runs: Sequence[Run]) -> None:
        """Know what was found before."""
        self._held, self.complete = list(runs), True


class Known(Protocol):
    """Whatever is known by an id."""

    @property
    def id(self) -> str:
        """What it is known by."""
        ...


K = TypeVar("K", bound=Known)


def pick(runs: Sequence[K], wanted: str, name: str) -> K:
    """The run that a person means: by its id, by its number, or by how its id begins if no other does so."""
    for run in runs:
        if run.id == wanted:
            return run
    if wanted.isascii() and wanted.isdigit() and len(wanted) < 9 and 1 <= int(wanted) <= len(runs):
        return runs[int(wanted) - 1]
    near = [run for run in runs if wanted and run.id.startswith(wanted)]
    if len(near) == 1:
        return near[0]
    raise no_such_run([run.id for run in near or runs], wanted, name, several=len(near) > 1)


def no_such_run(ids: Sequence[str], wanted: str, name: str, *, several: bool = False) -> WrongUse:
    """The complaint about a run that is not there, with those that are."""
    shown = ", ".join(clean_name(id)[:80] for id in ids[:SHOWN])
    more = f" and {len(ids) - SHOWN:,} more" if len(ids) > SHOWN else ""
    if several:
        what = f'Several runs have an id that begins with "{clean_name(wanted)}".'
        to = f"In {clean_name(name)} these are {shown}{more}."
    elif ids:
        what = f'There is no run "{clean_name(wanted)}".'
        to = f"{clean_name(name)} holds {len(ids):,} runs: {shown}{more}."
    else:
        what = f'There is no run "{clean_name(wanted)}".'
        to = f"{clean_name(name)} holds one run only."
    return WrongUse(
        what,
        to,
        "Give --run an id, its beginning or a number; `mast-tui events TRACE --runs` lists them."
        if ids
        else "Leave out --run.",
    )
