"""What a diagnosis means for the exit code."""

from fnmatch import fnmatchcase

from agent.diagnosis.document_parts import Diagnosis, Finding
from agent.diagnosis.severity import SEVERITIES, gravity
from agent.many_diagnoses.orders import FoundMark

INCOMPLETE = frozenset({"undetermined", "error"})
FOUND, UNFINISHED = 1, 3


def exit_code(diagnosis: Diagnosis, fail_on: tuple[str, ...]) -> int:
    """1 for a finding at the threshold that nobody rejected, 3 for a diagnosis with holes, else 0."""
    for finding in diagnosis.findings:
        if finding.decision == "rejected":
            continue
        if any(reaches(finding, threshold) for threshold in fail_on):
            return FOUND
    if any(cell.state in INCOMPLETE for cell in diagnosis.coverage.cells):
        return UNFINISHED
    return 0


def reaches(finding: "Finding | FoundMark", threshold: str) -> bool:
    """Whether a finding is as sure, as grave, or of a mode that is named."""
    if threshold in SEVERITIES:
        return gravity(finding.severity) <= gravity(threshold)
    if threshold == "confirmed":
        return finding.confidence == "confirmed"
    return threshold == "present" or fnmatchcase(finding.mode or "", threshold)
