"""A diagnosis in a few dozen lines of plain text, for a terminal."""

import textwrap
from collections.abc import Iterator

from agent.clean import clean_line
from agent.diagnosis.shapes import Absence, Diagnosis, EvidenceRecord, Finding

WIDTH = 100
SYMBOLS = {"fatal": "■", "major": "▲", "minor": "△", "recovered": "▽"}


def summary(diagnosis: Diagnosis) -> str:
    """What was asked, what went wrong first, the evidence, what to change, and what was not looked at."""
    return "\n".join(clean_line(line) for line in _lines(diagnosis)) + "\n"


def _lines(diagnosis: Diagnosis) -> Iterator[str]:
    trace = diagnosis.trace
    yield f"{trace.path}   {trace.format}   {trace.lines:,} lines   {trace.events:,} events"
    if trace.task:
        yield from _wrapped("task      ", trace.task.replace("\n", " ")[:240])
    yield from _wrapped("outcome   ", f"{diagnosis.outcome.verdict}: {diagnosis.outcome.basis}")
    yield from _wrapped("root      ", _root(diagnosis))
    yield from _wrapped("analyst   ", f"{diagnosis.made_by.analyst}   {_coverage(diagnosis)}")
    for finding in diagnosis.findings:
        yield ""
        yield from _finding(finding)
    if not diagnosis.findings:
        yield ""
        yield "No finding. That is not the same as no failure; what was not assessed stands below."
    yield ""
    yield from _rest(diagnosis)


def _root(diagnosis: Diagnosis) -> str:
    root = diagnosis.root
    if root is None:
        return "none found"
    return f"{root.finding or root.cause} at L{root.line}. {root.counterfactual}"


def _coverage(diagnosis: Diagnosis) -> str:
    covered = diagnosis.coverage
    judged = {cell.mode for cell in covered.cells if cell.state == "judged"}
    read = "every line read" if covered.lines_read == covered.lines else f"{covered.lines_read:,} lines read"
    return f"{len(judged)} of {len(diagnosis.modes)} modes judged, {read}"


def _finding(finding: Finding) -> Iterator[str]:
    yield from _wrapped(f"{finding.id}  ", finding.title)
    who = f" · {finding.actor}" if finding.actor else ""
    symbol = SYMBOLS[finding.severity]
    grade = f"{finding.severity} · {finding.mode} {finding.confidence}"
    yield f"    {symbol} {grade} · L{finding.onset}{who} · {finding.role}"
    yield from _wrapped("    ", finding.explanation)
    for evidence in finding.evidence[:4]:
        yield from _wrapped("    ", _evidence(evidence))
    for remedy in finding.remedies:
        change = remedy.change.partition("\n")[0]
        yield from _wrapped(f"    {remedy.kind}: ", f"{remedy.target}. {change}")


def _evidence(evidence: EvidenceRecord) -> str:
    if isinstance(evidence, Absence):
        return f"absence    L{evidence.lines[0]}-{evidence.lines[1]}  searched {evidence.searched!r}, 0 hits"
    words = " ".join(evidence.quote.split())
    shown = words if len(words) <= 160 else words[:159] + "…"
    return f"{evidence.part:<10} L{evidence.lines[0]}  {shown}"


def _rest(diagnosis: Diagnosis) -> Iterator[str]:
    for hint in diagnosis.hints[:8]:
        yield from _wrapped("look here  ", f"L{hint.lines[0]} {hint.title}")
    blind = [mode.code for mode in diagnosis.modes if mode.verdict == "not_assessed"]
    unclear = [mode.code for mode in diagnosis.modes if mode.verdict == "unclear"]
    if blind:
        yield from _wrapped("not assessed  ", ", ".join(blind))
    if unclear:
        yield from _wrapped("unclear       ", ", ".join(unclear))


def _wrapped(head: str, text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=head, subsequent_indent=" " * len(head)) or [head.rstrip()]
