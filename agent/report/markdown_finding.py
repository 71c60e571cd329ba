"""A finding as a passage of Markdown: what happened, the evidence, the challenge, the remedies."""

from collections.abc import Iterator

from agent.diagnosis.document_parts import Absence, EvidenceRecord, Finding
from agent.number_words import count, line_range
from agent.report.advice import Advised, reason, tried
from agent.report.markdown_escape import code, fenced, inline
from agent.report.wording import CHALLENGES, DECISION_SIGNS, PARTS, SEVERITY_SIGNS, clipped, label, match, traits, where

QUOTE = 1_200


def finding(one: Advised, mode: str, challenged: bool) -> Iterator[str]:
    """What happened, the evidence, the challenge, the remedies."""
    told = one.finding
    rejected = told.decision == "rejected"
    title = f"~~{inline(label(told.title))}~~ (rejected)" if rejected else inline(label(told.title))
    yield f"### {inline(told.id)} {title}"
    yield ""
    yield (
        f"{SEVERITY_SIGNS[told.severity]} {told.severity} · "
        f"{inline(' '.join(filter(None, (told.called, mode))))} · "
        f"{' · '.join(map(inline, traits(told)))}"
    )
    yield ""
    if told.decision is not None:
        yield f"{DECISION_SIGNS[told.decision]} A reader {told.decision} this finding."
        yield ""
    if told.note:
        yield f"Note: {inline(told.note)}"
        yield ""
    yield inline(told.explanation)
    yield ""
    if len(told.occurrences) > 1:
        yield f"It shows at {count(len(told.occurrences), 'place')}: {places(told)}."
        yield ""
    for evidence in told.evidence:
        yield from quoted(evidence)
    if challenged:
        yield from challenge(told)
    yield from _remedies(one)


def places(finding: Finding) -> str:
    """Where it happened, each place by its lines."""
    shown = ", ".join(line_range(*lines) for lines in finding.occurrences[:20])
    left_out = len(finding.occurrences) - 20
    return f"{shown} and {left_out:,} more" if left_out > 0 else shown


def quoted(evidence: EvidenceRecord) -> Iterator[str]:
    """A piece of evidence: where it stands, who said it, the words."""
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


def challenge(finding: Finding) -> Iterator[str]:
    """What came of the second look."""
    second = finding.challenge
    yield f"Challenge: {CHALLENGES[second.verdict]}. {inline(second.because)}"
    yield ""
    for evidence in second.evidence:
        yield from quoted(evidence)


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
        if remedy.trial is not None:
            yield ""
            yield f"Tried: {inline(tried(remedy))}"
        yield ""
