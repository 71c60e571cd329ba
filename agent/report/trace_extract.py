"""What a report needs of the trace itself: who acted where, coarsely, and where evidence lies in the file."""

from collections.abc import Sequence
from dataclasses import dataclass

from agent.diagnosis.document_parts import Absence, Diagnosis, EvidenceRecord, Lines
from agent.statistics.handoffs import Handoff
from agent.statistics.run_statistics import statistics
from agent.statistics.statistics_tables import Table, opening, tables
from agent.trace.trace import Trace

STEPS = 480


@dataclass(frozen=True, slots=True)
class RunNumbers:
    """The run in numbers, as tables of words."""

    opening: str
    tables: Sequence[Table]
    handoffs: Sequence[Handoff]
    by: str
    missing: Sequence[str]


@dataclass(frozen=True, slots=True)
class TraceExtract:
    """A trace in few strokes: the picture of a report is drawn from it, whatever the length of the trace."""

    lanes: dict[str, tuple[Lines, ...]]
    """Stretches of lines in which each actor acts, to within a step of the picture."""
    source_lines: dict[Lines, Lines]
    """The lines of the file for the bytes of a quote."""
    expected: dict[int, int]
    """The line of the file for a line of the trace at which something is missing."""
    numbers: RunNumbers | None = None
    """The run in numbers, where it was counted."""

    def region(self, evidence: EvidenceRecord) -> Lines | None:
        """The lines of the file that a piece of evidence is about."""
        if isinstance(evidence, Absence):
            line = self.expected.get(evidence.expected_at)
            return (line, line) if line is not None else None
        return self.source_lines.get(evidence.bytes)


def extract_of(trace: Trace, diagnosis: Diagnosis) -> TraceExtract:
    """The extract of a trace for the diagnosis of it."""
    cursor = trace.events.index()
    source_lines: dict[Lines, Lines] = {}
    expected: dict[int, int] = {}
    for evidence in all_evidence(diagnosis):
        if isinstance(evidence, Absence):
            if 1 <= evidence.expected_at <= trace.events.lines:
                expected[evidence.expected_at] = cursor.line_of(_byte_of(trace, evidence.expected_at))
        else:
            start, end = evidence.bytes
            source_lines[evidence.bytes] = cursor.line_of(start), cursor.line_of(max(start, end - 1))
    return TraceExtract(_lanes(trace), source_lines, expected, _numbers(trace))


def _numbers(trace: Trace) -> RunNumbers:
    counted = statistics(trace)
    shown = tables(trace, counted)
    return RunNumbers(opening(trace, counted), shown, counted.handoffs, counted.handoffs_by, counted.missing)


def all_evidence(diagnosis: Diagnosis) -> list[EvidenceRecord]:
    """Every piece of evidence a diagnosis holds."""
    return [
        evidence for finding in diagnosis.findings for evidence in (*finding.evidence, *finding.challenge.evidence)
    ] + list(diagnosis.outcome.evidence)


def _byte_of(trace: Trace, line: int) -> int:
    """Where a line of the trace begins in the file."""
    event = trace.events.at_line(line)
    unfolded = trace.unfold(event)
    at = sum(len(text) + 1 for text in unfolded.lines[: line - event.lines[0]])
    return unfolded.bytes_of(at, at + 1)[0] if at < len(unfolded.text) else max(event.bytes[0], event.bytes[1] - 1)


def _lanes(trace: Trace) -> dict[str, tuple[Lines, ...]]:
    """Where each actor acts, in at most as many stretches as the picture has steps."""
    lines = max(1, trace.events.lines)
    steps = min(STEPS, lines)
    busy: dict[str, bytearray] = {}
    for event in trace.events:
        if event.actor is not None and event.repeats is None:
            row = busy.setdefault(event.actor, bytearray(steps))
            first, last = ((line - 1) * steps // lines for line in event.lines)
            row[first : last + 1] = b"\1" * (last - first + 1)
    return {actor: tuple(_stretches(row, lines)) for actor, row in busy.items()}


def _stretches(row: bytearray, lines: int) -> list[Lines]:
    stretches = []
    start = row.find(1)
    while start >= 0:
        end = row.find(0, start)
        end = len(row) if end < 0 else end
        stretches.append((start * lines // len(row) + 1, end * lines // len(row)))
        start = row.find(1, end)
    return stretches
