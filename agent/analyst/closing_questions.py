"""The last questions of a diagnosis: the outcome by criteria, the remedies by finding."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from agent.analyst import questions
from agent.analyst.case import Case
from agent.analyst.shown_trace import ShownTrace
from agent.chunk.render import harmless
from agent.clean import clean
from agent.diagnosis.claim import Grounded
from agent.diagnosis.document_parts import Criterion, Outcome, OutcomeVerdict, RemedyAdvice
from agent.diagnosis.evidence import Evidence
from agent.diagnosis.quote import Quote
from agent.diagnosis.remedies import thing
from agent.diagnosis.severity import gravity
from agent.injection.injections import suspicious
from agent.model.prompts import poured
from agent.model.reply_schemas import OutcomeReply, OutlineReply, QuoteReply, RemediesReply
from taxonomy.remedy import Remedy

Ask = Callable[..., Awaitable[Any]]

BATCH = 6
ROOM = 700
PER_FINDING = 2
MOST_CONCRETE = 2 * BATCH
"""Findings whose remedies are made concrete by the model; those beyond keep the words of the catalogue."""
LAST_LINES = 25


def numbered(reply: OutlineReply, lines: int) -> dict[str, Any]:
    """The outline as plain values, its criteria and constraints numbered C1, C2, ..., its roles R1, R2, ..."""
    checks = [*reply.criteria, *reply.constraints]
    ids = {id(check): f"C{number}" for number, check in enumerate(checks, 1)}

    def entry(name: str, text: str, line: int) -> dict[str, Any]:
        return {"id": name, "text": text, "line": line if 1 <= line <= lines else 0}

    return {
        "goal": reply.goal,
        "criteria": [entry(ids[id(one)], one.text, one.line) for one in reply.criteria],
        "constraints": [entry(ids[id(one)], one.text, one.line) for one in reply.constraints],
        "roles": [
            entry(
                f"R{number}",
                f"{one.actor}: {one.duties}{f' Must not: {one.forbidden}' if one.forbidden else ''}",
                one.line,
            )
            for number, one in enumerate(reply.roles, 1)
        ],
        "unknown": [entry(f"U{number}", text, 0) for number, text in enumerate(reply.unknown, 1)],
        "suspicious": [
            [max(1, one.first), min(lines, one.last), one.why]
            for one in reply.suspicious
            if 1 <= one.first <= min(one.last, lines)
        ],
    }


def orders(case: Case, evidence: Evidence) -> bool:
    """Whether the words of a piece of evidence stand where the trace speaks to its reader."""
    text = case.trace.text(case.trace.events[evidence.event])
    line_start = text.rfind("\n", 0, evidence.start) + 1
    line_end = text.find("\n", evidence.end)
    return any(True for _ in suspicious(text[line_start : line_end if line_end >= 0 else len(text)]))


async def outcome(shown: ShownTrace, ask: Ask, by_facts: Outcome, outline: Mapping[str, Any]) -> Outcome:
    """The verdict of the model, where words of the trace bear it out."""
    case = shown.case
    most = case.trace.events.lines
    known = {one["id"]: one for one in [*outline.get("criteria", []), *outline.get("constraints", [])]}
    spans = [(one["line"], one["line"]) for one in known.values() if one["line"]][:6]
    spans += [(max(1, most - LAST_LINES), most), *(fact.lines for fact in case.survey.outcome if fact.lines)]
    prompt = poured(
        "outcome",
        {
            "trace": shown.passage([(first, min(last, first + LAST_LINES)) for first, last in spans], ROOM),
            "facts": "; ".join(shown.facts.ending()) or questions.NOTHING,
            "criteria": questions.checks(dict(outline), "criteria", "constraints") or "- C0: the task is done",
        },
    )
    reply: OutcomeReply = await ask("outcome", prompt, OutcomeReply)
    criteria: list[Criterion] = []
    proofs: list[Evidence] = []
    for said in reply.criteria:
        if said.id not in known or any(one.id == said.id for one in criteria):
            continue
        proof = _found(case, said.quote)
        state = said.state if proof is not None else "unknown"
        criteria.append(Criterion(said.id, known[said.id]["text"], state, proof.lines if proof is not None else None))
        if proof is not None and proof not in proofs:
            proofs.append(proof)
    criteria += [
        Criterion(name, one["text"], "unknown") for name, one in known.items() if name not in {c.id for c in criteria}
    ]
    if not proofs or reply.verdict == "undetermined":
        return replace(by_facts, criteria=tuple(criteria))
    evidence = tuple(proof.record(case.show) for proof in proofs)
    verdict, basis = _borne_out(reply, criteria, by_facts)
    return Outcome(verdict, basis or by_facts.basis, tuple(criteria), evidence)


def _borne_out(reply: OutcomeReply, criteria: Sequence[Criterion], by_facts: Outcome) -> tuple[OutcomeVerdict, str]:
    """The verdict of a reply, or another one where that goes against what it quotes itself or what programs saw."""
    unmet = [one for one in criteria if one.state == "unmet"]
    if reply.verdict == "success" and unmet:
        names = ", ".join(one.id for one in unmet)
        verdict: OutcomeVerdict = "partial" if any(one.state == "met" for one in criteria) else "failure"
        return verdict, f"The model calls it a success, and quotes that {names} is not met: {unmet[0].text}"
    if reply.verdict == "success" and by_facts.verdict == "failure":
        return "undetermined", f"The model calls it a success, and programs saw a failure: {by_facts.basis}"
    if reply.verdict == "failure" and criteria and all(one.state == "met" for one in criteria):
        return "undetermined", f"The model calls it a failure, and quotes that every criterion is met. {reply.basis}"
    return reply.verdict, reply.basis


def _found(case: Case, quote: QuoteReply | None) -> Evidence | None:
    """The evidence for a quote of a reply; words that give orders to the reader prove nothing."""
    if quote is None:
        return None
    lines = (quote.line, quote.line) if 1 <= quote.line <= case.trace.events.lines else None
    found = case.finder.find(Quote(case.restore(quote.quote, quote.line), lines), "act")
    return found if found is not None and not orders(case, found) else None


def gravest(findings: Sequence[Grounded]) -> list[Grounded]:
    """The findings whose remedies are worth a call, in their order."""
    ranked = sorted(findings, key=lambda one: (gravity(one.severity), one.onset, one.id))
    kept = {one.id for one in ranked[:MOST_CONCRETE]}
    return [one for one in findings if one.id in kept]


async def remedies(
    shown: ShownTrace, ask: Ask, findings: Sequence[Grounded], otherwise: Mapping[str, tuple[RemedyAdvice, ...]]
) -> dict[str, tuple[RemedyAdvice, ...]]:
    """For each finding, the remedies that the model chose from the catalogue and made concrete."""
    case = shown.case
    offered = {one.id: _offered(case, one) for one in findings}
    rows = [f"- {one.id} {one.called} L{one.onset} {one.actor or '-'}: {one.title}" for one in findings]
    catalogue = [
        f"- {name} {key} ({remedy.kind.value}), {remedy.target}: {' '.join(remedy.change.split())[:220]}"
        for name, those in offered.items()
        for key, remedy in those.items()
    ]
    prompt = poured(
        "remedies",
        {
            "trace": shown.passage([(one.onset, one.onset) for one in findings], ROOM),
            "findings": shown.fenced(harmless(clean("\n".join(rows)))),
            "catalogue": harmless(clean("\n".join(catalogue))),
        },
    )
    reply: RemediesReply = await ask("remedies", prompt, RemediesReply)
    made: dict[str, tuple[RemedyAdvice, ...]] = {}
    for one in findings:
        chosen = [
            _advice(said, offered[one.id][said.remedy.strip().upper()], one)
            for said in reply.remedies
            if said.finding.strip().upper() == one.id and said.remedy.strip().upper() in offered[one.id]
        ]
        made[one.id] = tuple(chosen[:PER_FINDING]) or otherwise[one.id]
    return made


def _offered(case: Case, finding: Grounded) -> dict[str, Remedy]:
    """A remedy of each kind from the catalogue for a finding's mode, with short ids."""
    names = {
        "actor": finding.actor or "",
        "object": thing(finding.topic),
        "line": f"L{finding.onset}",
    }
    kinds: dict[str, Remedy] = {}
    for remedy in case.taxonomy.remedies(finding.mode):
        kinds.setdefault(remedy.kind.value, remedy.fill(names))
    return {f"M{number}": remedy for number, remedy in enumerate(kinds.values(), 1)}


def _advice(said: Any, remedy: Remedy, finding: Grounded) -> RemedyAdvice:
    """A remedy in the words of the reply, in those of the catalogue where the reply has none."""
    return RemedyAdvice(
        kind=remedy.kind.value,
        target=said.target or remedy.target,
        change=said.change or remedy.change.strip(),
        because=f"It would have prevented: {finding.title.rstrip('.')} (L{finding.onset}).",
        effect=said.effect or remedy.effect,
        check=said.check or remedy.check,
    )
