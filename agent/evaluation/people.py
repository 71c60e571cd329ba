"""What people decided about the findings of a diagnosis, as labels of its modes."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from agent.diagnosis.document_parts import Diagnosis, Finding, ModeVerdict
from agent.diagnosis.verify import run_of

KEPT = ("accepted", "edited")


@dataclass(frozen=True, slots=True)
class PersonsLabel:
    """What a person said of one mode in one trace, and where."""

    trace: str
    path: str
    mode: str
    label: bool
    line: int
    actor: str | None
    note: str | None


def decided_presence(diagnosis: Diagnosis, code: str) -> bool | None:
    """Whether a mode is present by what people decided; None where they decided nothing, or not on all of it.

    One finding that was accepted or edited is enough; a mode is absent where every finding of it was rejected.
    """
    about = [finding for finding in diagnosis.findings if finding.mode == code]
    if any(finding.decision in KEPT for finding in about):
        return True
    if about and all(finding.decision == "rejected" for finding in about):
        return False
    return None


def by_people(diagnosis: Diagnosis) -> Diagnosis:
    """The diagnosis with the verdicts of people where they decided, and the analyst's everywhere else."""

    def settled(mode: ModeVerdict) -> ModeVerdict:
        said = decided_presence(diagnosis, mode.code)
        if said is None:
            return mode
        return replace(mode, verdict="present" if said else "absent", reason="decided by a person")

    return replace(diagnosis, modes=tuple(map(settled, diagnosis.modes)))


def labels_of(diagnosis: Diagnosis) -> Iterator[PersonsLabel]:
    """A label for each mode that people decided about."""
    run = run_of(diagnosis)
    trace = diagnosis.trace.sha256 + (f"#{run}" if run else "")
    for code in dict.fromkeys(finding.mode for finding in diagnosis.findings if finding.mode):
        label = decided_presence(diagnosis, code)
        if label is not None:
            one = next(finding for finding in diagnosis.findings if finding.mode == code and _says(finding, label))
            yield PersonsLabel(trace, diagnosis.trace.path, code, label, one.onset, one.actor, one.note)


def _says(finding: Finding, label: bool) -> bool:
    return (finding.decision in KEPT) is label and finding.decision is not None
