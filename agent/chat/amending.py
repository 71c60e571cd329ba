"""Carries out a change to the diagnosis that a person has confirmed, under the rules that hold for every diagnosis."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

from agent.chat.material import Material
from agent.chat.proposals import act_of
from agent.chat.turn import Proposal
from agent.diagnosis.claim import Grounded
from agent.diagnosis.document_parts import Challenge, Diagnosis, Finding, ModeVerdict, RemedyAdvice
from agent.diagnosis.evidence import Evidence
from agent.diagnosis.remedies import advise
from agent.diagnosis.severity import doubt
from agent.errors import WrongUse
from agent.number_words import line_range

TITLE = 90
_LATER = "A reader {did} after the diagnosis, so nobody tried to refute it."


def amended(
    material: Material, proposal: Proposal, analyst: Literal["offline", "model"], model: str | None
) -> Diagnosis:
    """The diagnosis with a proposal carried out; the analyst and the model are those of the answer it came from."""
    diagnosis = material.diagnosis
    if diagnosis is None:
        raise WrongUse("There is no diagnosis to change yet.", "The trace is not diagnosed.", "Diagnose it first.")
    if proposal.kind == "add":
        return with_modes(
            replace(diagnosis, findings=(*diagnosis.findings, _added(material, proposal, analyst, model)))
        )
    finding = material.visible.finding(proposal.finding or "")
    if finding is None:
        raise WrongUse(f"There is no finding {proposal.finding}.", "The diagnosis is another one now.", "Ask again.")
    if proposal.kind == "reject":
        changed = replace(finding, decision="rejected", note=proposal.because)
    else:
        changed = _under(material, finding, proposal)
    findings = tuple(changed if one.id == finding.id else one for one in diagnosis.findings)
    return with_modes(replace(diagnosis, findings=findings))


def _added(material: Material, proposal: Proposal, analyst: Literal["offline", "model"], model: str | None) -> Finding:
    """A finding that rests on the words of an act, with the remedies of its mode."""
    act = act_of(material, proposal)
    if act is None or proposal.mode is None:
        raise WrongUse("The finding cannot be added.", "Its words are not in the trace.", "Name other lines.")
    mode = material.case.taxonomy.mode(proposal.mode)
    said = proposal.because if proposal.because != "no reason given" else ""
    whose = f"the model {material.safe(model)}" if analyst == "model" and model else "a reader, in a question"
    title = material.safe(said)[:TITLE] or mode.name
    known = material.diagnosis.findings if material.diagnosis is not None else ()
    number = max((int(one.id[1:]) for one in known if one.id[1:].isdigit()), default=0) + 1
    return Finding(
        id=f"F{number}",
        mode=mode.code,
        title=title,
        explanation=f"{material.safe(said) + '. ' if said else ''}Proposed by {whose}, and added by a reader.",
        actor=act.actor,
        severity="minor",
        confidence="possible",
        role="contributing",
        origin="model" if analyst == "model" else "signal",
        onset=act.lines[0],
        occurrences=(act.lines,),
        evidence=(act.record(material.show),),
        challenge=Challenge("not_run", _LATER.format(did="added this finding")),
        remedies=remedies_of(material, mode.code, title, act.actor, act.lines[0], act),
        decision="accepted",
        note=None,
    )


def _under(material: Material, finding: Finding, proposal: Proposal) -> Finding:
    """A finding under another mode; its evidence stays, its remedies are those of that mode."""
    mode = material.case.taxonomy.mode(proposal.mode or "")
    return replace(
        finding,
        mode=mode.code,
        kind=None,
        challenge=Challenge("not_run", _LATER.format(did=f"gave this finding another mode, it was {finding.called},")),
        remedies=remedies_of(material, mode.code, finding.title, finding.actor, finding.onset, None),
        decision="edited",
        note=f"{finding.called} before: {proposal.because}",
    )


def remedies_of(
    material: Material, mode: str, title: str, actor: str | None, onset: int, act: Evidence | None
) -> tuple[RemedyAdvice, ...]:
    """What the catalogue advises against a mode, with the names of this trace."""
    event = material.trace.events[act.event] if act is not None else material.visible.event_at(onset)
    others = event.to if event is not None else ()
    grounded = Grounded(mode, title, "", actor, "minor", "possible", onset, ((onset, onset),))
    return advise(material.case.taxonomy, grounded, others, event.tool if event is not None else None)


def with_modes(diagnosis: Diagnosis) -> Diagnosis:
    """The verdicts of the modes whose findings are others now; what was judged of the other modes stays."""
    return replace(diagnosis, modes=tuple(_mode(mode, diagnosis.findings) for mode in diagnosis.modes))


def _mode(mode: ModeVerdict, findings: Iterable[Finding]) -> ModeVerdict:
    present = [finding for finding in findings if finding.mode == mode.code]
    ids = tuple(finding.id for finding in present)
    if ids == mode.findings:
        return mode
    if not present:
        moved = ", ".join(mode.findings)
        return replace(
            mode, verdict="unclear", confidence=None, findings=(), reason=f"a reader gave {moved} another mode"
        )
    sure = min((finding.confidence for finding in present), key=doubt)
    count = "1 finding" if len(present) == 1 else f"{len(present)} findings"
    where = line_range(present[-1].onset, present[-1].onset)
    reason = f"{count} with evidence in the trace, {present[-1].id} at {where} put here by a reader"
    return replace(mode, verdict="present", confidence=sure, findings=ids, reason=reason)
