"""Whether the run succeeded, only from what the trace itself shows of its end."""

from collections.abc import Sequence
from typing import Literal

from agent.diagnosis.document_parts import Outcome
from agent.diagnosis.evidence import Evidence, Finder
from agent.diagnosis.quote import Quote
from agent.diagnosis.root import Cause
from agent.signals.readings.outcome_facts import OutcomeFact
from agent.signals.signal import Signal

AT_THE_END = 0.9
"""Share of the trace after which a failure from outside is what the run ended on."""


def outcome_of(facts: Sequence[OutcomeFact]) -> Outcome:
    """The verdict that the facts allow; its evidence is added by whoever can read the trace."""
    bad = [fact for fact in facts if fact.points == "failure"]
    good = [fact for fact in facts if fact.points == "success"]
    if bad and good:
        return _outcome("partial", [*bad, *good])
    if bad:
        return _outcome("failure", bad)
    if good:
        return _outcome("success", good)
    return Outcome("undetermined", "The trace does not show whether the task was done.", (), ())


def evidence_of(facts: Sequence[OutcomeFact], finder: Finder) -> list[Evidence]:
    """The words of the trace that the facts rest on."""
    found = []
    for fact in facts:
        if fact.points != "neither" and fact.mark is not None:
            evidence = finder.find(Quote(fact.mark.quote, fact.lines, fact.mark.event), "act")
            if evidence is not None:
                found.append(evidence)
    return found


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


def _outcome(verdict: Literal["success", "partial", "failure"], facts: Sequence[OutcomeFact]) -> Outcome:
    said = [f"{fact.says.rstrip('.')}{f' (L{fact.lines[0]})' if fact.lines else ''}." for fact in facts]
    return Outcome(verdict, " ".join(said), (), ())
