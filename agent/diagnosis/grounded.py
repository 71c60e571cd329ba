"""A claim whose quotes were found: places in the trace instead of words, so that it may be kept and sent around."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import Any, Literal

from pydantic import TypeAdapter

from agent.diagnosis.claim import Claim, Quote
from agent.diagnosis.evidence import Evidence, Finder, Place
from agent.diagnosis.shapes import Absence, Confidence, DroppedQuote, Lines, Severity

ABSENCE_MODES = frozenset({"FM-2.2", "FM-2.4", "FM-3.1", "FM-3.2"})
"""Modes about something that did not happen: a search with no hits and a quoted reference are enough."""


@dataclass(frozen=True, slots=True)
class Grounded:
    """A claim that the trace bears out as far as its quotes go."""

    mode: str
    title: str
    explanation: str
    actor: str | None
    severity: Severity
    confidence: Confidence
    origin: Literal["signal", "model", "both"]
    source: str
    chunk: int
    topic: str
    onset: int
    occurrences: tuple[Lines, ...]
    places: tuple[Place, ...]
    absence: Absence | None
    precision: float | None

    @property
    def key(self) -> tuple[str, str | None, str]:
        """Mode, actor and topic: what makes two claims the same matter."""
        return self.mode, self.actor, self.topic


@cache
def _adapter() -> TypeAdapter[Grounded]:
    return TypeAdapter(Grounded)


def as_state(grounded: Grounded) -> dict[str, Any]:
    """The claim as plain JSON values."""
    return asdict(grounded)


def from_state(value: dict[str, Any]) -> Grounded:
    """The claim from plain JSON values."""
    return _adapter().validate_python(value)


def ground(claims: Iterable[Claim], finder: Finder) -> tuple[list[Grounded], list[DroppedQuote]]:
    """The claims whose evidence is in the trace, and the quotes that are not."""
    kept: list[Grounded] = []
    dropped: list[DroppedQuote] = []
    for claim in claims:
        acts = _found(claim, claim.acts, "act", finder, dropped)
        stretches = [(act.event, act.start, act.end) for act in acts]
        references = [
            piece
            for piece in _found(claim, claim.references, "reference", finder, dropped)
            if (piece.event, piece.start, piece.end) not in stretches
        ]
        absence = finder.absence(claim.sought) if claim.sought is not None else None
        if acts or (absence is not None and references and claim.mode in ABSENCE_MODES):
            kept.append(_grounded(claim, acts + references, absence))
    return kept, dropped


def _found(
    claim: Claim,
    quotes: Iterable[Quote],
    part: Literal["act", "reference"],
    finder: Finder,
    dropped: list[DroppedQuote],
) -> list[Evidence]:
    found = []
    for quote in quotes:
        evidence = finder.find(quote, part)
        if evidence is None:
            dropped.append(
                DroppedQuote(claim.mode, (quote.said or quote.text)[:300], f"the {part} quoted is not in the trace")
            )
        elif evidence not in found:
            found.append(evidence)
    return found


def _grounded(claim: Claim, evidence: list[Evidence], absence: Absence | None) -> Grounded:
    acts = [piece.lines for piece in evidence if piece.part == "act"]
    occurrences = claim.occurrences or tuple(acts)
    if not occurrences and absence is not None:
        occurrences = ((absence.expected_at, absence.expected_at),)
    return Grounded(
        mode=claim.mode,
        title=claim.title,
        explanation=claim.explanation,
        actor=claim.actor,
        severity=claim.severity,
        confidence=claim.confidence,
        origin=claim.origin,
        source=claim.source,
        chunk=claim.chunk,
        topic=claim.topic,
        onset=min(first for first, _ in occurrences),
        occurrences=tuple(sorted(set(occurrences))),
        places=tuple(piece.place for piece in evidence),
        absence=absence,
        precision=claim.precision,
    )


def joined(one: Grounded, other: Grounded) -> Grounded:
    """Two claims of the same matter as one: the surer words, the evidence of both, the earlier onset."""
    words, more = (one, other) if (one.precision or 0) >= (other.precision or 0) else (other, one)
    order: tuple[Severity, ...] = ("fatal", "major", "minor", "recovered")
    sure: tuple[Confidence, ...] = ("confirmed", "likely", "possible")
    return replace(
        words,
        severity=min(one.severity, other.severity, key=order.index),
        confidence=min(one.confidence, other.confidence, key=sure.index),
        origin=one.origin if one.origin == other.origin else "both",
        onset=min(one.onset, other.onset),
        occurrences=tuple(sorted({*one.occurrences, *other.occurrences})),
        places=words.places + tuple(p for p in more.places if not _overlaps(p, words.places)),
        absence=words.absence or more.absence,
    )


def challenged(finding: Grounded, verdict: str, mode: str | None) -> Grounded:
    """A finding after its challenge: under its new mode, and surer or less sure than before."""
    order: tuple[Confidence, ...] = ("confirmed", "likely", "possible")
    at = order.index(finding.confidence)
    if verdict == "upheld":
        sure = finding.origin == "both" or at == 0
        at = 0 if sure else min(at, order.index("likely"))
    elif verdict in ("unsure", "reclassified"):
        at = min(at + 1, len(order) - 1)
    return replace(finding, mode=mode or finding.mode, confidence=order[at])


def _overlaps(place: Place, places: Iterable[Place]) -> bool:
    return any(p.event == place.event and p.start < place.end and place.start < p.end for p in places)
