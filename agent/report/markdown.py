"""A diagnosis as Markdown, for a pull request or an issue."""

import re
from collections.abc import Iterator

from agent.clean import clean, clean_line
from agent.diagnosis.shapes import Absence, Diagnosis, EvidenceRecord, Finding

_SPECIAL = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~&@])")
_FENCES = re.compile(r"`{3,}")


def markdown(diagnosis: Diagnosis) -> str:
    """The report; foreign text in it is data, whatever it looks like."""
    return "\n".join(_lines(diagnosis)) + "\n"


def escape(text: str) -> str:
    """Foreign words on one line, with everything that means something in Markdown made literal."""
    return _SPECIAL.sub(r"\\\1", clean_line(" ".join(text.split())))


def fenced(text: str) -> str:
    """Foreign text as a block that it cannot break out of."""
    safe = clean(text)
    longest = max((len(run) for run in _FENCES.findall(safe)), default=2)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{safe}\n{fence}"


def _lines(diagnosis: Diagnosis) -> Iterator[str]:
    trace, made_by = diagnosis.trace, diagnosis.made_by
    yield "# Diagnosis"
    yield ""
    if trace.task:
        yield f"**Task:** {escape(trace.task[:600])}"
        yield ""
    yield f"**Outcome:** {diagnosis.outcome.verdict}. {escape(diagnosis.outcome.basis)}"
    yield ""
    if diagnosis.root is not None:
        root = diagnosis.root
        yield f"**Root cause:** {root.finding or root.cause} at L{root.line}. {escape(root.counterfactual)}"
        yield ""
    for finding in diagnosis.findings:
        yield from _finding(finding)
    yield "## The fourteen modes"
    yield ""
    yield "| mode | name | verdict | reason |"
    yield "|---|---|---|---|"
    for mode in diagnosis.modes:
        yield f"| {mode.code} | {escape(mode.name)} | {mode.verdict} | {escape(mode.reason)} |"
    yield ""
    yield (
        f"Made by {made_by.tool} {made_by.version}, {made_by.analyst} analyst, {diagnosis.taxonomy.name} "
        f"{diagnosis.taxonomy.version} ({diagnosis.taxonomy.fingerprint[:12]}), trace sha256 `{trace.sha256}`."
    )


def _finding(finding: Finding) -> Iterator[str]:
    yield f"## {finding.id} {escape(finding.title)}"
    yield ""
    yield f"{finding.severity} · {finding.mode} {finding.confidence} · L{finding.onset} · {finding.role}"
    yield ""
    yield escape(finding.explanation)
    yield ""
    for evidence in finding.evidence:
        yield from _evidence(evidence)
    for remedy in finding.remedies:
        yield f"- **{remedy.kind}**, {escape(remedy.target)}: {escape(remedy.change)}"
    yield ""


def _evidence(evidence: EvidenceRecord) -> Iterator[str]:
    if isinstance(evidence, Absence):
        searched = escape(evidence.searched)
        yield f"absence, L{evidence.lines[0]}-{evidence.lines[1]}: a search for {searched} has 0 hits"
    else:
        yield f"{evidence.part}, L{evidence.lines[0]}-{evidence.lines[1]}, {evidence.match}"
        yield ""
        yield fenced(evidence.quote)
    yield ""
