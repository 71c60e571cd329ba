"""What a person wants in a report: which findings, by what was decided of them, and whether with notes."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from agent.diagnosis.document_parts import Diagnosis, Finding, ModeVerdict
from agent.report.kinds import KINDS
from agent.report.wording import listed


@dataclass(frozen=True, slots=True)
class Included:
    """The parts of a report that can be left out; an edited finding counts as accepted, an undecided one is open."""

    accepted: bool = True
    open: bool = True
    notes: bool = True
    rejected: bool = False

    def has(self, finding: Finding) -> bool:
        """Whether a finding is wanted."""
        return {"accepted": self.accepted, "edited": self.accepted, "rejected": self.rejected, None: self.open}[
            finding.decision
        ]


def narrowed(diagnosis: Diagnosis, included: Included, suffix: str) -> Diagnosis:
    """The diagnosis as a report of a suffix shows it; each mode says which of its findings are left out."""
    if suffix in KINDS and KINDS[suffix].is_whole:
        return diagnosis
    kept = tuple(finding for finding in diagnosis.findings if included.has(finding))
    if not included.notes:
        kept = tuple(replace(finding, note=None) for finding in kept)
    out = {finding.id: finding for finding in diagnosis.findings if not included.has(finding)}
    return replace(diagnosis, findings=kept, modes=tuple(_mode(mode, out) for mode in diagnosis.modes))


def _mode(mode: ModeVerdict, out: dict[str, Finding]) -> ModeVerdict:
    gone = [out[id] for id in mode.findings if id in out]
    if not gone:
        return mode
    said = " ".join((mode.reason, *_left_out(gone))).strip()
    return replace(mode, findings=tuple(id for id in mode.findings if id not in out), reason=said)


def _left_out(gone: list[Finding]) -> Iterator[str]:
    words = {"accepted": "accepted by a reader", "edited": "edited by a reader", "rejected": "rejected by a reader"}
    for decision in dict.fromkeys(finding.decision for finding in gone):
        ids = [finding.id for finding in gone if finding.decision == decision]
        verb = "is" if len(ids) == 1 else "are"
        yield f"Left out of this report: {listed(ids)}, which {verb} {words.get(decision or '', 'not decided yet')}."
