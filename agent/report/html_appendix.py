"""What follows the findings on the page: the fourteen modes, places to look at, the audit, how it was made."""

from collections.abc import Iterator
from itertools import groupby

from agent.diagnosis.document_parts import Diagnosis, ModeVerdict
from agent.number_words import count, line_range
from agent.report.advice import is_challenged
from agent.report.coverage_strip import STATES, coverage_strip
from agent.report.html_elements import Html, element, joined, link
from agent.report.html_finding import in_a_line
from agent.report.provenance import accounts, cells_of, unseen
from agent.report.told_failures import ToldFailure, told_failures
from agent.report.wording import VERDICT_SIGNS, clipped, label, sentence, verdict
from taxonomy.mast import UnknownMode, load

CLAIMED = 300


def appendix(diagnosis: Diagnosis) -> Iterator[Html]:
    """The chapters after the findings."""
    others = [failure for failure in told_failures(diagnosis) if not failure.main]
    if others:
        yield _chapter("Other findings", *(part for failure in others for part in _other(failure)))
    yield _chapter("The fourteen modes", _modes(diagnosis), _legend(diagnosis))
    if diagnosis.hints:
        yield _chapter(
            "Look here", element("p", "Places worth a look. They are hints, never findings."), _hints(diagnosis)
        )
    yield _chapter("What was not looked at", _list(element("li", gap) for gap in unseen(diagnosis)))
    yield _chapter("Audit", _list(_audit(diagnosis)))
    yield _chapter("How this was made", _making(diagnosis))


def _other(failure: ToldFailure) -> Iterator[Html]:
    if failure.others:
        yield element("p", f"{label(failure.title)}:")
    yield _list(
        element("li", in_a_line(finding), f" {sentence(finding.explanation)}")
        for finding in (failure.finding, *failure.others)
    )


def _chapter(title: str, *content: Html) -> Html:
    return element("section", element("h2", title), *content)


def _list(items: Iterator[Html]) -> Html:
    return element("ul", *items)


def _modes(diagnosis: Diagnosis) -> Html:
    head = [element("th", name, scope="col") for name in ("mode", "verdict", "why", "chunks, first to last")]
    bodies = []
    for category, modes in groupby(diagnosis.modes, key=lambda mode: mode.category):
        title = element("tr", element("th", _named(category), colspan=4, scope="rowgroup"))
        bodies.append(element("tbody", title, *[_mode(diagnosis, mode) for mode in modes]))
    return element("table", element("thead", element("tr", *head)), *bodies, class_="modes")


def _named(category: str) -> str:
    """A category with its name, where our edition of the taxonomy knows it."""
    try:
        return f"{category} {load().category(category).name}"
    except UnknownMode:
        return category


def _mode(diagnosis: Diagnosis, mode: ModeVerdict) -> Html:
    sure = f", {mode.confidence}" if mode.confidence else ""
    links = [part for name in mode.findings for part in (" ", link(f"finding-{name}", name))]
    return element(
        "tr",
        element("th", element("span", mode.code, class_="code"), f" {mode.name}", scope="row"),
        element("td", f"{VERDICT_SIGNS[mode.verdict]} {verdict(mode)}{sure}", class_="verdict"),
        element("td", mode.reason, *links),
        element("td", coverage_strip(cells_of(diagnosis, mode.code)), class_="cells"),
        class_=mode.verdict,
    )


def _legend(diagnosis: Diagnosis) -> Html:
    there = {cell.state for cell in diagnosis.coverage.cells}
    entries = [
        joined(element("span", "", class_=f"key {state}"), f" {words}  ")
        for state, words in STATES.items()
        if state in there
    ]
    chunks = f"{count(diagnosis.coverage.chunks, 'chunk')} of the trace from left to right: "
    return element("p", chunks, *entries, class_="legend")


def _hints(diagnosis: Diagnosis) -> Html:
    return _list(
        element(
            "li",
            element("b", line_range(*hint.lines)),
            f" {hint.mode} · {sentence(hint.title)} " if hint.mode else f" {sentence(hint.title)} ",
            element("span", hint.why),
        )
        for hint in diagnosis.hints
    )


def _audit(diagnosis: Diagnosis) -> Iterator[Html]:
    audit = diagnosis.audit
    for refuted in audit.refuted:
        words = f" {refuted.mode} at {line_range(*refuted.lines)}, {sentence(refuted.title)} {refuted.because}"
        yield element("li", element("b", "Refuted"), words)
    for dropped in audit.dropped_quotes:
        claimed, left_out = clipped(dropped.claimed, CLAIMED)
        more = f" … ({count(left_out, 'more character')})" if left_out else ""
        words = joined(f" {dropped.mode}, ", element("code", claimed), f"{more}: {sentence(dropped.why)}")
        yield element("li", element("b", "Claimed, but not in the trace, so dropped"), words)
    for injection in audit.injections:
        head = element("b", "Text that tries to instruct the analyst")
        words = f" {line_range(*injection.lines)}: {sentence(injection.why)} {injection.masked}"
        yield element("li", head, words.rstrip())
    if diagnosis.findings and not is_challenged(diagnosis):
        yield element("li", f"No finding was challenged. {diagnosis.findings[0].challenge.because}")
    if not (audit.refuted or audit.dropped_quotes or audit.injections):
        yield element(
            "li", "No claim was refuted, no quote was dropped, no text that instructs the analyst was noticed."
        )


def _making(diagnosis: Diagnosis) -> Html:
    rows = [joined(element("dt", name), element("dd", value)) for name, value in accounts(diagnosis)]
    task = (diagnosis.trace.task or "").strip()
    whole = [joined(element("dt", "the task in full"), element("dd", element("pre", task[:20_000])))] if task else []
    return element("dl", *rows, *whole, class_="making")
