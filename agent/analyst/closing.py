"""The last questions of a diagnosis: the root by counterfactual, the outcome by criteria, the remedies by finding."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from agent.analyst import questions
from agent.analyst.analyst import Named
from agent.analyst.case import Case
from agent.analyst.dossier import Dossier
from agent.chunk.render import harmless
from agent.clean import clean
from agent.diagnosis.claim import Quote
from agent.diagnosis.evidence import Evidence
from agent.diagnosis.outcome import causes_of
from agent.diagnosis.root import Cause
from agent.diagnosis.shapes import Criterion, Outcome, RemedyAdvice, Root, RunnerUp
from agent.model.injections import suspicious
from agent.model.prompts import poured
from agent.model.shapes import OutcomeReply, OutlineReply, QuoteReply, RemediesReply, RootReply
from taxonomy.mast import AmbiguousName, UnknownMode
from taxonomy.remedy import Remedy

Ask = Callable[..., Awaitable[Any]]

BATCH = 6
CANDIDATES, ROUNDS = 3, 2
ROOM = 800
PER_FINDING = 2
MOST_CONCRETE = 2 * BATCH
"""Findings whose remedies are made concrete by the model; those beyond keep the words of the catalogue."""
ORDER = ("fatal", "major", "minor", "recovered")
AT_MOST_LINES = 40
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


def mode_of(case: Case, name: str) -> str | None:
    """The code of a mode that a reply names."""
    try:
        return case.taxonomy.mode(name).code
    except (UnknownMode, AmbiguousName):
        return None


def orders(case: Case, evidence: Evidence) -> bool:
    """Whether the words of a piece of evidence stand where the trace speaks to its reader."""
    text = case.trace.text(case.trace.events[evidence.event])
    line_start = text.rfind("\n", 0, evidence.start) + 1
    line_end = text.find("\n", evidence.end)
    return any(True for _ in suspicious(text[line_start : line_end if line_end >= 0 else len(text)]))


async def root(dossier: Dossier, ask: Ask, by_rules: Root, findings: Sequence[Named]) -> Root:
    """What the model holds for the root among the likeliest; it may ask twice to see other lines."""
    case = dossier.case
    causes = _causes(case)
    named = {one.id: one for one in _likeliest(by_rules, findings)}
    spans = [(one.finding.onset, one.finding.onset) for one in named.values()]
    spans += [(cause.line, cause.line) for cause in causes.values()]
    reply: RootReply | None = None
    for left in range(ROUNDS, -1, -1):
        prompt = poured(
            "root",
            {
                "trace": dossier.passage(spans, ROOM),
                "outcome": "; ".join(dossier.facts.ending()) or questions.NOTHING,
                "candidates": _candidates(dossier, named.values(), causes),
                "looking": "null, or one range of lines you must see before you can decide (they are shown once)."
                if left
                else "null.",
            },
        )
        reply = await ask("root", prompt, RootReply)
        wanted = reply.keep_looking
        if not left or wanted is None or not 1 <= wanted.first <= min(wanted.last, case.trace.events.lines):
            break
        more = (wanted.first, min(wanted.last, wanted.first + AT_MOST_LINES))
        if more in spans:
            break
        spans.append(more)
    return _chosen(reply, by_rules, named, causes, findings) if reply is not None else by_rules


def _likeliest(by_rules: Root, findings: Sequence[Named]) -> list[Named]:
    """The three candidates that rules put first."""
    first = [by_rules.finding, by_rules.runner_up.finding if by_rules.runner_up else None]
    ranked = sorted(
        findings, key=lambda one: (one.id not in first, ORDER.index(one.finding.severity), one.finding.onset, one.id)
    )
    return ranked[:CANDIDATES]


def _causes(case: Case) -> dict[str, Cause]:
    """What came from outside the agents, as candidates."""
    found = causes_of(case.survey.signals, case.survey.outcome, case.trace.events.lines)
    return {f"E{number}": cause for number, cause in enumerate(found[:2], 1)}


def _candidates(dossier: Dossier, named: Iterable[Named], causes: Mapping[str, Cause]) -> str:
    rows = []
    for one in named:
        finding = one.finding
        quote = questions.quotes(dossier, one, "act").split("\n")[0]
        rows.append(f"- {one.id} {finding.mode} {finding.severity}, {finding.actor or '-'}: {finding.title} | {quote}")
    rows += [f"- {name} from outside the agents: {cause.title} (L{cause.line})" for name, cause in causes.items()]
    return dossier.fenced(harmless(clean("\n".join(rows))))


def _chosen(
    reply: RootReply,
    by_rules: Root,
    named: Mapping[str, Named],
    causes: Mapping[str, Cause],
    findings: Sequence[Named],
) -> Root:
    """The root that the reply names, if it names a candidate; else the one by rules."""
    chosen = reply.root.strip().upper()
    second = _second(reply, chosen, named, causes) or by_rules.runner_up
    tried = next((one for one in reply.candidates if one.id.strip().upper() == chosen), None)
    what_if = (
        f"{tried.smallest_change} The run then recovers: {tried.recovers}. {tried.hidden_cause}" if tried else reply.why
    )
    if chosen in named:
        finding = named[chosen].finding
        later = [one for one in _by_onset(findings) if one.finding.onset >= finding.onset]
        chain = dict.fromkeys([chosen, *(one.id for one in later)])
        acts = [place.event for place in finding.places if place.part == "act"] or [
            place.event for place in finding.places
        ]
        return Root(chosen, None, min(acts), finding.actor, finding.onset, what_if, second, tuple(chain))
    if chosen in causes:
        cause = causes[chosen]
        later = [one for one in _by_onset(findings) if one.finding.onset >= cause.line]
        return Root(
            None, cause.kind, cause.event, cause.actor, cause.line, what_if, second, tuple(one.id for one in later)
        )
    return by_rules


def _by_onset(findings: Sequence[Named]) -> list[Named]:
    return sorted(findings, key=lambda one: one.finding.onset)


def _second(reply: RootReply, chosen: str, named: Mapping[str, Named], causes: Mapping[str, Cause]) -> RunnerUp | None:
    name = reply.runner_up.strip().upper()
    if name == chosen:
        return None
    if name in named:
        return RunnerUp(name, None, named[name].finding.onset, reply.why or named[name].finding.title)
    if name in causes:
        return RunnerUp(None, causes[name].kind, causes[name].line, causes[name].title)
    return None


async def outcome(dossier: Dossier, ask: Ask, by_facts: Outcome, outline: Mapping[str, Any]) -> Outcome:
    """The verdict of the model, where words of the trace bear it out."""
    case = dossier.case
    most = case.trace.events.lines
    known = {one["id"]: one for one in [*outline.get("criteria", []), *outline.get("constraints", [])]}
    spans = [(one["line"], one["line"]) for one in known.values() if one["line"]][:6]
    spans += [(max(1, most - LAST_LINES), most), *(fact.lines for fact in case.survey.outcome if fact.lines)]
    prompt = poured(
        "outcome",
        {
            "trace": dossier.passage([(first, min(last, first + LAST_LINES)) for first, last in spans], ROOM),
            "facts": "; ".join(dossier.facts.ending()) or questions.NOTHING,
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
    return Outcome(reply.verdict, reply.basis or by_facts.basis, tuple(criteria), evidence)


def _found(case: Case, quote: QuoteReply | None) -> Evidence | None:
    """The evidence for a quote of a reply; words that give orders to the reader prove nothing."""
    if quote is None:
        return None
    lines = (quote.line, quote.line) if 1 <= quote.line <= case.trace.events.lines else None
    found = case.finder.find(Quote(case.restore(quote.quote, quote.line), lines), "act")
    return found if found is not None and not orders(case, found) else None


def gravest(findings: Sequence[Named]) -> list[Named]:
    """The findings whose remedies are worth a call, in their order."""
    ranked = sorted(findings, key=lambda one: (ORDER.index(one.finding.severity), one.finding.onset, one.id))
    kept = {one.id for one in ranked[:MOST_CONCRETE]}
    return [one for one in findings if one.id in kept]


async def remedies(
    dossier: Dossier, ask: Ask, findings: Sequence[Named], otherwise: Mapping[str, tuple[RemedyAdvice, ...]]
) -> dict[str, tuple[RemedyAdvice, ...]]:
    """For each finding, the remedies that the model chose from the catalogue and made concrete."""
    case = dossier.case
    offered = {one.id: _offered(case, one) for one in findings}
    rows = [
        f"- {one.id} {one.finding.mode} L{one.finding.onset} {one.finding.actor or '-'}: {one.finding.title}"
        for one in findings
    ]
    catalogue = [
        f"- {name} {key} ({remedy.kind.value}), {remedy.target}: {' '.join(remedy.change.split())[:220]}"
        for name, those in offered.items()
        for key, remedy in those.items()
    ]
    prompt = poured(
        "remedies",
        {
            "trace": dossier.passage([(one.finding.onset, one.finding.onset) for one in findings], ROOM),
            "findings": dossier.fenced(harmless(clean("\n".join(rows)))),
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


def _offered(case: Case, named: Named) -> dict[str, Remedy]:
    """A remedy of each kind from the catalogue for a finding's mode, with short ids."""
    names = {"actor": named.finding.actor or "", "object": named.finding.topic, "line": f"L{named.finding.onset}"}
    kinds: dict[str, Remedy] = {}
    for remedy in case.taxonomy.remedies(named.finding.mode):
        kinds.setdefault(remedy.kind.value, remedy.fill(names))
    return {f"M{number}": remedy for number, remedy in enumerate(kinds.values(), 1)}


def _advice(said: Any, remedy: Remedy, named: Named) -> RemedyAdvice:
    """A remedy in the words of the reply, in those of the catalogue where the reply has none."""
    return RemedyAdvice(
        kind=remedy.kind.value,
        target=said.target or remedy.target,
        change=said.change or remedy.change.strip(),
        because=f"It would have prevented: {named.finding.title.rstrip('.')} (L{named.finding.onset}).",
        effect=said.effect or remedy.effect,
        check=said.check or remedy.check,
    )
