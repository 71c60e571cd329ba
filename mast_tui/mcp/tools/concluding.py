"""The tools that tell what was concluded: the diagnosis, a finding, its remedies, and whether a quote stands there."""

from agent.diagnosis.document_parts import Absence, Diagnosis, EvidenceRecord, Finding
from agent.diagnosis.quote import Quote
from agent.diagnosis.verify import PLACEHOLDER
from agent.lookup.tools.findings import evidence_row, finding_row, places_of
from agent.lookup.tools.tool import Result
from agent.number_words import line_range
from agent.report.opening import opening
from agent.report.wording import CHALLENGES, MATCHES
from mast_tui.mcp.arguments import Arguments, BadRequest
from mast_tui.mcp.open_traces import OpenTrace
from mast_tui.mcp.tool_answer import Answer, of_result
from mast_tui.mcp.tool_context import ToolContext
from mast_tui.mcp.tools.tool import NUMBER, TEXT, WHICH, AgentTool, Schema

ANALYST: Schema = {
    "type": "string",
    "enum": ["saved", "offline", "model"],
    "description": "whose diagnosis; if not given the saved one, else one is made offline",
}
FINDING: Schema = {"type": "string", "description": "its number, such as F2"}


def _diagnosis(context: ToolContext, arguments: Arguments) -> Answer:
    opened = context.traces.open(arguments.needed("trace"), arguments.text("run"))
    diagnosis = context.diagnosis(opened, arguments.text("analyst"))
    first, visible = opening(diagnosis), opened.material.visible
    result = Result("the diagnosis")
    result.add(f"outcome: {visible.safe(first.outcome)}")
    result.add(f"first: {visible.safe(first.first)}")
    result.add(f"in all: {visible.safe(first.tally)}. {first.sight}")
    rejected = {finding.id for finding in diagnosis.findings if finding.decision == "rejected"}
    for finding in diagnosis.findings:
        mark = " (a person rejected this)" if finding.id in rejected else ""
        result.add(finding_row(visible, finding) + mark, (finding.onset, finding.onset))
    if not diagnosis.findings:
        result.add("There is no finding; that is not the same as no failure.")
    for hint in diagnosis.hints:
        result.add(f"hint, no finding, {line_range(*hint.lines)}: {visible.safe(hint.title)}", hint.lines)
    for mode in diagnosis.modes:
        result.add(f"{mode.code} {mode.name}: {mode.verdict.replace('_', ' ')}; {visible.safe(mode.reason)}")
    return of_result(f"{opened.words}. {_maker(diagnosis)}", result, opened.material.mark)


def _maker(diagnosis: Diagnosis) -> str:
    """Who made the diagnosis, and how far it can be trusted."""
    if diagnosis.made_by.asked_a_model:
        return "A model judged this run; programs checked every quote. `finding` tells more of one."
    return (
        "The offline analyst made this diagnosis, with no model: it sees structural facts, and never says that a "
        "failure is absent. `finding` tells more of one."
    )


def _finding(context: ToolContext, arguments: Arguments) -> Answer:
    opened, diagnosis, finding = _named(context, arguments)
    visible, result = opened.material.visible, Result("one finding")
    result.add(f"{finding_row(visible, finding)} ({finding.confidence}, {finding.role})")
    if finding.decision is not None:
        result.add(f"A person {finding.decision} this finding. {visible.safe(finding.note or '')}".rstrip())
    if finding.actor:
        result.add(f"who: {visible.safe(finding.actor)}")
    if places := places_of(finding):
        result.add(places)
    result.add(visible.safe(finding.explanation))
    _evidence(opened, result, finding.evidence)
    second = finding.challenge
    result.add(f"challenge: {CHALLENGES[second.verdict]}. {visible.safe(second.because)}")
    _evidence(opened, result, second.evidence)
    for remedy in finding.remedies:
        result.add(f"remedy, {remedy.kind}: {visible.safe(remedy.target)}; `remedies` has its text")
    return of_result(f"{opened.words}, {finding.id}. {_maker(diagnosis)}", result, opened.material.mark)


