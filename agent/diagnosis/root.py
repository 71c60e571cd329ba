"""Which finding went wrong first and decisively, what it led to, and what came second: by rules, without a model."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from agent.diagnosis.claim import Grounded
from agent.diagnosis.document_parts import Role, Root, RunnerUp
from agent.diagnosis.severity import doubt, is_grave

ENDINGS = frozenset({"FM-3.1"})
"""Modes about how a run ended: seldom where it went wrong."""
NOT_TRIED = (
    "Not tried out: this is the earliest of the grave findings. Whether the run recovers without it, "
    "only a rerun with the remedy can tell."
)
SLIGHT = "Nothing grave was found: this is the earliest of what was, and it may not be why the run failed."


@dataclass(frozen=True, slots=True)
class Cause:
    """Something outside the modes that stopped the run: a missing package, the network, what a model cannot do."""

    kind: Literal["environment", "capability"]
    title: str
    event: int
    line: int
    actor: str | None
    decisive: bool
    """Whether the run never got past it."""


def choose(findings: Sequence[Grounded], causes: Sequence[Cause]) -> Root | None:
    """The root by severity, then by time, with the one that came second."""
    ranked = sorted((one for one in findings if one.severity != "recovered"), key=rank)
    in_order = sorted(findings, key=lambda one: one.onset)
    decisive = sorted((cause for cause in causes if cause.decisive), key=lambda cause: cause.line)
    first = ranked[0] if ranked else None
    if decisive and (first is None or not is_grave(first.severity) or decisive[0].line < first.onset):
        cause = decisive[0]
        return Root(
            None,
            cause.kind,
            cause.event,
            cause.actor,
            cause.line,
            f"{cause.title.rstrip('.')}. No change to prompts or agents mends this; the run has to be repeated where "
            "it works.",
            _second(first),
            tuple(one.id for one in in_order if one.onset >= cause.line),
        )
    if first is None:
        return None
    chain = [first.id, *(later.id for later in in_order if later.onset > first.onset)]
    runner_up = _second(ranked[1] if len(ranked) > 1 else None)
    if runner_up is None and decisive:
        runner_up = RunnerUp(None, decisive[0].kind, decisive[0].line, decisive[0].title)
    return Root(
        first.id,
        None,
        first_event(first),
        first.actor,
        first.onset,
        NOT_TRIED if is_grave(first.severity) else SLIGHT,
        runner_up,
        tuple(dict.fromkeys(chain)),
    )


def roles(findings: Sequence[Grounded], root: Root | None) -> dict[str, Role]:
    """What part each finding plays beside the root."""
    named = root.finding if root is not None else None
    chosen = next((one for one in findings if one.id == named), None)
    return {one.id: _role(one, chosen) for one in findings}


def _role(finding: Grounded, root: Grounded | None) -> Role:
    if root is not None and finding.id == root.id:
        return "root"
    if root is None or finding.onset < root.onset or finding.mode.startswith("FM-3"):
        return "contributing"
    if (finding.topic and finding.topic == root.topic) or finding.actor == root.actor:
        return "symptom"
    return "contributing" if is_grave(finding.severity) else "unrelated"


def rank(finding: Grounded) -> tuple[int, int, int]:
    """Grave before slight, and how the run ended only after what went wrong in it; then the earliest."""
    return (not is_grave(finding.severity)) * 2 + (finding.mode in ENDINGS), finding.onset, doubt(finding.confidence)


def _second(finding: Grounded | None) -> RunnerUp | None:
    if finding is None:
        return None
    if finding.mode in ENDINGS:
        why = "It is how the run ended, which seldom is where it went wrong."
    else:
        why = f"It is {finding.severity} and begins at L{finding.onset}."
    return RunnerUp(finding.id, None, finding.onset, why)


def first_event(finding: Grounded) -> int:
    """The event that a finding begins with: its first act, else its first reference."""
    acts = [place.event for place in finding.places if place.part == "act"]
    return min(acts) if acts else finding.places[0].event if finding.places else 0
