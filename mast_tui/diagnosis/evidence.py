"""Where the evidence of a diagnosis stands in the trace as it is now."""

import re
from collections.abc import Iterator

from agent.diagnosis.shapes import Absence, EvidenceRecord, Finding, Quoted
from mast_tui.layout.marks import Piece, Place
from mast_tui.layout.phrases import lines
from mast_tui.layout.reading import Reading
from mast_tui.state.session import Session

_HUGE = 4 * 1024 * 1024


def pieces_of(session: Session) -> Iterator[Piece]:
    """Every piece of evidence, in the order of findings and of their evidence."""
    names = {mode.code: mode.name for mode in session.diagnosis.modes} if session.diagnosis else {}
    for finding in session.findings:
        for evidence in evidence_of(finding):
            yield _piece(session.reading, finding, evidence, names.get(finding.mode, ""))


def evidence_of(finding: Finding) -> list[EvidenceRecord]:
    """The evidence of a finding, acts first, then in the order of lines."""
    order = {"act": 0, "reference": 1, "absence": 2, "counter": 3}
    return sorted(finding.evidence, key=lambda each: (order[each.part], each.lines))


def _piece(reading: Reading, finding: Finding, evidence: EvidenceRecord, name: str) -> Piece:
    number = int(finding.id[1:]) if finding.id[1:].isdigit() else 0
    if isinstance(evidence, Absence):
        where = lines(*evidence.lines)
        note = f'{finding.id} absence · searched "{evidence.searched}", {where}, 0 hits'
        last = min(evidence.lines[1], reading.last)
        return Piece(finding.id, number, "absence", (evidence.lines[0], last), (), note, finding.severity)
    places = tuple(places_of(reading, evidence))
    about = f"{finding.mode} {name}" if evidence.part == "act" else finding.title
    note = f"{finding.id} {evidence.part} · {about}"
    if evidence.match == "repaired":
        note += " · found by its words, not letter by letter"
    if evidence.redacted:
        note += " · a secret in it was taken out"
    stale = not places
    return Piece(finding.id, number, evidence.part, evidence.lines, places, note, finding.severity, stale)


def places_of(reading: Reading, quoted: Quoted) -> Iterator[Place]:
    """The stretches of lines that a quote covers; none where the trace no longer holds it."""
    first, last = quoted.lines
    if last > reading.last:
        return
    texts = [reading.line(number) for number in range(first, min(last, first + 400) + 1)]
    text = "\n".join(texts)
    span = _found(text, quoted.quote)
    if span is None:
        if not quoted.redacted:
            return
        span = (0, len(text))
    at = 0
    for number, line in enumerate(texts, first):
        start, end = max(span[0] - at, 0), min(span[1] - at, len(line))
        if start < end:
            yield number, start, end
        at += len(line) + 1


def _found(text: str, quote: str) -> tuple[int, int] | None:
    at = text.find(quote)
    if at >= 0:
        return at, at + len(quote)
    words = re.findall(r"\w+", quote)
    if not words or len(words) > 400:
        return None
    pattern = r"\W*".join(map(re.escape, words))
    match = re.search(pattern, text, re.IGNORECASE)
    return match.span() if match else None
