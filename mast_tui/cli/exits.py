"""What a diagnosis means for the exit code."""

from agent.diagnosis.document_parts import Diagnosis

INCOMPLETE = frozenset({"undetermined", "error"})
FOUND, UNFINISHED = 1, 3


def exit_code(diagnosis: Diagnosis, fail_on: tuple[str, ...]) -> int:
    """1 for a finding at the threshold that nobody rejected, 3 for a diagnosis with holes, else 0."""
    for finding in diagnosis.findings:
        if finding.decision == "rejected":
            continue
        if "present" in fail_on or finding.mode in fail_on:
            return FOUND
        if "confirmed" in fail_on and finding.confidence == "confirmed":
            return FOUND
    if any(cell.state in INCOMPLETE for cell in diagnosis.coverage.cells):
        return UNFINISHED
    return 0
