"""The diagnosis that is known of a trace: the one that is saved, else what the offline analyst concludes."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Literal

from agent.analyst.case import Case
from agent.analyst.offline import OfflineAnalyst
from agent.diagnosis.document import from_dict, to_dict
from agent.diagnosis.document_parts import Diagnosis
from agent.errors import UnreadableTrace
from agent.graph.diagnose import diagnose
from agent.graph.progress import Done, Known, Progress
from agent.trace.trace import Trace
from mast_tui.state.kept_review import keep_known_in
from mast_tui.state.store import NAME, open_store

DECISIONS: tuple[Literal["accepted", "rejected", "edited"], ...] = ("accepted", "rejected", "edited")


def saved_diagnosis(trace: Trace, folder: Path | None) -> Diagnosis | None:
    """The diagnosis that the state folder holds for exactly this trace, with what a person decided."""
    if folder is None or not (folder / NAME).exists():
        return None
    store = open_store(folder)
    try:
        fingerprint = trace.fingerprint()
        document, decisions = store.diagnosis(fingerprint), store.decisions(fingerprint)
    finally:
        store.close()
    try:
        diagnosis = from_dict(document) if document is not None else None
    except UnreadableTrace:
        return None
    if diagnosis is None:
        return None
    findings = []
    for finding in diagnosis.findings:
        decision, note = decisions.get(finding.id, (finding.decision, finding.note))
        known = next((word for word in DECISIONS if word == decision), None)
        findings.append(replace(finding, decision=known, note=note))
    return replace(diagnosis, findings=tuple(findings))


async def offline_diagnosis(
    case: Case, folder: Path | None, tell: Callable[[Progress], None] | None = None
) -> Diagnosis:
    """What the offline analyst concludes about the trace, kept for the next time where there is a state folder."""
    async for progress in diagnose(case.trace, OfflineAnalyst(), case=case, state_folder=folder):
        if isinstance(progress, Done):
            if folder is not None:
                _keep(case.trace, progress.diagnosis, folder)
            return progress.diagnosis
        if isinstance(progress, Known):
            keep_known_in(folder, case.trace, progress.fingerprint)
        if tell is not None:
            tell(progress)
    raise AssertionError("a diagnosis ends with Done")


def _keep(trace: Trace, diagnosis: Diagnosis, folder: Path) -> None:
    store = open_store(folder)
    try:
        store.keep_diagnosis(trace.fingerprint(), diagnosis.made_by.analyst, to_dict(diagnosis))
    finally:
        store.close()
