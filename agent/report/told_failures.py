"""The failures of a diagnosis as a report tells them: those of the main part in full, the rest in a few words."""

from collections.abc import Iterator
from dataclasses import dataclass

from agent.diagnosis.document_parts import Diagnosis, Finding
from agent.report.wording import label


@dataclass(frozen=True, slots=True)
class ToldFailure:
    """One failure: its title, the finding that tells it, and the others that are the same failure."""

    title: str
    finding: Finding
    others: tuple[Finding, ...]
    main: bool


def told_failures(diagnosis: Diagnosis) -> Iterator[ToldFailure]:
    """The failures in order, the main part first; findings that no failure names tell one of their own there."""
    by_id = {finding.id: finding for finding in diagnosis.findings}
    named = {name for failure in diagnosis.failures for name in failure.findings}
    rest = []
    for failure in diagnosis.failures:
        findings = [by_id[name] for name in failure.findings if name in by_id]
        if not findings:
            continue
        told = ToldFailure(failure.title, findings[0], tuple(findings[1:]), failure.main)
        if told.main:
            yield told
        else:
            rest.append(told)
    for finding in diagnosis.findings:
        if finding.id not in named:
            yield ToldFailure(finding.title, finding, (), main=True)
    yield from rest


def main_findings(diagnosis: Diagnosis) -> list[Finding]:
    """The findings that tell the failures of the main part, in order."""
    return [failure.finding for failure in told_failures(diagnosis) if failure.main]


def in_brief(finding: Finding) -> str:
    """A finding in one line, after its number."""
    unsure = {"unsure": ", unsure", "not_run": ", not challenged"}.get(finding.challenge.verdict, "")
    by = f", {finding.actor}" if finding.actor else ""
    return f"{finding.called} {finding.severity}{unsure}, L{finding.onset}{by}: {label(finding.title)}"
