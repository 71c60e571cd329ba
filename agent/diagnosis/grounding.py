"""Holds a claim against the trace: its quotes become places, or are dropped; this is done once."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from agent.diagnosis.audit import DroppedQuote
from agent.diagnosis.claim import Claim, Grounded, carried
from agent.diagnosis.document_parts import Absence
from agent.diagnosis.evidence import Evidence, Finder
from agent.diagnosis.quote import Part, Quote

ABSENCE_MODES = frozenset({"FM-2.2", "FM-2.4", "FM-3.1", "FM-3.2"})
"""Modes about something that did not happen: a search with no hits and a quoted reference are enough."""
SEARCH_MODES = ABSENCE_MODES | {"FM-2.6"}
"""Modes for which a search with no hits is evidence; beside an act where it is not enough by itself."""


@dataclass
class Grounding:
    """What the trace says of a claim: which of its quotes stand there, which do not, whether it stands by them."""

    claim: Claim
    finder: Finder
    acts: list[Evidence] = field(init=False)
    references: list[Evidence] = field(init=False)
    absence: Absence | None = field(init=False)
    dropped: list[DroppedQuote] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        self.acts = list(dict.fromkeys(self._evidence_of(self.claim.acts, "act")))
        self.references = list(dict.fromkeys(self._evidence_of(self.claim.references, "reference")))
        self.absence = self.finder.absence(self.claim.sought) if self.claim.sought is not None else None

    @property
    def grounded(self) -> Grounded | None:
        """The claim with its places; None where the trace does not bear it out."""
        stretches = {(act.event, act.start, act.end) for act in self.acts}
        references = [piece for piece in self.references if (piece.event, piece.start, piece.end) not in stretches]
        misses = self.absence is not None and bool(references) and self.claim.mode in ABSENCE_MODES
        if not (self.acts or misses):
            return None
        occurrences = self.claim.occurrences or tuple(act.lines for act in self.acts)
        if not occurrences and self.absence is not None:
            occurrences = ((self.absence.expected_at, self.absence.expected_at),)
        shared = {
            **carried(self.claim, Grounded),
            "occurrences": tuple(sorted(set(occurrences))),
            "onset": min(first for first, _ in occurrences),
            "places": tuple(piece.place for piece in (*self.acts, *references)),
            "absence": self.absence,
        }
        return Grounded(**shared)

    def _evidence_of(self, quotes: Iterable[Quote], part: Part) -> Iterator[Evidence]:
        for quote in quotes:
            evidence = self.finder.find(quote, part)
            if evidence is not None:
                yield evidence
            else:
                why = f"the {part} quoted is not in the trace"
                self.dropped.append(DroppedQuote(self.claim.mode, (quote.said or quote.text)[:300], why))


def ground(claims: Iterable[Claim], finder: Finder) -> tuple[tuple[Grounded, ...], tuple[DroppedQuote, ...]]:
    """The claims whose evidence is in the trace, and the quotes that are not."""
    groundings = [Grounding(claim, finder) for claim in claims]
    kept = (each.grounded for each in groundings)
    return tuple(one for one in kept if one is not None), tuple(quote for each in groundings for quote in each.dropped)
