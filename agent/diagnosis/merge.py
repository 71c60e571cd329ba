"""Claims of the same matter become one: same mode, same actor, same topic or same place."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

from agent.diagnosis.claim import Grounded
from agent.diagnosis.document_parts import Lines
from agent.diagnosis.quote import Place
from agent.diagnosis.severity import doubt, gravity

NEAR = 0.1
"""Share of the trace within which the same topic is the same matter."""
RESETS, REPEATS = "FM-2.1", "FM-1.3"


def merge(claims: Iterable[Grounded], lines: int) -> list[Grounded]:
    """The claims with what belongs together joined, in the order of their onset."""
    merged: list[Grounded] = []
    for claim in sorted(claims, key=lambda claim: (claim.onset, claim.mode, claim.source)):
        for at, known in enumerate(merged):
            if same_matter(known, claim, lines):
                merged[at] = joined(known, claim)
                break
        else:
            merged.append(claim)
    return _absorb(merged)


def joined(one: Grounded, other: Grounded) -> Grounded:
    """Two claims of the same matter as one: the evidence of both, in the words of one.

    What a reader said keeps its words, actor, line and severity where a program saw the same: that corroborates it.
    Of two by readers, or two by programs, the surer words count, the earlier onset and the graver severity.
    """
    corroborates = one.was_read != other.was_read
    first = one.was_read if corroborates else (one.precision or 0) >= (other.precision or 0)
    words, more = (one, other) if first else (other, one)
    return replace(
        words,
        id="",
        severity=words.severity if corroborates else min(one.severity, other.severity, key=gravity),
        confidence=min(one.confidence, other.confidence, key=doubt),
        origin=one.origin if one.origin == other.origin else "both",
        onset=words.onset if corroborates else min(one.onset, other.onset),
        occurrences=_outermost({*one.occurrences, *other.occurrences}),
        places=words.places + tuple(place for place in more.places if not _overlaps(place, words.places)),
        absence=words.absence or more.absence,
    )


def _outermost(stretches: Iterable[Lines]) -> tuple[Lines, ...]:
    """The stretches that lie in no other one, in order: what lies in one is no further time that it happened."""
    kept: list[Lines] = []
    for first, last in sorted(stretches, key=lambda lines: (lines[0], -lines[1])):
        if not kept or last > kept[-1][1]:
            kept.append((first, last))
    return tuple(kept)


def _overlaps(place: Place, places: Iterable[Place]) -> bool:
    return any(one.event == place.event and one.start < place.end and place.start < one.end for one in places)


def same_matter(one: Grounded, other: Grounded, lines: int) -> bool:
    """Whether two claims say the same of the same act, thing or place.

    Who did it is said better by a reader: of the same act a program may name another.
    """
    if one.mode != other.mode:
        return False
    strangers = one.actor != other.actor and None not in (one.actor, other.actor)
    if _touch(one, other) and (not strangers or one.was_read != other.was_read):
        return True
    if strangers or _told_apart(one, other):
        return False
    close = abs(one.onset - other.onset) <= NEAR * lines
    return bool(one.topic) and one.topic == other.topic and (close or one.source == other.source)


def _told_apart(one: Grounded, other: Grounded) -> bool:
    """Whether a reader told both in one reply: what it holds for two things is not one for having one topic."""
    return one.was_read and other.was_read and (one.source, one.chunk) == (other.source, other.chunk)


def _touch(one: Grounded, other: Grounded) -> bool:
    """Whether any line range of one lies over one of the other."""
    mine, theirs = one.occurrences, other.occurrences
    at = 0
    for first, last in mine:
        while at < len(theirs) and theirs[at][1] < first:
            at += 1
        if at < len(theirs) and theirs[at][0] <= last:
            return True
    return False


def _absorb(claims: list[Grounded]) -> list[Grounded]:
    """Repetitions that a reset of the conversation causes are part of the reset."""
    resets = [claim for claim in claims if claim.mode == RESETS]
    if not resets:
        return claims
    restarts = sorted(first for reset in resets for first, _ in reset.occurrences)
    kept: list[Grounded] = []
    for claim in claims:
        if claim.mode == REPEATS and _straddles(claim, restarts):
            continue
        kept.append(claim)
    return kept


def _straddles(claim: Grounded, restarts: list[int]) -> bool:
    """Whether every repetition after the first lies on the other side of a restart."""
    starts = [first for first, _ in claim.occurrences]
    return len(starts) > 1 and all(
        any(before < restart <= after for restart in restarts) for before, after in pairwise(starts)
    )
