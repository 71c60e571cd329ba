"""Keeps what came of a trial with the remedy that was tried."""

from dataclasses import replace
from typing import Any

from agent.diagnosis.document_parts import Diagnosis


def with_trial(diagnosis: Diagnosis, finding: str, number: int, trial: dict[str, Any]) -> Diagnosis:
    """The diagnosis with the trial of one remedy of a finding."""
    return replace(
        diagnosis,
        findings=tuple(
            replace(
                each,
                remedies=tuple(
                    replace(remedy, trial=trial) if at == number else remedy for at, remedy in enumerate(each.remedies)
                ),
            )
            if each.id == finding
            else each
            for each in diagnosis.findings
        ),
    )
