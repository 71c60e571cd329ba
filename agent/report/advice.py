"""The remedies of a finding as a report shows them: what was said of an earlier finding is not said again."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from agent.diagnosis.document_parts import Diagnosis, Finding, RemedyAdvice
from agent.report.told_failures import main_findings
from agent.trial.conclusion import asked, conclusion

_LINE = re.compile(r"\bL\d+(?:-\d+)?\b")


@dataclass(frozen=True, slots=True)
class Advised:
    """A finding with the remedies to show under it, and the earlier finding that has the same ones."""

    finding: Finding
    remedies: tuple[RemedyAdvice, ...]
    same_as: str | None


def advised(diagnosis: Diagnosis) -> Iterator[Advised]:
    """The findings of the main part with their remedies; remedies that differ in line numbers only are shown once."""
    first: dict[tuple[tuple[str, str, str], ...], str] = {}
    for finding in main_findings(diagnosis):
        known = tuple((one.kind, _LINE.sub("L", one.target), _LINE.sub("L", one.change)) for one in finding.remedies)
        earlier = first.setdefault(known, finding.id) if known else finding.id
        if earlier == finding.id:
            yield Advised(finding, finding.remedies, None)
        else:
            yield Advised(finding, (), earlier)


def reason(finding: Finding, remedy: RemedyAdvice) -> str:
    """Why a remedy helps; that it belongs to its finding goes without saying."""
    said = finding.title.rstrip(".") in remedy.because
    return remedy.effect if said else f"{remedy.effect} {remedy.because}"


def is_challenged(diagnosis: Diagnosis) -> bool:
    """Whether anybody tried to refute any of the findings."""
    return any(finding.challenge.verdict != "not_run" for finding in diagnosis.findings)


def tried(remedy: RemedyAdvice) -> str:
    """What came of trying a remedy, and no more than that; empty where nobody tried it."""
    trial = remedy.trial
    if trial is None:
        return ""
    return f"{asked(trial)} {conclusion(trial)}"
