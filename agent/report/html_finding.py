"""A finding as a passage of the page: what happened, the evidence, the challenge, the remedies."""

from collections.abc import Iterator

from agent.diagnosis.document_parts import Absence, EvidenceRecord, Finding
from agent.number_words import count, line_range
from agent.report.advice import Advised, reason, tried
from agent.report.html_elements import Html, anchor, element, joined, link
from agent.report.told_failures import in_brief
from agent.report.wording import (
    CHALLENGES,
    DECISION_SIGNS,
    PARTS,
    SEVERITY_SIGNS,
    clipped,
    label,
    match,
    sentence,
    traits,
    where,
)

QUOTE, PLACES = 1_200, 24


def passage(one: Advised, mode: str, *, challenged: bool) -> Html:
    """The whole of one finding."""
    finding = one.finding
    rejected = finding.decision == "rejected"
    title = element("s", label(finding.title)) if rejected else label(finding.title)
    return element(
        "section",
        element("h3", element("span", finding.id, class_="number"), " ", title),
        element("p", grade(finding), class_="grade"),
        *_decision(finding),
        element("p", f"{' '.join(filter(None, (finding.called, mode)))}. ", element("span", finding.explanation)),
        *_occurrences(finding),
        *[proof(evidence) for evidence in finding.evidence],
        *(_challenge(finding) if challenged else ()),
        *_remedies(one),
        id=anchor(f"finding-{finding.id}"),
        class_=f"finding{' rejected' if rejected else ''}",
    )


def in_a_line(finding: Finding) -> Html:
    """A finding in a few words, where another one tells its failure, or where it stands behind the main part."""
    return element("span", element("b", finding.id), f" {in_brief(finding)}.", id=anchor(f"finding-{finding.id}"))


def grade(finding: Finding) -> Html:
    """How grave, how sure, whose and where."""
    sign = element("span", f"{SEVERITY_SIGNS[finding.severity]} {finding.severity}", class_=finding.severity)
    return joined(sign, " · ", " · ".join(traits(finding)))


def proof(evidence: EvidenceRecord) -> Html:
    """A quote with its place, or a search with what it should have found."""
    if isinstance(evidence, Absence):
        said = joined(
            "A search for ",
            element("code", evidence.searched),
            f" has 0 hits; it was to be expected at L{evidence.expected_at}.",
        )
        head = joined(element("b", where(evidence)), " what is missing")
        return element("figure", element("figcaption", head), element("p", said), class_="proof absence")
    shown, left_out = clipped(evidence.quote, QUOTE)
    by = f" · {evidence.actor}" if evidence.actor else ""
    head = joined(element("b", where(evidence)), f"{by} · {PARTS[evidence.part]} · {match(evidence)}")
    more = (
        [element("p", f"… and {count(left_out, 'more character')} of the quote.", class_="quiet")] if left_out else []
    )
    return element("figure", element("figcaption", head), element("pre", shown), *more, class_=f"proof {evidence.part}")


def _decision(finding: Finding) -> Iterator[Html]:
    if finding.decision is not None:
        words = f"{DECISION_SIGNS[finding.decision]} A reader {finding.decision} this finding."
        yield element("p", words, class_="decision")
    if finding.note:
        yield element("p", element("b", "Note "), finding.note, class_="note")


def _occurrences(finding: Finding) -> Iterator[Html]:
    if len(finding.occurrences) > 1:
        shown = ", ".join(line_range(*lines) for lines in finding.occurrences[:PLACES])
        left_out = len(finding.occurrences) - PLACES
        more = f" and {left_out:,} more" if left_out > 0 else ""
        yield element("p", f"{count(len(finding.occurrences), 'place')}: {shown}{more}.", class_="quiet")


def _challenge(finding: Finding) -> Iterator[Html]:
    challenge = finding.challenge
    words = f"{CHALLENGES[challenge.verdict]}. {challenge.because}"
    yield element("p", element("b", "Challenge "), words, class_="challenge")
    for evidence in challenge.evidence:
        yield proof(evidence)


def _remedies(one: Advised) -> Iterator[Html]:
    if one.same_as is not None:
        same = link(f"finding-{one.same_as}", one.same_as)
        yield element("p", element("b", "What to change "), "The same as for ", same, ".", class_="remedies")
    elif one.remedies:
        yield element("h4", "What to change")
        rows = [
            joined(
                element("dt", element("span", remedy.kind, class_="kind"), f" · {sentence(remedy.target)}"),
                element(
                    "dd",
                    element("p", remedy.change, class_="change"),
                    element("p", element("b", "Why "), reason(one.finding, remedy)),
                    element("p", element("b", "Check "), remedy.check),
                    *([element("p", element("b", "Tried "), tried(remedy))] if remedy.trial is not None else []),
                ),
            )
            for remedy in one.remedies
        ]
        yield element("dl", *rows, class_="remedies")
