"""What follows the findings in Markdown: the fourteen modes, places to look at, the audit, how it was made."""

from collections.abc import Iterator

from agent.diagnosis.document_parts import Diagnosis
from agent.number_words import count, line_range
from agent.report.advice import is_challenged
from agent.report.markdown_escape import code, inline
from agent.report.provenance import accounts, cells_of, unseen
from agent.report.told_failures import in_brief, told_failures
from agent.report.wording import VERDICT_SIGNS, clipped, label, sentence, verdict


def appendix(diagnosis: Diagnosis) -> Iterator[str]:
    """The chapters after the findings."""
    for chapter in (_others, _modes, _hints, _unseen, _audit, _making):
        yield from chapter(diagnosis)


def _others(diagnosis: Diagnosis) -> Iterator[str]:
    others = [failure for failure in told_failures(diagnosis) if not failure.main]
    if not others:
        return
    yield "## Other findings"
    yield ""
    for failure in others:
        if failure.others:
            yield f"{inline(label(failure.title))}:"
            yield ""
        for finding in (failure.finding, *failure.others):
            yield f"- {inline(finding.id)} {inline(in_brief(finding))}. {inline(sentence(finding.explanation))}"
        yield ""


def _modes(diagnosis: Diagnosis) -> Iterator[str]:
    yield "## The fourteen modes"
    yield ""
    yield "| mode | name | verdict | findings | why | chunks judged |"
    yield "|---|---|---|---|---|---|"
    for mode in diagnosis.modes:
        sure = f", {mode.confidence}" if mode.confidence else ""
        cells = cells_of(diagnosis, mode.code)
        yield (
            f"| {inline(mode.code)} | {inline(mode.name)} | {VERDICT_SIGNS[mode.verdict]} {verdict(mode)}{sure} | "
            f"{inline(', '.join(mode.findings))} | {inline(mode.reason)} | "
            f"{sum(cell.state == 'judged' for cell in cells):,} of {len(cells):,} |"
        )
    yield ""


def _hints(diagnosis: Diagnosis) -> Iterator[str]:
    if not diagnosis.hints:
        return
    yield "## Look here"
    yield ""
    yield "Places worth a look. They are hints, never findings."
    yield ""
    for hint in diagnosis.hints:
        mode = f", {inline(hint.mode)}" if hint.mode else ""
        yield f"- {line_range(*hint.lines)}{mode}: {inline(sentence(hint.title))} {inline(hint.why)}"
    yield ""


def _unseen(diagnosis: Diagnosis) -> Iterator[str]:
    yield "## What was not looked at"
    yield ""
    for gap in unseen(diagnosis):
        yield f"- {inline(gap)}"
    yield ""


def _audit(diagnosis: Diagnosis) -> Iterator[str]:
    audit = diagnosis.audit
    yield "## Audit"
    yield ""
    for refuted in audit.refuted:
        at = line_range(*refuted.lines)
        yield f"- Refuted: {inline(refuted.mode)} at {at}, {inline(sentence(refuted.title))} {inline(refuted.because)}"
    for dropped in audit.dropped_quotes:
        claimed, left_out = clipped(dropped.claimed, 300)
        more = f" … ({count(left_out, 'more character')})" if left_out else ""
        yield f"- Not in the trace, so dropped: {inline(dropped.mode)}, {code(claimed)}{more}. {inline(dropped.why)}."
    for injection in audit.injections:
        said = f"{inline(sentence(injection.why))} {inline(injection.masked)}".rstrip()
        yield f"- Text that tries to instruct the analyst, {line_range(*injection.lines)}: {said}"
    if diagnosis.findings and not is_challenged(diagnosis):
        yield f"- No finding was challenged. {inline(diagnosis.findings[0].challenge.because)}"
    if not (audit.refuted or audit.dropped_quotes or audit.injections):
        yield "- No claim was refuted, no quote was dropped, no text that instructs the analyst was noticed."
    yield ""


def _making(diagnosis: Diagnosis) -> Iterator[str]:
    yield "## How this was made"
    yield ""
    yield "| | |"
    yield "|---|---|"
    for name, value in accounts(diagnosis):
        yield f"| {name} | {inline(value)} |"
