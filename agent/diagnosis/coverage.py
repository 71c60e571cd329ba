"""Which chunk was judged for which mode, and what follows for the verdict on each mode."""

from collections.abc import Mapping, Sequence

from agent.diagnosis.document_parts import Cell, CellState, Coverage, Finding, Lines, ModeVerdict, Verdict
from agent.diagnosis.severity import Confidence, doubt
from taxonomy.mast import Taxonomy
from taxonomy.mode import Mode, is_own

Judged = Mapping[tuple[str, int], tuple[CellState, str]]
"""What happened to each cell: its state and why, by mode and chunk."""


def coverage(taxonomy: Taxonomy, judged: Judged, chunks: Sequence[Lines], lines: int, lines_read: int) -> Coverage:
    """The coverage of a diagnosis: a cell for each mode and chunk, none left out."""
    cells = [
        Cell(code, chunk, *judged.get((code, chunk), ("skipped", "the diagnosis did not get here")))
        for code in taxonomy.codes
        for chunk in range(1, len(chunks) + 1)
    ]
    done = sum(cell.state == "judged" for cell in cells)
    percent = round(100 * done / len(cells), 1) if cells else 0.0
    return Coverage(lines, lines_read, len(chunks), tuple(cells), percent)


def verdicts(
    taxonomy: Taxonomy, findings: Sequence[Finding], covered: Coverage, may_say_absent: bool, looked: str
) -> tuple[ModeVerdict, ...]:
    """A verdict on each of the fourteen modes; absent only where every chunk was judged by somebody who can tell."""
    return tuple(
        _verdict(
            mode,
            [finding for finding in findings if finding.mode == mode.code],
            [cell for cell in covered.cells if cell.mode == mode.code],
            may_say_absent,
            looked,
        )
        for mode in taxonomy.modes
    )


def _verdict(
    mode: Mode, findings: Sequence[Finding], cells: Sequence[Cell], may_say_absent: bool, looked: str
) -> ModeVerdict:
    if findings:
        confidence = min((finding.confidence for finding in findings), key=doubt)
        count = "1 finding" if len(findings) == 1 else f"{len(findings)} findings"
        return _mode(mode, "present", confidence, findings, f"{count} with evidence in the trace")
    unjudged = [cell for cell in cells if cell.state != "judged"]
    if cells and all(cell.state == "not_assessed" for cell in cells):
        return _mode(mode, "not_assessed", None, (), cells[0].why)
    if unjudged or not cells:
        why = unjudged[0].why if unjudged else "nothing was read"
        return _mode(mode, "unclear", None, (), f"{len(unjudged)} of {len(cells)} chunks were not judged: {why}")
    if not may_say_absent:
        return _mode(mode, "unclear", None, (), looked)
    return _mode(mode, "absent", None, (), "every chunk was judged, none shows it")


def _mode(
    mode: Mode, verdict: Verdict, confidence: Confidence | None, findings: Sequence[Finding], reason: str
) -> ModeVerdict:
    return ModeVerdict(
        code=mode.code,
        name=mode.name,
        category=mode.category,
        verdict=verdict,
        confidence=confidence,
        findings=tuple(finding.id for finding in findings),
        reason=reason,
        own=is_own(mode.code),
    )
