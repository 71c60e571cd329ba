"""The question how the run came out: criteria by words of the trace, weighed together with the failures that stand."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from agent.analyst import questions
from agent.analyst.analyst import WeighedOutcome
from agent.analyst.closing_questions import Ask, code_of, found_in, rows_of
from agent.analyst.closing_view import MOST_ROOM, closing_view
from agent.analyst.own_criteria import left_out, unjudged
from agent.analyst.shown_trace import ShownTrace
from agent.analyst.telling_events import around, delivered
from agent.diagnosis.claim import Grounded
from agent.diagnosis.document_parts import Criterion
from agent.diagnosis.evidence import Evidence
from agent.diagnosis.outcome import Said, contradiction, decided, doubt
from agent.diagnosis.severity import Severity, is_grave
from agent.diagnosis.story import Story
from agent.model.closing_replies import OutcomeReply

WORK_MOST = 0.75
"""Share of an excerpt that what was delivered last may take."""


async def asked_for_outcome(shown: ShownTrace, ask: Ask, outline: Mapping[str, Any], story: Story) -> WeighedOutcome:
    """What the model says of the outcome, as far as words of the trace bear it out."""
    findings = story.findings
    known = {one["id"]: one for name in ("criteria", "constraints") for one in outline.get(name, [])}
    kept_to = frozenset(one["id"] for one in outline.get("constraints", []))

    def parts() -> tuple[Any, dict[str, str]]:
        wanted = delivered(shown, around(shown, [one for one in findings if is_grave(one.severity)]))
        in_view = shown.whole.lines if shown.whole is not None else (0, 0)
        asked = questions.checks(dict(outline), "criteria", "constraints", shown=in_view)
        return closing_view(shown, wanted, MOST_ROOM, WORK_MOST), {
            "facts": shown.fenced("; ".join(shown.facts.ending()) or questions.NOTHING),
            "criteria": shown.fenced(asked) if asked else "- C0: the task is done",
            "failures": rows_of(shown, findings, story.unsure),
        }

    view, filled = await asyncio.to_thread(parts)

    async def lacks(reply: OutcomeReply) -> str:
        said = await asyncio.to_thread(_said, shown, reply, known, kept_to, findings)
        left = ", ".join(left_out(known, (one.id for one in reply.criteria)))
        return contradiction(said) or doubt(said) or (f"It says nothing of {left}." if left else "")

    reply: OutcomeReply = await ask("outcome", view, filled, OutcomeReply, lacks)
    said = await asyncio.to_thread(_said, shown, reply, known, kept_to, findings)
    outcome = unjudged(decided(said), left_out(known, (one.id for one in reply.criteria)))
    evidence = tuple(proof.record(shown.case.show) for proof in dict.fromkeys(said.proofs))
    whys = {code_of(one.id): one.why for one in reply.failures}
    changed = {
        one.id: (said.severities[one.id], whys.get(one.id, ""))
        for one in findings
        if said.severities[one.id] != one.severity
    }
    return WeighedOutcome(replace(outcome, criteria=said.criteria, evidence=evidence), changed)


def _said(
    shown: ShownTrace,
    reply: OutcomeReply,
    known: Mapping[str, Any],
    kept_to: frozenset[str],
    findings: Sequence[Grounded],
) -> Said[Evidence]:
    """The reply with its quotes looked up: a criterion counts only with words of the trace."""
    criteria: dict[str, Criterion] = {}
    proofs: list[Evidence] = []
    for one in reply.criteria:
        if one.id not in known or one.id in criteria:
            continue
        proof = found_in(shown.case, one.quote)
        state = one.state if proof is not None else "unknown"
        criteria[one.id] = Criterion(one.id, known[one.id]["text"], state, proof.lines if proof else None)
        proofs += [proof] if proof is not None else []
    for name, one in known.items():
        criteria.setdefault(name, Criterion(name, one["text"], "unknown"))
    proofs += [proof for proof in (found_in(shown.case, quote) for quote in reply.shown_by) if proof is not None]
    severities: dict[str, Severity] = {one.id: one.severity for one in findings}
    severities |= {code_of(one.id): one.severity for one in reply.failures if code_of(one.id) in severities}
    ordered = tuple(criteria[name] for name in known)
    return Said(reply.verdict, reply.earned, reply.basis, ordered, tuple(proofs), severities, kept_to)
