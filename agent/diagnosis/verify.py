"""A saved diagnosis held against its trace again: the hash, every quote, every search that found nothing."""

import re
from bisect import bisect_left
from collections.abc import Iterator

from agent.diagnosis.document_parts import Absence, Diagnosis, EvidenceRecord, Quoted
from agent.diagnosis.evidence import Finder
from agent.diagnosis.quote import Sought
from agent.trace.trace import Trace

PLACEHOLDER = re.compile(r"<SECRET:[^<>]*>")


def run_of(diagnosis: Diagnosis) -> str | None:
    """Which run of a source that holds several was diagnosed."""
    run = diagnosis.made_by.settings.get("run")
    return run if isinstance(run, str) else None


def mismatches(diagnosis: Diagnosis, trace: Trace) -> list[str]:
    """What no longer holds, in sentences; empty where everything does."""
    faults = []
    actual = trace.source.sha256()
    if actual != diagnosis.trace.sha256:
        faults.append(
            f"The trace has changed: its sha256 was {diagnosis.trace.sha256[:16]}… and is {actual[:16]}… now."
        )
    finder = Finder(trace)
    for name, evidence in _all(diagnosis):
        fault = _absence(evidence, finder) if isinstance(evidence, Absence) else _quote(evidence, trace)
        if fault is not None:
            faults.append(f"{name}: {fault}")
    for hint in diagnosis.hints:
        if not _holds(hint.quote, "\n".join(trace.lines(*hint.lines))):
            faults.append(f"hint at L{hint.lines[0]}: its quote does not stand there.")
    return faults


def _all(diagnosis: Diagnosis) -> Iterator[tuple[str, EvidenceRecord]]:
    for finding in diagnosis.findings:
        for evidence in (*finding.evidence, *finding.challenge.evidence):
            yield finding.id, evidence
    for evidence in diagnosis.outcome.evidence:
        yield "outcome", evidence


def _absence(evidence: Absence, finder: Finder) -> str | None:
    if finder.absence(Sought(evidence.searched, evidence.lines, evidence.expected_at)) is None:
        return f"the search {evidence.searched!r} in L{evidence.lines[0]}-{evidence.lines[1]} finds something now."
    return None


def _quote(evidence: Quoted, trace: Trace) -> str | None:
    if not 1 <= evidence.event <= len(trace.events):
        return f"its quote was in event {evidence.event}, and there are {len(trace.events)}."
    if stretch_of(evidence, trace) is None:
        return f"its quote at L{evidence.lines[0]}-{evidence.lines[1]} does not stand there any more."
    return None


def stretch_of(evidence: Quoted, trace: Trace) -> tuple[int, int] | None:
    """The characters of its event that a quote covers, by its bytes; None where it does not stand there any more."""
    if not 1 <= evidence.event <= len(trace.events):
        return None
    event = trace.events[evidence.event]
    stretches = _redacted(evidence, trace) if evidence.redacted else _literal(evidence.quote, trace.text(event))
    at = evidence.lines, evidence.bytes
    return next((stretch for stretch in stretches if trace.place(event, *stretch) == at), None)


def _literal(quote: str, text: str) -> Iterator[tuple[int, int]]:
    """Every place of a quote in a text."""
    at = text.find(quote)
    while at >= 0:
        yield at, at + len(quote)
        at = text.find(quote, at + 1)


def _redacted(evidence: Quoted, trace: Trace) -> Iterator[tuple[int, int]]:
    """The stretch of text at the bytes of a quote, if it is the quote with anything for each placeholder."""
    unfolded = trace.unfold(trace.events[evidence.event])
    text, (low, high) = unfolded.text, evidence.bytes
    start = bisect_left(range(len(text)), low, key=lambda at: unfolded.bytes_of(at, at + 1)[0])
    end = bisect_left(range(len(text)), high, start, key=lambda at: unfolded.bytes_of(at, at + 1)[1]) + 1
    if _stands_in(evidence.quote, text[start:end], whole=True):
        yield start, end


def _holds(quote: str, text: str) -> bool:
    return quote in text or _stands_in(quote, text)


def _stands_in(quote: str, text: str, *, whole: bool = False) -> bool:
    """Whether a quote stands in a text, or is all of it, with at least a character for each placeholder.

    Each stretch between two placeholders is taken where it comes first: if the quote fits at all, it fits so.
    """
    first, *middle = PLACEHOLDER.split(quote)
    if not middle:
        return quote == text if whole else quote in text
    last = middle.pop()
    at = text.find(first) + len(first)
    if first not in text or (whole and not text.startswith(first)):
        return False
    for stretch in middle:
        start = text.find(stretch, at + 1)
        if start < 0:
            return False
        at = start + len(stretch)
    if whole:
        return text.endswith(last) and len(text) - len(last) > at
    return len(text) - len(last) > at and text.find(last, at + 1) >= 0
