"""Tools that tell what was concluded: the findings, and what a mode of MAST means."""

from collections.abc import Mapping
from typing import Any

from agent.diagnosis.document_parts import Absence, EvidenceRecord, Finding
from agent.lookup.tools.tool import BadCall, Parameter, Result, Tool
from agent.lookup.visible_trace import VisibleTrace
from agent.number_words import count, line_range
from taxonomy.mast import AmbiguousName, UnknownMode


def _findings(visible: VisibleTrace, given: Mapping[str, Any], room: int) -> Result:
    name = given.get("id")
    if visible.diagnosis is None:
        result = Result("looking at the findings")
        result.add("The trace is not diagnosed yet; there are no findings.")
        return result
    if name:
        finding = visible.finding(name if name[:1] in "Ff" else f"F{name}")
        if finding is None:
            ids = ", ".join(one.id for one in visible.findings) or "none"
            raise BadCall(f"There is no finding {name}; there are: {ids}.")
        return _one(visible, finding)
    result = Result("looking at the findings")
    for finding in visible.findings:
        result.add(finding_row(visible, finding))
    for hint in visible.diagnosis.hints:
        result.add(f"hint {line_range(*hint.lines)}: {visible.safe(hint.title)}")
    if not result.rows:
        result.add("There is no finding; that is not the same as no failure.")
    return result


def finding_row(visible: VisibleTrace, finding: Finding) -> str:
    """A finding in one row."""
    return f"{finding.id} {finding.called} {finding.severity} L{finding.onset}: {visible.safe(finding.title)}"


def places_of(finding: Finding) -> str:
    """Every place of a finding: `6 places: L12, L40, L80-84`."""
    places = [line_range(*lines) for lines in finding.occurrences]
    return f"{count(len(places), 'place')}: {', '.join(places)}." if len(places) > 1 else ""


def _one(visible: VisibleTrace, finding: Finding) -> Result:
    result = Result(f"looking at {finding.id}")
    result.add(f"{finding_row(visible, finding)} ({finding.confidence}, {finding.role})")
    if places := places_of(finding):
        result.add(places)
    result.add(visible.safe(finding.explanation))
    for record in finding.evidence:
        result.add(evidence_row(visible, record), None if isinstance(record, Absence) else record.lines)
    for advice in finding.remedies:
        result.add(f"remedy, {advice.kind}: {visible.safe(advice.target)}. {visible.safe(advice.change)}")
    return result


def evidence_row(visible: VisibleTrace, record: EvidenceRecord) -> str:
    """A piece of evidence in one row."""
    if isinstance(record, Absence):
        return f"absence: {visible.safe(record.searched)!r} in {line_range(*record.lines)}, 0 hits"
    return f"{record.part} {line_range(*record.lines)}: {visible.safe(record.quote)}"


def _definition(visible: VisibleTrace, given: Mapping[str, Any], room: int) -> Result:
    name = given["mode"]
    try:
        mode = visible.taxonomy.failure(name)
    except (UnknownMode, AmbiguousName):
        raise BadCall(f"MAST has no mode {name!r}; the codes are {', '.join(visible.taxonomy.codes)}.") from None
    result = Result(f"looking up {mode.code}")
    result.add(f"{mode.code} {mode.name}: {mode.definition}")
    result.add(f"shows: {mode.shows}")
    for rival in mode.rivals:
        result.add(f"not {rival.code}: {rival.rule}")
    modes = visible.diagnosis.modes if visible.diagnosis is not None else ()
    verdict = next((one for one in modes if one.code == mode.code), None)
    if verdict is not None:
        result.add(f"in this trace: {verdict.verdict}, {verdict.reason}")
    return result


FINDINGS = Tool("findings", "The findings, or all about one.", {"id": Parameter("string", "F2")}, _findings)
DEFINITION = Tool("definition", "What a MAST mode means.", {"mode": Parameter("string", needed=True)}, _definition)
