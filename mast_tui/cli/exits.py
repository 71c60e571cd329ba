"""The exit code of a diagnosis: whether a finding reaches the threshold, and whether anything is missing."""

from collections.abc import Iterable
from fnmatch import fnmatchcase

from agent.diagnosis.document_parts import Diagnosis, Finding
from agent.diagnosis.severity import SEVERITIES, gravity
from agent.errors import UnreadableTrace
from agent.many_diagnoses.orders import DiagnosedRun, FoundMark

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


def exit_code_of_many(rows: Iterable[DiagnosedRun], fail_on: tuple[str, ...]) -> int:
    """What became of all of them, as one exit code."""
    rows = list(rows)
    if any(reaches(mark, threshold) for row in rows for mark in row.findings for threshold in fail_on):
        return FOUND
    if rows and all(row.state == "unreadable" for row in rows):
        return UnreadableTrace.exit_code
    whole = all(row.state in ("diagnosed", "there") and not row.holes for row in rows)
    return 0 if whole else UNFINISHED


def reaches(finding: "Finding | FoundMark", threshold: str) -> bool:
    """Whether a finding is as sure, as grave, or of a mode that is named."""
    if threshold in SEVERITIES:
        return gravity(finding.severity) <= gravity(threshold)
    if threshold == "confirmed":
        return finding.confidence == "confirmed"
    return threshold == "present" or fnmatchcase(finding.mode or "", threshold)
