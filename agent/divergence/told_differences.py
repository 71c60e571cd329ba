"""What is told of two runs side by side, for people: the first place where they part, then the others by weight."""

from collections.abc import Iterator
from dataclasses import dataclass

from agent.divergence.difference_document import quotes
from agent.divergence.divergences import Difference, Differences, Divergence, Side
from agent.number_words import count
from agent.trace.event import Event, Kind
from agent.trace.trace import Trace

MOST = 20
_DOES = {
    Kind.CALL: "calls",
    Kind.RESULT: "returns",
    Kind.HANDOFF: "hands over",
    Kind.THINK: "thinks",
    Kind.PLAN: "plans",
    Kind.ANSWER: "answers",
    Kind.ERROR: "fails",
    Kind.TASK: "asks",
}
NOTHING = "nothing here"
NO_COMMON_ACT = "No act of the two runs is the same: they may be runs of different tasks."


@dataclass(frozen=True, slots=True)
class ToldSide:
    """One run at a place where they part: its lines, who did what, and a line of it."""

    lines: str
    act: str
    quote: str | None


@dataclass(frozen=True, slots=True)
class ToldPlace:
    """One place where the runs part."""

    number: int
    title: str
    good: ToldSide | None
    bad: ToldSide | None
    follows: str
    """What builds on it later, in a sentence; empty where nothing does."""


@dataclass(frozen=True, slots=True)
class ToldDifferences:
    """Everything that is told of two runs."""

    opening: str
    until: str
    """What both did last before they part."""
    first: ToldPlace | None
    others: tuple[ToldPlace, ...]
    left_out: int


def told_differences(good: Trace, bad: Trace, differences: Differences) -> ToldDifferences:
    """Put two runs into words."""
    numbers = by_weight(differences)
    shown = [told_place(good, bad, differences, number) for number in numbers[:MOST]]
    first = None if differences.first is None else told_place(good, bad, differences, differences.first)
    return ToldDifferences(
        opening(differences), _until(good, differences), first, tuple(shown), len(numbers) - len(shown)
    )


def by_weight(differences: Differences) -> list[int]:
    """The places but the first that is not taken back, the heaviest first."""
    others = (number for number in range(len(differences.divergences)) if number != differences.first)
    return sorted(others, key=lambda number: (-differences.divergences[number].weight, number))


def opening(differences: Differences) -> str:
    """How much of the runs is the same, in a sentence."""
    same = f"{count(differences.aligned, 'act')} {'is' if differences.aligned == 1 else 'are'} the same"
    if not differences.aligned:
        has_good = any(place.good is not None for place in differences.divergences)
        has_bad = any(place.bad is not None for place in differences.divergences)
        if has_good and has_bad:
            return NO_COMMON_ACT
        where = "either run" if has_good == has_bad else f"the {'bad' if has_good else 'good'} run"
        return f"No act was read in {where}: there is nothing to compare."
    if differences.first is None:
        return f"{same}; the runs do not part."
    return f"{same}; the runs differ at {count(len(differences.divergences), 'place')}."


def _until(good: Trace, differences: Differences) -> str:
    if differences.last_same is None:
        return ""
    one, other = differences.last_same
    quote = next((line for line in good.text(one).split("\n")[::-1] if line.strip()), "")
    return f"Until L{one.lines[1]} (good) and L{other.lines[1]} (bad) they do the same; the last: {quote.strip()[:160]}"


def told_place(good: Trace, bad: Trace, differences: Differences, number: int) -> ToldPlace:
    """Put one place into words."""
    place = differences.divergences[number]
    quoted = quotes(good, bad, place)
    return ToldPlace(
        number + 1, _title(place), _side(place.good, quoted[0]), _side(place.bad, quoted[1]), follows(place)
    )


def _title(place: Divergence) -> str:
    if place.kind is Difference.CHANGED:
        return "Both go on, in other ways"
    return "Only the good run does this" if place.kind is Difference.ONLY_GOOD else "Only the bad run does this"


def _side(side: Side | None, quote: str | None) -> ToldSide | None:
    if side is None:
        return None
    first, last = side.lines
    more = f", and {count(len(side.acts) - 1, 'more act')}" if len(side.acts) > 1 else ""
    return ToldSide(f"L{first}" if first == last else f"L{first}-{last}", f"{told_act(side.acts[0])}{more}", quote)


def told_act(event: Event) -> str:
    """Who does what, in a few words."""
    tool = f" {event.tool}" if event.tool and event.kind in (Kind.CALL, Kind.RESULT) else ""
    who = event.actor if event.actor and event.actor != event.tool else ""
    return f"{who or 'the tool'} {_DOES.get(event.kind, 'says')}{tool}"


def follows(place: Divergence) -> str:
    """What later acts make of a place, in sentences; empty where nothing builds on it."""
    return " ".join(_sentences(place))


def _sentences(place: Divergence) -> Iterator[str]:
    if place.taken_back:
        yield "The runs come together again, and nothing of it is used later."
    for name, side in (("good", place.good), ("bad", place.bad)):
        if side is not None and side.follows:
            verb = "uses" if side.follows == 1 else "use"
            yield f"{count(side.follows, 'later act')} of the {name} run {verb} what came in here."
