"""The question for the root: which act, had it been done right, would have spared the rest, and what is one failure."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agent.analyst.analyst import RootAnswer
from agent.analyst.case import Case
from agent.analyst.closing_questions import Ask, code_of, found_in, rows_of
from agent.analyst.closing_view import ClosingView, closing_view
from agent.analyst.shown_trace import ShownTrace
from agent.analyst.telling_events import around
from agent.chunk.render import harmless
from agent.clean import clean
from agent.diagnosis.claim import Grounded
from agent.diagnosis.document_parts import Outcome, Root, RunnerUp
from agent.diagnosis.outcome import causes_of
from agent.diagnosis.root import Cause
from agent.diagnosis.story import Story
from agent.model.closing_replies import CandidateReply, RootReply

ROOM, MOST_CAUSES = 1_400, 2
NEW = "NEW"
BESIDE = (
    "Another run of the same task went well. The two part at these places, the first one first; "
    "that they part does not say that it was a mistake:"
)
AFTER_SUCCESS = "The run succeeded all the same. Say which of this came first and led to the rest, if any did:"
AFTER_ALL_ELSE = "Say what came first and decided how the run came out:"


@dataclass(frozen=True, slots=True)
class Candidates:
    """What may be the root: findings by their ids, what came from outside as E1, E2."""

    findings: Mapping[str, Grounded]
    causes: Mapping[str, Cause]


async def asked_for_root(shown: ShownTrace, ask: Ask, by_rules: Root, story: Story, outcome: Outcome) -> RootAnswer:
    """What the model holds for the root among all that stands, or a cause of its own with words of the trace."""
    among = Candidates({one.id: one for one in story.challenged()}, _causes(shown.case))
    view, parts = await asyncio.to_thread(_parts, shown, among, story.unsure, outcome)
    reply: RootReply = await ask("root", view, parts, RootReply)
    return await asyncio.to_thread(_answer, shown.case, reply, by_rules, among)


def _causes(case: Case) -> dict[str, Cause]:
    """What came from outside the agents and was not overcome, as candidates."""
    causes = causes_of(case.survey.signals, case.survey.outcome, case.trace.events.lines)
    decisive = [cause for cause in causes if cause.decisive]
    return {f"E{number}": cause for number, cause in enumerate(decisive[:MOST_CAUSES], 1)}


def _parts(
    shown: ShownTrace, among: Candidates, unsure: frozenset[str], outcome: Outcome
) -> tuple[ClosingView, dict[str, str]]:
    """What is shown, and what the prompt says of the candidates."""
    wanted = around(shown, among.findings.values())
    for cause in among.causes.values():
        wanted.setdefault(cause.event, []).append((cause.line, cause.line))
    beside = _beside(shown, wanted)
    rows = [f"- {name} from outside the agents, L{cause.line}: {cause.title}" for name, cause in among.causes.items()]
    outside = shown.fenced(harmless(clean("\n".join(rows)))) if rows else ""
    return closing_view(shown, wanted, ROOM), {
        "outcome": came_out(shown, outcome),
        "candidates": "\n".join(filter(None, [rows_of(shown, among.findings.values(), unsure), outside, beside])),
        "aim": AFTER_SUCCESS if outcome.verdict == "success" else AFTER_ALL_ELSE,
    }


def _beside(shown: ShownTrace, wanted: dict[int, list[tuple[int, int]]]) -> str:
    """How a run that went well did otherwise, where one was laid beside this one; its places are shown too."""
    beside = shown.case.beside
    if beside is None or not beside.places:
        return ""
    for place in beside.places:
        for act in place.acts[:1]:
            wanted.setdefault(act.number, []).append((act.lines[0], act.lines[0]))
    return f"{BESIDE}\n{shown.fenced(harmless(clean(beside.told)))}"


def came_out(shown: ShownTrace, outcome: Outcome) -> str:
    """How the run came out, as later questions are told."""
    return shown.fenced(harmless(clean(f"{outcome.verdict}: {outcome.basis}")))


def _answer(case: Case, reply: RootReply, by_rules: Root, among: Candidates) -> RootAnswer:
    """The root that the reply names, if it names a candidate or quotes a cause of its own; else the one by rules."""
    same = tuple(ids for one in reply.same if len(ids := tuple(dict.fromkeys(_known(one.ids, among.findings)))) > 1)
    tries = {code_of(one.id): one for one in reply.candidates}
    name = code_of(reply.root)
    chosen = _decisive(name, tries, among.findings)
    why = reply.why if chosen == name else ""
    tried = tries.get(chosen)
    then = " ".join(part for part in (what_if(tried) if tried else "", why) if part)
    second = _second(code_of(reply.runner_up), chosen, tries, among) or _other(by_rules, chosen)
    chain = [one for one in _known(reply.chain, among.findings) if one != chosen]
    if chosen in among.findings:
        finding = among.findings[chosen]
        follows = tuple(chain) or _later(among, finding.onset, chosen)
        at = case.trace.events.at_line(finding.onset).number
        return RootAnswer(
            Root(chosen, None, at, finding.actor, finding.onset, then, second, (chosen, *follows)),
            same,
        )
    cause = among.causes.get(chosen) or (_new(case, reply) if name == NEW else None)
    if cause is None:
        return RootAnswer(by_rules, same)
    follows = tuple(chain) or _later(among, cause.line, "")
    says = f"{cause.title.rstrip('.')}. {then}".strip()
    return RootAnswer(Root(None, cause.kind, cause.event, cause.actor, cause.line, says, second, follows), same)


def _new(case: Case, reply: RootReply) -> Cause | None:
    """A cause that no candidate names, where its words stand in the trace."""
    if reply.other is None or not reply.other.what:
        return None
    act = found_in(case, reply.other.quote)
    if act is None:
        return None
    return Cause(reply.other.kind, reply.other.what, act.event, act.lines[0], act.actor, decisive=True)


def _known(names: Sequence[str], findings: Mapping[str, Grounded]) -> list[str]:
    """The ids among some names that stand for findings."""
    return [name for name in map(code_of, names) if name in findings]


def _decisive(said: str, tries: Mapping[str, CandidateReply], named: Mapping[str, Grounded]) -> str:
    """The candidate that is named; the earliest that would have spared the rest, where the one named would not have."""
    if said not in tries or tries[said].recovers != "no":
        return said
    saving = [one for one in named.values() if one.id in tries and tries[one.id].recovers == "yes"]
    return min(saving, key=lambda one: one.onset).id if saving else said


def _later(among: Candidates, line: int, chosen: str) -> tuple[str, ...]:
    later = [one for one in among.findings.values() if one.onset >= line and one.id != chosen]
    return tuple(one.id for one in sorted(later, key=lambda one: one.onset))


def _second(name: str, chosen: str, tries: Mapping[str, CandidateReply], among: Candidates) -> RunnerUp | None:
    """The candidate that comes second by the reply."""
    if name == chosen:
        return None
    if name in among.findings:
        finding = among.findings[name]
        return RunnerUp(name, None, finding.onset, what_if(tries[name]) if name in tries else finding.title)
    if name in among.causes:
        cause = among.causes[name]
        return RunnerUp(None, cause.kind, cause.line, cause.title)
    return None


def _other(by_rules: Root, chosen: str) -> RunnerUp | None:
    """What rules put first or second, whichever was not chosen."""
    if by_rules.finding is not None and by_rules.finding != chosen and by_rules.line is not None:
        return RunnerUp(by_rules.finding, None, by_rules.line, "It comes first by rules.")
    second = by_rules.runner_up
    return second if second is None or second.finding != chosen else None


def what_if(tried: CandidateReply) -> str:
    """The counterfactual of a candidate, in sentences."""
    change = f"Smallest change: {tried.smallest_change}" if tried.smallest_change else ""
    cause = f"Hidden cause: {tried.hidden_cause}" if tried.hidden_cause else ""
    then = {"yes": "The run then recovers.", "partly": "The run then recovers in part."}.get(
        tried.recovers, "The run would not recover by that alone."
    )
    return " ".join(f"{part.rstrip('.')}." for part in (change, then, cause) if part)
