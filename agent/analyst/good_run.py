"""A run that went well beside the one under diagnosis: what it did otherwise, as evidence for the root."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from agent.clean import clean_name
from agent.diagnosis.document_parts import Root
from agent.divergence.act_words import words_of
from agent.divergence.difference_document import quotes
from agent.divergence.divergences import Differences, Divergence, differences_of
from agent.divergence.told_differences import NOTHING, by_weight, told_act
from agent.injection.injections import suspicious
from agent.trace.event import Event
from agent.trace.trace import Trace

MOST_PLACES, LONGEST_QUOTE = 5, 240
LEFT_OUT = "(left out: it speaks to whoever reads it)"


@dataclass(frozen=True, slots=True)
class Place:
    """One place where the runs part: its acts in the run under diagnosis, and what each did there, in words."""

    acts: tuple[Event, ...]
    here: str
    there: str


@dataclass(frozen=True, slots=True)
class Beside:
    """The good run by its name, and where the one under diagnosis parts from it: the first place, then the heaviest."""

    name: str
    places: tuple[Place, ...]

    @property
    def told(self) -> str:
        """Both runs at each place, a row each."""
        return "\n".join(f"- {each.here}. The run that went well: {each.there}" for each in self.places)

    def at(self, line: int) -> Place | None:
        """The place that a line of the run under diagnosis belongs to."""
        for each in self.places:
            if any(act.lines[0] <= line <= act.lines[1] for act in each.acts):
                return each
        return None


def laid_beside(good: Trace, bad: Trace, safe: tuple[Callable[[str], str], Callable[[str], str]]) -> Beside:
    """Lay the good run beside the one under diagnosis; `safe` takes the secrets of each out of its words."""
    return Beside(str(clean_name(good.source.name)), tuple(_places(good, bad, differences_of(good, bad), safe)))


def with_what_went_well(root: Root | None, beside: Beside | None) -> Root | None:
    """The root, and where it lies at a place where the runs part, what the good run did there."""
    place = beside.at(root.line) if root is not None and beside is not None else None
    if root is None or beside is None or place is None:
        return root
    said = f"A run that went well, {beside.name}, did otherwise here: {place.there}."
    return replace(root, counterfactual=f"{root.counterfactual} {said}".strip())


def _places(
    good: Trace, bad: Trace, differences: Differences, safe: tuple[Callable[[str], str], Callable[[str], str]]
) -> Iterator[Place]:
    if differences.first is None:
        return
    lasting = [number for number in by_weight(differences) if not differences.divergences[number].taken_back]
    for number in [differences.first, *lasting][:MOST_PLACES]:
        place = differences.divergences[number]
        quoted = quotes(good, bad, place)
        there = _said(place.good.acts if place.good else (), quoted[0], safe[0])
        here = _said(place.bad.acts if place.bad else (), quoted[1], safe[1])
        yield Place(_acts(place), f"{_where(place)} {here}", there)


def _acts(place: Divergence) -> tuple[Event, ...]:
    """The acts there; where this run did nothing, the act after which the good one did something."""
    if place.bad is not None:
        return place.bad.acts
    return (place.before[1],) if place.before[1] is not None else ()


def _where(place: Divergence) -> str:
    if place.bad is not None:
        return f"L{place.bad.lines[0]}"
    return f"after L{place.before[1].lines[1]}" if place.before[1] is not None else "at its beginning"


def _said(acts: tuple[Event, ...], quote: str | None, safe: Callable[[str], str]) -> str:
    if not acts:
        return NOTHING
    words = " ".join((quote or "").split())
    if next(suspicious(quote or ""), None) is not None:
        return f"{told_act(acts[0])} {LEFT_OUT}"
    shown = safe(words)[:LONGEST_QUOTE] if words_of(words) else ""
    return told_act(acts[0]) + (f' "{shown}"' if shown else "")
