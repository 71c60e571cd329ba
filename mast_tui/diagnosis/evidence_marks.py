"""Where the evidence of a diagnosis stands in the trace as it is now."""

from collections.abc import Iterator

from agent.diagnosis.document_parts import Absence, EvidenceRecord, Finding, Quoted
from agent.diagnosis.verify import stretch_of
from agent.number_words import line_range
from mast_tui.layout.line_marks import EvidenceMark, Place
from mast_tui.layout.line_reader import LineReader
from mast_tui.state.session import Session


def evidence_marks(session: Session) -> Iterator[EvidenceMark]:
    """Every piece of evidence, in the order of findings and of their evidence."""
    names = {mode.code: mode.name for mode in session.diagnosis.modes} if session.diagnosis else {}
    for finding in session.findings:
        for evidence in evidence_of(finding):
            yield _piece(session.reader, finding, evidence, names.get(finding.failure, ""))


def evidence_of(finding: Finding) -> list[EvidenceRecord]:
    """The evidence of a finding, acts first, then in the order of lines."""
    order = {"act": 0, "reference": 1, "absence": 2, "counter": 3}
    return sorted(finding.evidence, key=lambda each: (order[each.part], each.lines))


def _piece(reader: LineReader, finding: Finding, evidence: EvidenceRecord, name: str) -> EvidenceMark:
    number = int(finding.id[1:]) if finding.id[1:].isdigit() else 0
    if isinstance(evidence, Absence):
        where = line_range(*evidence.lines)
        note = f'{finding.id} absence · searched "{evidence.searched}", {where}, 0 hits'
        last = min(evidence.lines[1], reader.last)
        return EvidenceMark(finding.id, number, "absence", (evidence.lines[0], last), (), note, finding.severity)
    places = tuple(places_of(reader, evidence))
    about = f"{finding.called} {name}".strip() if evidence.part == "act" else finding.title
    note = f"{finding.id} {evidence.part} · {about}"
    if evidence.match == "repaired":
        note += " · found by its words, not letter by letter"
    if evidence.redacted:
        note += " · a secret in it was taken out"
    stale = not places
    return EvidenceMark(finding.id, number, evidence.part, evidence.lines, places, note, finding.severity, stale)


def places_of(reader: LineReader, quoted: Quoted) -> Iterator[Place]:
    """The stretches of lines that a quote covers; none where the trace no longer holds it."""
    stretch = stretch_of(quoted, reader.trace)
    if stretch is None:
        return
    start, end = stretch
    text = reader.trace.text(reader.trace.events[quoted.event])
    number, at = quoted.lines[0], start
    while at < end:
        begin = text.rfind("\n", 0, at) + 1
        stop = text.find("\n", at, end)
        stop = end if stop < 0 else stop
        if at < stop:
            yield number, at - begin, stop - begin
        number, at = number + 1, stop + 1
