"""A diagnosis as Markdown, for a pull request or an issue."""

from collections.abc import Iterator

from agent.diagnosis.document_parts import Diagnosis, Finding
from agent.number_words import count
from agent.report.advice import advised, is_challenged
from agent.report.brief_markdown import index
from agent.report.chain import consequences, demands
from agent.report.kinds import Content
from agent.report.markdown_appendix import appendix
from agent.report.markdown_escape import code, fenced, inline
from agent.report.markdown_finding import finding, quoted
from agent.report.opening import Opening, opening
from agent.report.told_failures import in_brief, told_failures
from agent.report.wording import NO_FINDING, clipped, name_of

TASK = 600
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
        yield from quoted(finding.evidence[0])
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
        yield from quoted(evidence)


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
        yield from finding(one, names.get(one.finding.failure, ""), challenged)
        for other in same[one.finding.id]:
            yield f"The same failure: {inline(other.id)} {inline(in_brief(other))}."
            yield ""
