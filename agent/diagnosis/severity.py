"""The grades of a finding: how severe it is and how sure, each from the most to the least."""

from typing import Literal, get_args

Severity = Literal["fatal", "major", "minor", "recovered"]
Confidence = Literal["confirmed", "likely", "possible"]

SEVERITIES: tuple[Severity, ...] = get_args(Severity)
CONFIDENCES: tuple[Confidence, ...] = get_args(Confidence)


def gravity(severity: Severity) -> int:
    """The place of a severity among all of them: 0 is the gravest."""
    return SEVERITIES.index(severity)


def doubt(confidence: Confidence) -> int:
    """The place of a confidence among all of them: 0 is the surest."""
    return CONFIDENCES.index(confidence)


def is_grave(severity: Severity) -> bool:
    """Whether a failure of this severity did harm to the run."""
    return severity in ("fatal", "major")
