"""A diagnosis as one HTML page: no scripts, nothing fetched, light and dark, good on paper."""

from collections.abc import Iterator

from agent.diagnosis.document_parts import Diagnosis, RemedyAdvice
from agent.number_words import count
from agent.report.advice import advised, is_challenged
from agent.report.chain import consequences, demands
from agent.report.conversation import conversation
from agent.report.html_appendix import appendix
from agent.report.html_document import html_document
from agent.report.html_elements import Html, element, joined, link
from agent.report.html_finding import in_a_line, passage, proof
from agent.report.html_run_numbers import run_numbers
from agent.report.kinds import Content
from agent.report.opening import opening
from agent.report.timeline import timeline
from agent.report.told_failures import told_failures
from agent.report.trace_extract import TraceExtract
from agent.report.wording import NO_FINDING, clipped, name_of, one_line

TASK = 480


def report(content: Content) -> str:
    """The page; with the trace at hand its picture shows who acted where."""
    diagnosis = content.diagnosis
    title = f"Diagnosis of {one_line(name_of(diagnosis.trace.path))}"
    return html_document(title, _body(diagnosis, content.extract, content.said))


def _body(diagnosis: Diagnosis, extract: TraceExtract | None, chat: str) -> Html:
    return element(
        "body",
        _header(diagnosis),
        element(
            "main",
            _summary(diagnosis),
            _picture(diagnosis, extract),
            _demands(diagnosis),
            _findings(diagnosis),
            run_numbers(extract.numbers if extract is not None else None),
            conversation(chat),
            *appendix(diagnosis),
        ),
    )


def _header(diagnosis: Diagnosis) -> Html:
    trace = diagnosis.trace
    facts = [
        one_line(name_of(trace.path)),
        trace.format,
        count(trace.lines, "line"),
        count(trace.events, "event"),
        count(len(trace.actors), "actor"),
    ]
    return element(
        "header",
        element("p", f"Diagnosis of a multi-agent run · {' · '.join(facts)}", class_="facts"),
        element("h1", one_line(opening(diagnosis).headline)),
        element(
            "p",
            f"{diagnosis.made_by.tool} held the trace of this run against the fourteen failure modes of MAST. "
            "L12 means line 12 of the trace.",
            class_="lead",
        ),
    )


def _summary(diagnosis: Diagnosis) -> Html:
    first = opening(diagnosis)
    rows: list[tuple[str, Html]] = [
        ("What was asked", _asked(diagnosis)),
        ("What came out", joined(first.outcome)),
        ("What went wrong first", _first(diagnosis)),
    ]
    if first.finding is not None and first.finding.evidence:
        rows.append(("The evidence", proof(first.finding.evidence[0])))
    if first.finding is not None and first.finding.remedies:
        rows.append(("What to change", _change(first.finding.remedies[0])))
    rows.append(("In all", joined(f"{first.tally}. {first.sight}")))
    rows.append(("Who says so", joined(first.analyst)))
    shown = [joined(element("dt", name), element("dd", value)) for name, value in rows]
    return element("dl", *shown, class_="summary")


def _asked(diagnosis: Diagnosis) -> Html:
    task = one_line(diagnosis.trace.task or "")
    if not task:
        return joined("The trace does not say.")
    shown, left_out = clipped(task, TASK)
    return joined(f"{shown} … ({count(left_out, 'more character')}, at the end of this page)" if left_out else shown)


def _first(diagnosis: Diagnosis) -> Html:
    first = opening(diagnosis)
    if first.finding is None or not first.first.startswith(first.finding.id):
        return joined(first.first)
    return joined(link(f"finding-{first.finding.id}", first.finding.id), first.first.removeprefix(first.finding.id))


def _change(remedy: RemedyAdvice) -> Html:
    return joined(
        element("span", remedy.kind, class_="kind"),
        f" · {remedy.target}: ",
        element("span", remedy.change, class_="change"),
    )


def _picture(diagnosis: Diagnosis, extract: TraceExtract | None) -> Html:
    if extract is None:
        caption = "Who is said to have failed where. The trace was not at hand, so who acted where is not drawn."
    else:
        caption = "Who acted where, and what went wrong there. The trace runs from left to right."
    return element(
        "figure",
        element(
            "div",
            timeline(diagnosis, extract),
            class_="wide",
            tabindex="0",
            role="group",
            aria_label="picture of the run",
        ),
        element("figcaption", caption),
        class_="run",
    )


def _findings(diagnosis: Diagnosis) -> Html:
    return element("section", element("h2", "Findings"), *_passages(diagnosis))


def _demands(diagnosis: Diagnosis) -> Html:
    if not (diagnosis.outcome.criteria or diagnosis.outcome.evidence):
        return joined()
    asked = [element("li", demand) for demand in demands(diagnosis)]
    return element(
        "section",
        element("h2", "What a right run must have done"),
        *([element("ul", *asked)] if asked else []),
        *[proof(evidence) for evidence in diagnosis.outcome.evidence],
    )


def _passages(diagnosis: Diagnosis) -> Iterator[Html]:
    if not diagnosis.findings:
        yield element("p", f"{NO_FINDING}: what was not looked at stands below.")
    for aside in consequences(diagnosis):
        yield element("p", aside, class_="quiet")
    names = {mode.code: mode.name for mode in diagnosis.modes}
    challenged = is_challenged(diagnosis)
    same = {failure.finding.id: failure.others for failure in told_failures(diagnosis)}
    for one in advised(diagnosis):
        yield passage(one, names.get(one.finding.failure, ""), challenged=challenged)
        for other in same[one.finding.id]:
            yield element("p", "The same failure: ", in_a_line(other), class_="quiet")
