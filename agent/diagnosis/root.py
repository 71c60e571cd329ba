"""Which finding went wrong first and decisively, what it led to, and what came second: by rules, without a model."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from agent.diagnosis.grounded import Grounded
from agent.diagnosis.shapes import Role, Root, RunnerUp

_WEIGHT = {"fatal": 0, "major": 1, "minor": 2, "recovered": 3}
_SURE = {"confirmed": 0, "likely": 1, "possible": 2}
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


def choose(findings: Sequence[tuple[str, Grounded]], causes: Sequence[Cause]) -> Root | None:
    """The root by severity, then by time, with the one that came second."""
    ranked = sorted((pair for pair in findings if pair[1].severity != "recovered"), key=lambda pair: _rank(pair[1]))
    decisive = sorted((cause for cause in causes if cause.decisive), key=lambda cause: cause.line)
    first = ranked[0] if ranked else None
    if decisive and (first is None or _is_slight(first[1]) or decisive[0].line < first[1].onset):
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
            tuple(name for name, finding in sorted(findings, key=lambda f: f[1].onset) if finding.onset >= cause.line),
        )
    if first is None:
        return None
    name, finding = first
    chain = [name] + [
        other for other, later in sorted(findings, key=lambda f: f[1].onset) if later.onset > finding.onset
    ]
    rest = ranked[1] if len(ranked) > 1 else None
    runner_up = _second(rest)
    if runner_up is None and decisive:
        runner_up = RunnerUp(None, decisive[0].kind, decisive[0].line, decisive[0].title)
    return Root(
        name,
        None,
        _event(finding),
        finding.actor,
        finding.onset,
        SLIGHT if _is_slight(finding) else NOT_TRIED,
        runner_up,
        tuple(dict.fromkeys(chain)),
    )


def roles(findings: Sequence[tuple[str, Grounded]], root: Root | None) -> dict[str, Role]:
    """What part each finding plays beside the root."""
    named = dict(findings)
    chosen = named.get(root.finding or "") if root is not None else None
    result: dict[str, Role] = {}
    for name, finding in findings:
        if chosen is not None and name == (root.finding if root else None):
            result[name] = "root"
        elif chosen is None or finding.onset < chosen.onset or finding.mode.startswith("FM-3"):
            result[name] = "contributing"
        elif (finding.topic and finding.topic == chosen.topic) or finding.actor == chosen.actor:
            result[name] = "symptom"
        else:
            result[name] = "contributing" if finding.severity in ("fatal", "major") else "unrelated"
    return result


def _rank(finding: Grounded) -> tuple[int, int, int]:
    """Grave before slight, and how the run ended only after what went wrong in it; then the earliest."""
    return _is_slight(finding) * 2 + (finding.mode in ENDINGS), finding.onset, _SURE[finding.confidence]


def _is_slight(finding: Grounded) -> bool:
    return _WEIGHT[finding.severity] > _WEIGHT["major"]


def _second(pair: tuple[str, Grounded] | None) -> RunnerUp | None:
    if pair is None:
        return None
    name, finding = pair
    if finding.mode in ENDINGS:
        return RunnerUp(name, None, finding.onset, "It is how the run ended, which seldom is where it went wrong.")
    return RunnerUp(name, None, finding.onset, f"It is {finding.severity} and begins at L{finding.onset}.")


def _event(finding: Grounded) -> int:
    acts = [place.event for place in finding.places if place.part == "act"]
    return min(acts) if acts else finding.places[0].event
