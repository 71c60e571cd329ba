"""A diagnosis as Markdown, for a pull request or an issue."""

from collections.abc import Iterator

from agent.diagnosis.document_parts import Absence, Diagnosis, EvidenceRecord, Finding
from agent.number_words import count, line_range
from agent.report.advice import Advised, advised, is_challenged, reason
from agent.report.brief import index
from agent.report.chain import consequences, demands
from agent.report.kinds import Content
from agent.report.markdown_appendix import appendix
from agent.report.markdown_escape import code, fenced, inline
from agent.report.opening import Opening, opening
from agent.report.told_failures import in_brief, told_failures
from agent.report.wording import (
    CHALLENGES,
    DECISION_SIGNS,
    NO_FINDING,
    PARTS,
    SEVERITY_SIGNS,
    clipped,
    label,
    match,
    name_of,
    traits,
    where,
)

TASK, QUOTE = 600, 1_200
MOST_WITHOUT_INDEX = 4
"""So many findings are read without a table of them."""


def report(content: Content) -> str:
    """The report; foreign text in it is data, whatever it looks like."""
    diagnosis = content.diagnosis
    rows = [*_opening(diagnosis), *_demands(diagnosis), *_findings(diagnosis)]
    rows += [content.said] if content.said else []
    return "\n".join([*rows, *appendix(diagnosis)]) + "\n"


def _opening(diagnosis: Diagnosis) -> Iterator[str]:
    first, trace = opening(diagnosis), diagnosis.trace
    yield f"# {inline(first.headline)}"
    yield ""
    yield (
        f"Diagnosis of {code(name_of(trace.path))}, the trace of a multi-agent run ({inline(trace.format)}, "
        f"{count(trace.lines, 'line')}, {count(trace.events, 'event')}, {count(len(trace.actors), 'actor')}). "
        f"It was held against the fourteen failure modes of MAST; `L12` is line 12 of the trace."
    )
    yield ""
    yield from _asked(diagnosis)
    yield f"**What came out.** {inline(first.outcome)}"
    yield ""
    yield f"**What went wrong first.** {inline(first.first)}"
    yield ""
    if first.finding is not None:
        yield from _gist(first.finding)
    yield f"**In all.** {inline(first.tally)}. {inline(first.sight)}"
    yield ""
    yield from _analyst(first)


def _asked(diagnosis: Diagnosis) -> Iterator[str]:
    task = diagnosis.trace.task
    if task is None or not task.strip():
        yield "**What was asked.** The trace does not say."
    else:
        shown, left_out = clipped(task.strip(), TASK)
        more = f" … ({count(left_out, 'more character')})" if left_out else ""
        yield f"**What was asked.** {inline(shown)}{more}"
    yield ""


def _gist(finding: Finding) -> Iterator[str]:
    if finding.evidence:
        yield "**The evidence.**"
        yield ""
        yield from _evidence(finding.evidence[0])
    if finding.remedies:
        remedy = finding.remedies[0]
        yield f"**What to change.** {inline(remedy.target)} ({remedy.kind}):"
        yield ""
        yield fenced(remedy.change)
        yield ""


def _analyst(first: Opening) -> Iterator[str]:
    yield f"**Who says so.** {inline(first.analyst)}"
    yield ""


def _demands(diagnosis: Diagnosis) -> Iterator[str]:
    if not (diagnosis.outcome.criteria or diagnosis.outcome.evidence):
        return
    yield "## What a right run must have done"
    yield ""
    for demand in demands(diagnosis):
        yield f"- {inline(demand)}"
    yield ""
    for evidence in diagnosis.outcome.evidence:
        yield from _evidence(evidence)


def _findings(diagnosis: Diagnosis) -> Iterator[str]:
    yield "## Findings"
    yield ""
    if len(diagnosis.findings) > MOST_WITHOUT_INDEX:
        yield from index(diagnosis.findings)
    for aside in consequences(diagnosis):
        yield inline(aside)
        yield ""
    if not diagnosis.findings:
        yield f"{NO_FINDING}: what was not looked at stands below."
        yield ""
    names = {mode.code: mode.name for mode in diagnosis.modes}
    challenged = is_challenged(diagnosis)
    same = {failure.finding.id: failure.others for failure in told_failures(diagnosis)}
    for one in advised(diagnosis):
        yield from _finding(one, names.get(one.finding.failure, ""), challenged)
        for other in same[one.finding.id]:
            yield f"The same failure: {inline(other.id)} {inline(in_brief(other))}."
            yield ""


def _finding(one: Advised, mode: str, challenged: bool) -> Iterator[str]:
    finding = one.finding
    rejected = finding.decision == "rejected"
    title = f"~~{inline(label(finding.title))}~~ (rejected)" if rejected else inline(label(finding.title))
    yield f"### {inline(finding.id)} {title}"
    yield ""
    yield (
        f"{SEVERITY_SIGNS[finding.severity]} {finding.severity} · "
        f"{inline(' '.join(filter(None, (finding.called, mode))))} · "
        f"{' · '.join(map(inline, traits(finding)))}"
    )
    yield ""
    if finding.decision is not None:
        yield f"{DECISION_SIGNS[finding.decision]} A reader {finding.decision} this finding."
        yield ""
    if finding.note:
        yield f"Note: {inline(finding.note)}"
        yield ""
    yield inline(finding.explanation)
    yield ""
    if len(finding.occurrences) > 1:
        yield f"It happens {count(len(finding.occurrences), 'time')}: {_places(finding)}."
        yield ""
    for evidence in finding.evidence:
        yield from _evidence(evidence)
    if challenged:
        yield from _challenge(finding)
    yield from _remedies(one)


def _places(finding: Finding) -> str:
    shown = ", ".join(line_range(*lines) for lines in finding.occurrences[:20])
    left_out = len(finding.occurrences) - 20
    return f"{shown} and {left_out:,} more" if left_out > 0 else shown


def _evidence(evidence: EvidenceRecord) -> Iterator[str]:
    if isinstance(evidence, Absence):
        yield (
            f"{where(evidence)}, what is missing: a search for {code(evidence.searched)} has 0 hits; "
            f"it was to be expected at L{evidence.expected_at}."
        )
    else:
        by = f", {inline(evidence.actor)}" if evidence.actor else ""
        yield f"{where(evidence)}{by}, {PARTS[evidence.part]} ({match(evidence)}):"
        yield ""
        shown, left_out = clipped(evidence.quote, QUOTE)
        yield fenced(shown)
        if left_out:
            yield ""
            yield f"… and {count(left_out, 'more character')} of the quote."
    yield ""


def _challenge(finding: Finding) -> Iterator[str]:
    challenge = finding.challenge
    yield f"Challenge: {CHALLENGES[challenge.verdict]}. {inline(challenge.because)}"
    yield ""
    for evidence in challenge.evidence:
        yield from _evidence(evidence)


def _remedies(one: Advised) -> Iterator[str]:
    if one.same_as is not None:
        yield f"**Remedies:** the same as for {inline(one.same_as)}."
        yield ""
    for remedy in one.remedies:
        yield f"**Remedy, {remedy.kind}:** {inline(remedy.target)}"
        yield ""
        yield fenced(remedy.change)
        yield ""
        yield f"Why: {inline(reason(one.finding, remedy))}"
        yield ""
        yield f"Check: {inline(remedy.check)}"
        yield ""
