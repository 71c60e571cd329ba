"""Makes a diagnosis as sure as its analyst proved to be in a selfcheck, also in one made after the diagnosis."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from agent.diagnosis.document_parts import Diagnosis, Finding, ModeVerdict
from agent.diagnosis.kept_selfcheck import checked, earned, weak_words


def measured_finding(finding: Finding, brief: dict[str, Any] | None) -> Finding:
    """A finding as sure as its analyst proved to be, with a word where the analyst is weak on its mode."""
    words = " ".join(filter(None, (finding.explanation, weak_words(brief, finding.mode))))
    return replace(finding, confidence=earned(finding.confidence, brief), explanation=words)


def as_measured(diagnosis: Diagnosis, folder: Path | None) -> Diagnosis:
    """The diagnosis with what a selfcheck made since says of its analyst; as it is where it says something itself."""
    made_by = diagnosis.made_by
    if made_by.checked is not None:
        return diagnosis
    brief = checked(folder, made_by.analyst, made_by.model, made_by.prompts)
    if brief is None:
        return diagnosis

    def sure(mode: ModeVerdict) -> ModeVerdict:
        return replace(mode, confidence=earned(mode.confidence, brief)) if mode.confidence is not None else mode

    return replace(
        diagnosis,
        made_by=replace(made_by, checked=brief),
        findings=tuple(measured_finding(finding, brief) for finding in diagnosis.findings),
        modes=tuple(map(sure, diagnosis.modes)),
    )
