"""A diagnosis in a few dozen lines of plain text, for a terminal."""

import textwrap
from collections.abc import Iterator, Sequence

from agent.clean import clean_line
from agent.diagnosis.document_parts import Absence, Diagnosis, EvidenceRecord, Finding
from agent.number_words import count, line_range
from agent.report.kinds import KINDS
from agent.report.opening import opening, standing
from agent.report.told_failures import ToldFailure, told_failures
from agent.report.wording import (
    DECISION_SIGNS,
    NO_FINDING,
    PARTS,
    SEVERITY_SIGNS,
    VERDICT_SIGNS,
    VERDICTS,
    label,
    listed,
    name_of,
    one_line,
    sentence,
    verdict,
    where,
)

NARROWEST, WIDEST = 40, 100
TASK, QUOTE, CHANGE = 300, 160, 200
LABEL = 12


def summary(diagnosis: Diagnosis, width: int = 80) -> str:
    """What was asked, what went wrong first, the evidence, what to change, and what was not looked at."""
    page = Page(max(NARROWEST, min(width, WIDEST)))
    return "\n".join(clean_line(line) for line in page.lines(diagnosis)) + "\n"


class Page:
    """The summary laid out at one width."""

    def __init__(self, width: int) -> None:
        self._width = width

    def lines(self, diagnosis: Diagnosis) -> Iterator[str]:
        """All rows, top to bottom."""
        yield from self._opening(diagnosis)
        yield ""
        yield from self._findings(diagnosis)
        yield from self._hints(diagnosis)
        yield from self._modes(diagnosis)

    def _opening(self, diagnosis: Diagnosis) -> Iterator[str]:
        trace, first = diagnosis.trace, opening(diagnosis)
        facts = f"{trace.format} · {count(trace.lines, 'line')} · {count(trace.events, 'event')}"
        yield from self._row("", f"{name_of(trace.path)} · {facts}")
        yield ""
        task = one_line(trace.task or "")
        yield from self._row("asked", _short(task, TASK) if task else "The trace does not say.")
        yield from self._row("came out", first.outcome)
        yield from self._row("first", first.first)
        yield from self._row("in all", f"{first.tally}. {first.sight}")
        yield from self._row("analyst", first.analyst)

    def _findings(self, diagnosis: Diagnosis) -> Iterator[str]:
        if not diagnosis.findings:
            yield from self._row("", f"{NO_FINDING}: what was not assessed stands below.")
            yield ""
            return
        shown = opening(diagnosis).finding
        left = standing(diagnosis)
        told = list(told_failures(diagnosis))
        main = [failure.finding for failure in told if failure.main and failure.finding in left]
        for finding in sorted(main, key=lambda finding: finding is not shown):
            yield from self._finding(finding, whole=finding is shown)
            yield ""
        yield from self._others([failure for failure in told if not failure.main])
        for finding in diagnosis.findings:
            if finding not in left:
                yield from self._row(finding.id, f"{DECISION_SIGNS['rejected']} rejected: {label(finding.title)}")
        if len(left) < len(diagnosis.findings):
            yield ""

    def _others(self, failures: Sequence[ToldFailure]) -> Iterator[str]:
        for failure in failures:
            yield from self._row("beside", label(failure.title))
        if failures:
            yield ""

    def _finding(self, finding: Finding, *, whole: bool) -> Iterator[str]:
        yield from self._row(finding.id, label(finding.title))
        grade = f"{SEVERITY_SIGNS[finding.severity]} {finding.severity} · {finding.called} {finding.confidence}"
        role = "" if finding.role == "unrelated" else f" · {finding.role}"
        by = f" · {finding.actor}" if finding.actor else ""
        yield from self._row("", f"{grade} · L{finding.onset}{by}{role}")
        if finding.decision or finding.note:
            yield from self._row("", " · ".join(filter(None, (finding.decision, finding.note))))
        for evidence in dict.fromkeys(_evidence(evidence) for evidence in finding.evidence[: 4 if whole else 1]):
            yield from self._row("", evidence, hanging=2)
        if whole:
            for remedy in finding.remedies:
                change = _short(one_line(remedy.change), CHANGE)
                yield from self._row("  change", f"{remedy.kind}, {remedy.target}: {change}")

    def _hints(self, diagnosis: Diagnosis) -> Iterator[str]:
        for number, hint in enumerate(diagnosis.hints):
            question = hint.why.rsplit(". ", 1)[-1]
            yield from self._row(
                "" if number else "look here", f"{line_range(*hint.lines)} {sentence(hint.title)} {question}"
            )
        if diagnosis.hints:
            yield ""

    def _modes(self, diagnosis: Diagnosis) -> Iterator[str]:
        for kind in VERDICTS:
            modes = [mode for mode in diagnosis.modes if mode.verdict == kind]
            if modes:
                label = f"{VERDICT_SIGNS[kind]} {verdict(modes[0])}"
                codes = " ".join(mode.code for mode in modes)
                yield from self._row(label, codes, label_width=LABEL + 4)
        yield ""
        others = [suffix for suffix in KINDS if suffix != ".html"]
        yield from self._row("", f"-o report.html writes all of it, as do {listed(others)}.")

    def _row(self, label: str, text: str, *, hanging: int = 0, label_width: int = LABEL) -> list[str]:
        indent = " " * label_width
        return textwrap.wrap(
            text,
            self._width,
            initial_indent=f"{label:{label_width}}",
            subsequent_indent=indent + " " * hanging,
            break_on_hyphens=False,
        ) or [label]


def _evidence(evidence: EvidenceRecord) -> str:
    if isinstance(evidence, Absence):
        return f"{where(evidence)} what is missing: a search for “{evidence.searched}” has 0 hits"
    return f"{where(evidence)} {PARTS[evidence.part]}: “{_short(one_line(evidence.quote), QUOTE)}”"


def _short(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    return (text[:most].rpartition(" ")[0] or text[: most - 1]).rstrip() + " …"
