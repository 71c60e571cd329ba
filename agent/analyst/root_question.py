"""The question for the root: which of the likeliest candidates, had it been done right, would have saved the run."""

from collections.abc import Iterable, Mapping, Sequence

from agent.analyst import questions
from agent.analyst.case import Case
from agent.analyst.closing_questions import ROOM, Ask
from agent.analyst.shown_trace import ShownTrace
from agent.chunk.render import harmless
from agent.clean import clean
from agent.diagnosis.claim import Grounded
from agent.diagnosis.document_parts import Root, RunnerUp
from agent.diagnosis.outcome import causes_of
from agent.diagnosis.root import Cause
from agent.diagnosis.severity import gravity
from agent.model.prompts import poured
from agent.model.reply_schemas import CandidateReply, RootReply

CANDIDATES, ROUNDS = 3, 2
AT_MOST_LINES = 40


async def asked_for_root(shown: ShownTrace, ask: Ask, by_rules: Root, findings: Sequence[Grounded]) -> Root:
    """What the model holds for the root among the likeliest; it may ask twice to see other lines."""
    case = shown.case
    causes = _causes(case)
    named = {one.id: one for one in _likeliest(by_rules, findings)}
    spans = [(one.onset, one.onset) for one in named.values()]
    spans += [(cause.line, cause.line) for cause in causes.values()]
    reply: RootReply | None = None
    for left in range(ROUNDS, -1, -1):
        prompt = poured(
            "root",
            {
                "trace": shown.passage(spans, ROOM),
                "outcome": "; ".join(shown.facts.ending()) or questions.NOTHING,
                "candidates": _candidates(shown, named.values(), causes),
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


def _likeliest(by_rules: Root, findings: Sequence[Grounded]) -> list[Grounded]:
    """The three candidates that rules put first."""
    first = [by_rules.finding, by_rules.runner_up.finding if by_rules.runner_up else None]
    ranked = sorted(findings, key=lambda one: (one.id not in first, gravity(one.severity), one.onset, one.id))
    return ranked[:CANDIDATES]


def _causes(case: Case) -> dict[str, Cause]:
    """What came from outside the agents, as candidates."""
    found = causes_of(case.survey.signals, case.survey.outcome, case.trace.events.lines)
    return {f"E{number}": cause for number, cause in enumerate(found[:2], 1)}


def _candidates(shown: ShownTrace, named: Iterable[Grounded], causes: Mapping[str, Cause]) -> str:
    rows = []
    for one in named:
        quote = questions.quotes(shown, one, "act").split("\n")[0]
        rows.append(f"- {one.id} {one.called} {one.severity}, {one.actor or '-'}: {one.title} | {quote}")
    rows += [f"- {name} from outside the agents: {cause.title} (L{cause.line})" for name, cause in causes.items()]
    return shown.fenced(harmless(clean("\n".join(rows))))


def _chosen(
    reply: RootReply,
    by_rules: Root,
    named: Mapping[str, Grounded],
    causes: Mapping[str, Cause],
    findings: Sequence[Grounded],
) -> Root:
    """The root that the reply names, if it names a candidate; else the one by rules."""
    tries = {one.id.strip().upper(): one for one in reply.candidates}
    chosen = _decisive(reply.root.strip().upper(), tries, named)
    second = _second(reply, chosen, tries, named, causes) or _other(by_rules, chosen)
    tried = tries.get(chosen)
    why = reply.why if chosen == reply.root.strip().upper() else ""
    then = " ".join(part for part in (what_if(tried) if tried else "", why) if part)
    if chosen in named:
        finding = named[chosen]
        later = [one for one in _by_onset(findings) if one.onset >= finding.onset]
        chain = dict.fromkeys([chosen, *(one.id for one in later)])
        acts = [place.event for place in finding.places if place.part == "act"] or [
            place.event for place in finding.places
        ]
        return Root(chosen, None, min(acts), finding.actor, finding.onset, then, second, tuple(chain))
    if chosen in causes:
        cause = causes[chosen]
        later = [one for one in _by_onset(findings) if one.onset >= cause.line]
        return Root(
            None, cause.kind, cause.event, cause.actor, cause.line, then, second, tuple(one.id for one in later)
        )
    return by_rules


def _decisive(said: str, tries: Mapping[str, CandidateReply], named: Mapping[str, Grounded]) -> str:
    """The candidate that is named; the earliest that would have saved the run, where the one named would not have."""
    if said not in tries or tries[said].recovers != "no":
        return said
    saving = [one for one in named.values() if one.id in tries and tries[one.id].recovers == "yes"]
    return min(saving, key=lambda one: one.onset).id if saving else ""


def _by_onset(findings: Sequence[Grounded]) -> list[Grounded]:
    return sorted(findings, key=lambda one: one.onset)


def _second(
    reply: RootReply,
    chosen: str,
    tries: Mapping[str, CandidateReply],
    named: Mapping[str, Grounded],
    causes: Mapping[str, Cause],
) -> RunnerUp | None:
    """The candidate that comes second by the reply."""
    name = reply.runner_up.strip().upper()
    if name == chosen:
        return None
    if name in named:
        why = what_if(tries[name]) if name in tries else named[name].title
        return RunnerUp(name, None, named[name].onset, why)
    if name in causes:
        return RunnerUp(None, causes[name].kind, causes[name].line, causes[name].title)
    return None


def _other(by_rules: Root, chosen: str) -> RunnerUp | None:
    """What rules put first or second, whichever was not chosen."""
    if by_rules.finding is not None and by_rules.finding != chosen and by_rules.line is not None:
        return RunnerUp(by_rules.finding, None, by_rules.line, "It comes first by rules.")
    return by_rules.runner_up


def what_if(tried: CandidateReply) -> str:
    """The counterfactual of a candidate, in sentences."""
    change = f"Smallest change: {tried.smallest_change}" if tried.smallest_change else ""
    cause = f"Hidden cause: {tried.hidden_cause}" if tried.hidden_cause else ""
    then = {"yes": "The run then recovers.", "partly": "The run then recovers in part."}.get(
        tried.recovers, "The run would not recover by that alone."
    )
    return " ".join(f"{part.rstrip('.')}." for part in (change, then, cause) if part)
