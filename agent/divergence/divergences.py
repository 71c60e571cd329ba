"""The places where two runs differ: what each did there, how much follows from it, and which comes first."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from agent.divergence.act_words import ActWords
from agent.divergence.alignment import Pair, align, is_alike
from agent.divergence.taken_up import TakenUp
from agent.trace.event import Event, Kind
from agent.trace.trace import Trace

WEIGHTS = {Kind.ANSWER: 1.0, Kind.CALL: 1.0, Kind.RESULT: 1.0, Kind.HANDOFF: 0.8, Kind.ERROR: 0.8, Kind.PLAN: 0.7}
SPOKEN = 0.5
FOLLOWS = 0.25
"""What each later act adds that takes up a word which came into the run here."""
DONE = (Kind.CALL, Kind.RESULT, Kind.HANDOFF, Kind.ANSWER)
Around = tuple[Event | None, Event | None]
"""The act of the good run and that of the bad one next to a place; None at the beginning or the end of a run."""


class Difference(StrEnum):
    """How two runs differ at a place."""

    CHANGED = "changed"
    ONLY_GOOD = "only_good"
    ONLY_BAD = "only_bad"


@dataclass(frozen=True, slots=True)
class Side:
    """What one run did at a place."""

    acts: tuple[Event, ...]
    follows: int
    """How many later acts of this run use a word that came in here and that the other run never has."""

    @property
    def events(self) -> tuple[int, int]:
        """Its first and last event."""
        return self.acts[0].number, self.acts[-1].number

    @property
    def lines(self) -> tuple[int, int]:
        """Its first and last line."""
        return self.acts[0].lines[0], self.acts[-1].lines[1]


@dataclass(frozen=True, slots=True)
class Divergence:
    """One place where the runs differ; a side is None where that run did nothing there."""

    good: Side | None
    bad: Side | None
    taken_back: bool
    """Whether the runs come together again by themselves, and nothing that came in here is used later."""
    before: Around = (None, None)
    after: Around = (None, None)

    @property
    def kind(self) -> Difference:
        """What differs: both did something else, or only one did something."""
        if self.good is None:
            return Difference.ONLY_BAD
        return Difference.ONLY_GOOD if self.bad is None else Difference.CHANGED

    @property
    def weight(self) -> float:
        """How much hangs on it: what was done there, and how many later acts build on that."""
        sides = [side for side in (self.good, self.bad) if side is not None]
        done = max(WEIGHTS.get(act.kind, SPOKEN) for side in sides for act in side.acts)
        return round((done + FOLLOWS * sum(side.follows for side in sides)) / (4 if self.taken_back else 1), 3)


@dataclass(frozen=True, slots=True)
class Differences:
    """Two runs aligned: how many acts are the same, be it in other words, and where they differ, in order."""

    aligned: int
    divergences: tuple[Divergence, ...]
    first: int | None
    """Which is the first that is not taken back; None where the runs are the same."""
    last_same: tuple[Event, Event] | None
    """The last acts, good and bad, that are the same before it."""


def differences_of(good: Trace, bad: Trace, stop: Callable[[], bool] | None = None) -> Differences:
    """Align two runs and say where they differ."""
    here = ActWords(good, stop)
    there = ActWords(bad, stop, beside=here)
    pairs = align(here, there)
    together = [pair for pair in pairs if is_alike(here, there, pair)]
    different = {pair for pair in pairs if here.marks[pair[0]] != there.marks[pair[1]]}
    places = list(_places(pairs, different, len(here), len(there)))
    if not places:
        return Differences(len(together), (), None, None)
    lasting = TakenUp(here, there.vocabulary()), TakenUp(there, here.vocabulary())
    done_later = {there.marks[at]: at for _, bad_acts in places for at in range(*bad_acts)}
    other_words = frozenset(together) & different
    told = []
    for good_acts, bad_acts in places:
        sides = _side(here, good_acts, lasting[0]), _side(there, bad_acts, lasting[1])
        reworded = (good_acts[0], bad_acts[0]) in other_words
        rejoins = bool(together) and together[-1] >= (good_acts[1], bad_acts[1])
        made_up = all(done_later.get(here.marks[at], -1) >= bad_acts[1] for at in _done(here, good_acts))
        follows = any(side is not None and side.follows for side in sides)
        taken_back = not follows and (reworded or (rejoins and made_up))
        around = [(_act(here, good_acts[0] - 1), _act(there, bad_acts[0] - 1))]
        around += [(_act(here, good_acts[1]), _act(there, bad_acts[1]))]
        told.append(Divergence(*sides, taken_back, *around))
    first = _first(told)
    before = [pair for pair in together if pair[0] < places[first][0][0] or pair[1] < places[first][1][0]]
    last_same = (here.event(before[-1][0]), there.event(before[-1][1])) if before else None
    return Differences(len(together), tuple(told), first, last_same)


Stretch = tuple[int, int]


def _places(pairs: Sequence[Pair], different: set[Pair], good: int, bad: int) -> Iterator[tuple[Stretch, Stretch]]:
    """Pairs whose acts are not the same to the word, and the stretches between pairs."""
    here = there = 0
    for one, other in [*pairs, (good, bad)]:
        if one > here or other > there:
            yield (here, one), (there, other)
        if (one, other) in different:
            yield (one, one + 1), (other, other + 1)
        here, there = one + 1, other + 1


def _side(run: ActWords, acts: Stretch, taken_up: TakenUp) -> Side | None:
    start, end = acts
    return Side(tuple(map(run.event, range(start, end))), taken_up.after(start, end)) if end > start else None


def _act(run: ActWords, at: int) -> Event | None:
    return run.event(at) if 0 <= at < len(run) else None


def _done(run: ActWords, acts: Stretch) -> list[int]:
    """The acts of a stretch that did something; words alone change nothing unless they are taken up."""
    return [at for at in range(*acts) if run.kinds[at] in DONE]


def _first(told: Sequence[Divergence]) -> int:
    lasting = [number for number, place in enumerate(told) if not place.taken_back]
    return lasting[0] if lasting else max(range(len(told)), key=lambda number: (told[number].weight, -number))
