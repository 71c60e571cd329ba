"""The question for remedies: those of the catalogue, made concrete with the names, files and values of one run."""

import asyncio
from collections.abc import Mapping, Sequence

from agent.analyst.case import Case
from agent.analyst.closing_questions import Ask, rows_of
from agent.analyst.closing_view import ClosingView, closing_view
from agent.analyst.root_question import came_out
from agent.analyst.shown_trace import ShownTrace
from agent.analyst.telling_events import around
from agent.chunk.render import harmless
from agent.clean import clean, clean_line
from agent.diagnosis.claim import Grounded
from agent.diagnosis.document_parts import Outcome, RemedyAdvice
from agent.diagnosis.remedies import thing
from agent.model.closing_replies import RemediesReply, RemedyReply
from agent.signals.readings.who_acts import by_agent
from taxonomy.mode import called
from taxonomy.remedy import Remedy

ROOM, PER_FINDING, MOST_NAMES = 600, 2, 20

Advice = dict[str, tuple[RemedyAdvice, ...]]


async def asked_for_remedies(
    shown: ShownTrace,
    ask: Ask,
    findings: Sequence[Grounded],
    outcome: Outcome,
    otherwise: Mapping[str, tuple[RemedyAdvice, ...]],
) -> Advice:
    """For each finding, the remedies that the model chose from the catalogue and made concrete."""
    offered = _offered(shown.case, findings)
    view, parts = await asyncio.to_thread(_parts, shown, findings, outcome, offered)
    reply: RemediesReply = await ask("remedies", view, parts, RemediesReply)
    made: Advice = {}
    for one in findings:
        of_mode = offered[one.mode]
        chosen = [
            _advice(said, of_mode[said.remedy.strip().upper()], one)
            for said in reply.remedies
            if said.finding.strip().upper() == one.id and said.remedy.strip().upper() in of_mode
        ]
        made[one.id] = tuple(chosen[:PER_FINDING]) or otherwise[one.id]
    return made


def _parts(
    shown: ShownTrace, findings: Sequence[Grounded], outcome: Outcome, offered: Mapping[str, Mapping[str, Remedy]]
) -> tuple[ClosingView, dict[str, str]]:
    """What is shown, and what the prompt says of the findings, the run and the catalogue."""
    case = shown.case
    catalogue = [
        f"- {called(mode)} {key} ({remedy.kind.value}), {remedy.target}: {' '.join(remedy.change.split())}"
        for mode, those in offered.items()
        for key, remedy in ((key, remedy.fill()) for key, remedy in those.items())
    ]
    tools = dict.fromkeys(event.tool for event in case.trace.events if event.tool)
    return closing_view(shown, around(shown, findings), ROOM, ends=False), {
        "outcome": came_out(shown, outcome),
        "findings": rows_of(shown, findings),
        "agents": _names(shown, _agents(case)),
        "tools": _names(shown, [tool for tool in tools if tool]),
        "catalogue": harmless(clean("\n".join(catalogue))),
    }


def _agents(case: Case) -> list[str]:
    """Whoever did or said something of his own: no tool, no person, nothing that only the framework writes."""
    return list(dict.fromkeys(event.actor for event in case.trace.events if event.actor and by_agent(event)))


def _names(shown: ShownTrace, names: Sequence[str]) -> str:
    """Names of this run on one line."""
    written = [harmless(clean_line(shown.case.redact(name)))[:60] for name in names[:MOST_NAMES]]
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return shown.fenced(", ".join(written) + more) if written else "none is named"


def _offered(case: Case, findings: Sequence[Grounded]) -> dict[str, dict[str, Remedy]]:
    """A remedy of each kind from the catalogue for each mode, with short ids that no other mode has."""
    offered: dict[str, dict[str, Remedy]] = {}
    number = 0
    for mode in dict.fromkeys(one.mode for one in findings):
        kinds: dict[str, Remedy] = {}
        for remedy in case.taxonomy.remedies(mode):
            kinds.setdefault(remedy.kind.value, remedy)
        offered[mode] = {f"M{at}": remedy for at, remedy in enumerate(kinds.values(), number + 1)}
        number += len(kinds)
    return offered


def _advice(said: RemedyReply, remedy: Remedy, finding: Grounded) -> RemedyAdvice:
    """A remedy in the words of the reply, in those of the catalogue where the reply has none."""
    names = {"actor": finding.actor or "", "object": thing(finding.topic), "line": f"L{finding.onset}"}
    remedy = remedy.fill(names)
    return RemedyAdvice(
        kind=remedy.kind.value,
        target=said.target or remedy.target,
        change=said.change or remedy.change.strip(),
        because=f"It would have prevented: {finding.title.rstrip('.')} (L{finding.onset}).",
        effect=said.effect or remedy.effect,
        check=said.check or remedy.check,
    )
