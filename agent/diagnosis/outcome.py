"""Whether the run succeeded: what the facts of a trace allow to say, and what a model says without contradiction."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from agent.diagnosis.document_parts import Criterion, Earned, Outcome, OutcomeVerdict
from agent.diagnosis.evidence import Evidence, Finder
from agent.diagnosis.quote import Quote
from agent.diagnosis.root import Cause
from agent.diagnosis.severity import Severity, is_grave
from agent.signals.readings.outcome_facts import OutcomeFact
from agent.signals.signal import Signal

AT_THE_END = 0.9
"""Share of the trace after which a failure from outside is what the run ended on."""
GRADES = frozenset({"graded_as_passed"})
"""Facts that speak for the task itself: a test suite or a grader that belongs to it."""
NOT_JUDGED = "The task was not judged."

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Said(Generic[P]):
    """What somebody says of the outcome, with the words of the trace that were found for it."""

    verdict: OutcomeVerdict
    earned: Earned
    basis: str
    criteria: tuple[Criterion, ...]
    proofs: tuple[P, ...]
    severities: Mapping[str, Severity]
    """How grave each standing failure is held to be beside it."""
    constraints: frozenset[str] = frozenset()
    """The ids among the criteria of what had to be kept to on the way: not all of it bears on what was delivered."""


def contradiction(said: Said[P]) -> str:
    """What in a reply goes against its own verdict, in words for whoever gave it; empty where nothing does."""
    fatal = [name for name, severity in said.severities.items() if severity == "fatal"]
    aside = frozenset() if _borne_out(said) else said.constraints
    unmet = [one.id for one in said.criteria if one.state == "unmet" and one.id not in aside]
    if said.verdict == "success" and fatal:
        return f"It is called a success, and {', '.join(fatal)} fatal: one of the two cannot be."
    if said.verdict == "success" and unmet:
        return f"It is called a success, and {', '.join(unmet)} is not met: one of the two cannot be."
    if said.verdict == "success" and (said.earned == "none" or not said.proofs):
        return "It is called a success, and no words of the trace are quoted that show it (`shown_by`, `earned`)."
    if said.verdict in ("failure", "partial") and not said.proofs and not _borne_out(said):
        return f"It is called {said.verdict}, and no words of the trace are quoted that show it (`shown_by`)."
    if said.verdict == "failure" and said.criteria and all(one.state == "met" for one in said.criteria):
        return "It is called a failure, and every criterion is met: one of the two cannot be."
    return ""


def doubt(said: Said[P]) -> str:
    """What in a success is asked about once more, and then believed: something was not kept to on the way."""
    broken = [one.id for one in said.criteria if one.state == "unmet" and one.id in said.constraints]
    if said.verdict != "success" or not broken:
        return ""
    named = ", ".join(broken)
    return (
        f"It is called a success, and {named} is not met: say both again only if that takes nothing from what was "
        "delivered (a habit, when to end); else it is partial or a failure."
    )


def decided(said: Said[P]) -> Outcome:
    """The outcome that is said; where it goes against what is said beside it, what both allow."""
    against = contradiction(said)
    if not against:
        earned: Earned = said.earned if said.verdict == "success" else "none"
        return Outcome(said.verdict, said.basis, (), (), earned)
    verdict: OutcomeVerdict = "undetermined"
    if said.verdict == "success" and any(one.state == "unmet" for one in said.criteria):
        verdict = "partial" if any(one.state == "met" for one in said.criteria) else "failure"
    return Outcome(verdict, f"{against} {said.basis}".strip(), (), ())


def _borne_out(said: Said[P]) -> bool:
    """Whether a failure that stands, with words of its own, bears out that the run did not succeed."""
    return any(is_grave(severity) for severity in said.severities.values())


def outcome_of(facts: Sequence[OutcomeFact]) -> Outcome:
    """The verdict that facts alone allow; its evidence is added by whoever can read the trace.

    That tests of the agents passed, or a program started, is told, and makes no success: the task was not judged.
    """
    bad = [fact for fact in facts if fact.points == "failure"]
    good = [fact for fact in facts if fact.points == "success"]
    graded = [fact for fact in good if fact.what in GRADES]
    if graded and not bad:
        return _outcome("success", good, "grader")
    if good:
        seen = _outcome("undetermined", [*bad, *good])
        return Outcome("undetermined", f"{seen.basis} {NOT_JUDGED}", (), ())
    if bad:
        return _outcome("failure", bad)
    return Outcome("undetermined", "The trace does not show whether the task was done.", (), ())


def evidence_of(facts: Sequence[OutcomeFact], finder: Finder) -> list[Evidence]:
    """The words of the trace that the facts rest on."""
    proven = []
    for fact in facts:
        if fact.points != "neither" and fact.mark is not None:
            evidence = finder.find(Quote(fact.mark.quote, fact.lines, fact.mark.event), "act")
            if evidence is not None:
                proven.append(evidence)
    return proven


def causes_of(signals: Sequence[Signal], facts: Sequence[OutcomeFact], lines: int) -> list[Cause]:
    """What came from outside the agents; decisive where the run failed on it and never got past it."""
    failed = any(fact.points == "failure" for fact in facts)
    return [
        Cause(
            "environment",
            signal.title,
            signal.acts[0].event,
            signal.occurrences[0][0],
            signal.actor,
            decisive=failed and signal.occurrences[-1][1] >= AT_THE_END * lines,
        )
        for signal in signals
        if not signal.mode and signal.acts and signal.occurrences
    ]


def _outcome(verdict: OutcomeVerdict, facts: Sequence[OutcomeFact], earned: Earned = "none") -> Outcome:
    said = [f"{fact.says.rstrip('.')}{f' (L{fact.lines[0]})' if fact.lines else ''}." for fact in facts]
    return Outcome(verdict, " ".join(said), (), (), earned)