def _evidence(opened: OpenTrace, result: Result, pieces: tuple[EvidenceRecord, ...]) -> None:
    for piece in pieces:
        result.add(evidence_row(opened.material.visible, piece), None if isinstance(piece, Absence) else piece.lines)


def _remedies(context: ToolContext, arguments: Arguments) -> Answer:
    opened, _, finding = _named(context, arguments)
    safe, result = opened.material.visible.safe, Result("remedies")
    for at, remedy in enumerate(finding.remedies, 1):
        result.add(f"{at}. {remedy.kind}, in {safe(remedy.target)}")
        result.add(f"   change: {safe(remedy.change)}")
        result.add(f"   why: {safe(remedy.because)}")
        result.add(f"   effect: {safe(remedy.effect)}")
        result.add(f"   check: {safe(remedy.check)}")
    whose = f"{opened.words}, remedies for {finding.id}"
    said = f"{whose}: proposals with names of the run filled in, to be judged before use."
    return of_result(said, result, opened.material.mark)


def _named(context: ToolContext, arguments: Arguments) -> tuple[OpenTrace, Diagnosis, Finding]:
    """The finding that is asked about."""
    opened = context.traces.open(arguments.needed("trace"), arguments.text("run"))
    diagnosis = context.diagnosis(opened)
    name = arguments.needed("id").strip().upper()
    for finding in diagnosis.findings:
        if finding.id in (name, f"F{name}"):
            return opened, diagnosis, finding
    ids = ", ".join(finding.id for finding in diagnosis.findings) or "none"
    raise BadRequest(f"There is no finding of that number; there are: {ids}.")


def _verify_quote(context: ToolContext, arguments: Arguments) -> Answer:
    opened = context.traces.open(arguments.needed("trace"), arguments.text("run"))
    said, case, end = arguments.needed("quote"), opened.material.case, opened.trace.lines_count
    first = arguments.number("first")
    lines = (max(1, first), min(end, arguments.number("last", first) or end)) if first else None
    wanted = case.restore(said, lines[0] if lines else 1) if PLACEHOLDER.search(said) else said
    evidence = case.finder.find(Quote(wanted, lines), "act")
    shown = case.show(evidence) if evidence is not None else ""
    if evidence is None or (shown != evidence.quote and not PLACEHOLDER.search(said)):
        # What holds a secret is found by its placeholder only: else one could guess the secret, letter by letter.
        where = (
            f"on or near {line_range(*lines)}, nor once anywhere else" if lines else "or it stands in several places"
        )
        return Answer(f"{opened.words}: these words do not stand there as far as they are visible, {where}.")
    result = Result("the quote")
    result.add(opened.material.visible.safe(shown.replace("\n", " ⏎ ")), evidence.lines)
    who = opened.material.visible.safe(evidence.actor or "nobody that is named")
    words = f"the quote stands at {line_range(*evidence.lines)}, in event @{evidence.event}: {MATCHES[evidence.match]}"
    result.add(f"said by {who}")
    return of_result(f"{opened.words}: {words}. The trace has:", result, opened.material.mark)


DIAGNOSIS = AgentTool(
    "diagnosis",
    "Diagnosis of a run",
    "Why the run failed as far as is known: outcome, findings with lines, hints, and the verdict on each of MAST's "
    "fourteen modes.",
    {**WHICH, "analyst": ANALYST},
    ("trace",),
    _diagnosis,
)
FINDING_TOOL = AgentTool(
    "finding",
    "One finding",
    "All about one finding: what happened, every piece of evidence with its lines, what speaks against it.",
    {**WHICH, "id": FINDING},
    ("trace", "id"),
    _finding,
)
REMEDIES = AgentTool(
    "remedies",
    "Remedies for a finding",
    "What to change so that a finding does not come again: target, text, why, and how to check it.",
    {**WHICH, "id": FINDING},
    ("trace", "id"),
    _remedies,
)
VERIFY_QUOTE = AgentTool(
    "verify_quote",
    "Check a quote",
    "Whether words stand in the trace, and at which lines. Check what you are about to quote.",
    {**WHICH, "quote": TEXT, "first": NUMBER, "last": NUMBER},
    ("trace", "quote"),
    _verify_quote,
)
