"""A diagnosis on one screen, as Markdown short enough for a comment on a code host."""

from collections.abc import Iterator, Sequence

from agent.diagnosis.document_parts import Diagnosis, Finding, Quoted
from agent.number_words import count, line_range
from agent.report.markdown_escape import code, fenced, inline
from agent.report.opening import opening, standing
from agent.report.wording import SEVERITY_SIGNS, clipped, label, name_of, where, who

MOST_BYTES = 60_000
MOST_ROWS, MOST_LOOKS, TASK, QUOTE, CHANGE, SAID, LABEL = 12, 4, 240, 300, 400, 600, 160


def brief(diagnosis: Diagnosis) -> str:
    """What was asked, what came out, what went wrong first with its words, and a row for each other finding."""
    first, trace = opening(diagnosis), diagnosis.trace
    task = (trace.task or "The trace does not say.").strip()
    rows = [
        f"# {inline(first.headline)}",
        "",
        f"{code(name_of(trace.path))}, {inline(trace.format)}, {count(trace.lines, 'line')}.",
        "",
        f"**What was asked.** {_short(task, TASK)}",
        "",
        f"**What came out.** {_short(first.outcome, SAID)}",
        "",
        f"**What went wrong first.** {_short(first.first, SAID)}",
        "",
        *(_gist(first.finding) if first.finding is not None else _looks(diagnosis)),
        f"**In all.** {inline(first.tally)}. {inline(first.sight)} {inline(first.analyst)}",
        "",
        *index(standing(diagnosis), MOST_ROWS),
    ]
    return "\n".join(rows).rstrip("\n") + "\n"


def index(findings: Sequence[Finding], most: int | None = None) -> Iterator[str]:
    """A table with a row for each finding."""
    if not findings:
        return
    yield "| | finding | mode | who | lines |"
    yield "|---|---|---|---|---|"
    for finding in findings[:most]:
        name = f"{SEVERITY_SIGNS[finding.severity]} {finding.severity}"
        title, by = (_short(text, LABEL) for text in (label(finding.title), who(finding)))
        places = line_range(*finding.occurrences[0]) if finding.occurrences else f"L{finding.onset}"
        yield f"| {name} | {inline(finding.id)} {title} | {inline(finding.called)} | {by} | {places} |"
    if most is not None and len(findings) > most:
        yield f"| | and {count(len(findings) - most, 'more finding')} | | | |"
    yield ""


def _gist(finding: Finding) -> Iterator[str]:
    shown = next((evidence for evidence in finding.evidence if isinstance(evidence, Quoted)), None)
    if shown is not None:
        yield f"{where(shown)}{f', {inline(shown.actor)}' if shown.actor else ''}:"
        yield ""
        quote, left_out = clipped(shown.quote, QUOTE)
        yield fenced(quote + " …" * bool(left_out))
        yield ""
    if finding.remedies:
        remedy = finding.remedies[0]
        yield f"**What to change.** {inline(remedy.target)} ({remedy.kind}): {_short(remedy.change, CHANGE)}"
        yield ""


def _looks(diagnosis: Diagnosis) -> Iterator[str]:
    """What to read first where nothing was found: places with their words, and the question that each raises."""
    if not diagnosis.hints:
        return
    yield "**Look here.** Places worth a look, never findings."
    yield ""
    for hint in diagnosis.hints[:MOST_LOOKS]:
        title, words = _short(hint.title, LABEL), _short(hint.quote, LABEL)
        yield f"- {line_range(*hint.lines)}, {title}: {words} {inline(hint.why)}"
    yield ""


def _short(text: str, most: int) -> str:
    shown, left_out = clipped(text, most)
    return inline(shown) + " …" * bool(left_out)
