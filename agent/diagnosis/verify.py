"""A saved diagnosis held against its trace again: the hash, every quote, every search that found nothing."""

import re
import time
from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import partial

from agent.diagnosis.document_parts import Absence, Diagnosis, EvidenceRecord, Hint, Quoted
from agent.diagnosis.evidence import Finder
from agent.diagnosis.quote import Sought
from agent.trace.trace import Trace

SECONDS, A_SECOND = 10.0, 10_000_000
"""How much of the processor all checks may take together, and how many bytes of the trace give them a second more."""
WINDOW = 4_000_000
MOST_PLACES = 1000
PLACEHOLDER = re.compile(r"<SECRET:[^<>]*>")


def run_of(diagnosis: Diagnosis) -> str | None:
    """Which run of a source that holds several was diagnosed."""
    run = diagnosis.made_by.settings.get("run")
    return run if isinstance(run, str) else None


def mismatches(diagnosis: Diagnosis, trace: Trace) -> list[str]:
    """What no longer holds, in sentences, and what was not looked at because it takes too long; else empty."""
    faults = []
    actual = trace.source.sha256()
    if actual != diagnosis.trace.sha256:
        faults.append(
            f"The trace has changed: its sha256 was {diagnosis.trace.sha256[:16]}… and is {actual[:16]}… now."
        )
    end = time.process_time() + SECONDS + trace.source.size / A_SECOND

    def is_over() -> bool:
        return time.process_time() > end

    checks = list(_checks(diagnosis, trace, is_over))
    for done, check in enumerate(checks):
        if is_over():
            left = len(checks) - done
            faults.append(
                f"{left:,} of {len(checks):,} quotes and searches were not looked at: the others took too long."
            )
            break
        fault = check()
        if fault is not None:
            faults.append(fault)
    return faults


def _checks(diagnosis: Diagnosis, trace: Trace, is_over: Callable[[], bool]) -> Iterator[Callable[[], str | None]]:
    """What is to be looked at; each says what no longer holds."""
    finder = Finder(trace)
    for name, evidence in _all(diagnosis):
        if isinstance(evidence, Absence):
            yield partial(_absence, name, evidence, finder, is_over)
        else:
            yield partial(_quote, name, evidence, trace)
    for hint in diagnosis.hints:
        yield partial(_hint, hint, trace)


def _all(diagnosis: Diagnosis) -> Iterator[tuple[str, EvidenceRecord]]:
    for finding in diagnosis.findings:
        for evidence in (*finding.evidence, *finding.challenge.evidence):
            yield finding.id, evidence
    for evidence in diagnosis.outcome.evidence:
        yield "outcome", evidence


def _absence(name: str, evidence: Absence, finder: Finder, is_over: Callable[[], bool]) -> str | None:
    sought = Sought(evidence.searched, evidence.lines, evidence.expected_at)
    if finder.absence(sought, is_over) is not None:
        return None
    search = f"{name}: the search {evidence.searched!r} in L{evidence.lines[0]}-{evidence.lines[1]}"
    return f"{search} takes too long to tell." if finder.gave_up else f"{search} finds something now."


def _hint(hint: Hint, trace: Trace) -> str | None:
    if _holds(hint.quote, trace.lines(*hint.lines)):
        return None
    return f"hint at L{hint.lines[0]}: its quote does not stand there."


def _quote(name: str, evidence: Quoted, trace: Trace) -> str | None:
    if not 1 <= evidence.event <= len(trace.events):
        return f"{name}: its quote was in event {evidence.event}, and there are {len(trace.events)}."
    if stretch_of(evidence, trace) is None:
        return f"{name}: its quote at L{evidence.lines[0]}-{evidence.lines[1]} does not stand there any more."
    return None


def stretch_of(evidence: Quoted, trace: Trace) -> tuple[int, int] | None:
    """The characters of its event that a quote covers, by its bytes; None where it does not stand there any more."""
    if not 1 <= evidence.event <= len(trace.events):
        return None
    event = trace.events[evidence.event]
    around = _around(evidence, trace)
    if evidence.redacted:
        fits = _stands_in(evidence.quote, trace.text(event)[slice(*around)], whole=True)
        stretches: Iterator[tuple[int, int]] = iter((around,) if fits else ())
    else:
        stretches = _literal(evidence.quote, trace.text(event), around[0])
    at = evidence.lines, evidence.bytes
    return next((stretch for stretch in stretches if trace.place(event, *stretch) == at), None)


def _literal(quote: str, text: str, likely: int) -> Iterator[tuple[int, int]]:
    """The places of a quote in a text, the likely one first; of a text that is full of it, some."""
    if text.startswith(quote, likely):
        yield likely, likely + len(quote)
    at = text.find(quote)
    for _ in range(MOST_PLACES):
        if at < 0:
            return
        yield at, at + len(quote)
        at = text.find(quote, at + 1)


def _around(evidence: Quoted, trace: Trace) -> tuple[int, int]:
    """The characters of the text at the bytes of a quote, where the text has the order of the bytes."""
    unfolded = trace.unfold(trace.events[evidence.event])
    text, (low, high) = unfolded.text, evidence.bytes
    start = bisect_left(range(len(text)), low, key=lambda at: unfolded.bytes_of(at, at + 1)[0])
    end = bisect_left(range(len(text)), high, start, key=lambda at: unfolded.bytes_of(at, at + 1)[1]) + 1
    return start, end


def _holds(quote: str, lines: Iterator[str]) -> bool:
    """Whether a quote stands in some lines, of which a window is held at a time."""
    text = ""
    for line in lines:
        text += line + "\n"
        if len(text) > WINDOW + 2 * len(quote):
            if _stands_in(quote, text):
                return True
            text = text[-WINDOW // 4 - len(quote) :]
    return _stands_in(quote, text)


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
