"""What a challenge makes of a finding: another mode, and a surer or less sure word."""

from dataclasses import replace

from agent.diagnosis.claim import Grounded
from agent.diagnosis.severity import CONFIDENCES, doubt


def challenged(finding: Grounded, verdict: str, mode: str | None) -> Grounded:
    """A finding after its challenge: under its new mode, and surer or less sure than before."""
    at = doubt(finding.confidence)
    if verdict == "upheld":
        sure = finding.origin == "both" or at == 0
        at = 0 if sure else min(at, doubt("likely"))
    elif verdict in ("unsure", "reclassified"):
        at = min(at + 1, len(CONFIDENCES) - 1)
    return replace(finding, mode=mode or finding.mode, confidence=CONFIDENCES[at])
