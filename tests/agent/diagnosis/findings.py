"""A finding as it is after its evidence was found, to be changed by each test."""

from dataclasses import replace

from agent.diagnosis.claim import Grounded
from agent.diagnosis.quote import Place

BASE = Grounded(
    mode="FM-1.3",
    title="Repeats a step",
    explanation="",
    actor="Coder",
    severity="major",
    confidence="confirmed",
    origin="signal",
    source="near_duplicate",
    chunk=1,
    topic="",
    onset=10,
    occurrences=((10, 12),),
    places=(Place("act", 3, 0, 5, "exact"),),
    absence=None,
    precision=0.95,
)


def finding(**changes: object) -> Grounded:
    return replace(BASE, **changes)  # type: ignore[arg-type]
