"""What a reader sees first: what was asked, what came out, what went wrong first, and how far anybody looked."""

from dataclasses import dataclass

from agent.diagnosis.analyst_kinds import KINDS
from agent.diagnosis.document_parts import Diagnosis, Finding
from agent.diagnosis.kept_selfcheck import told
from agent.diagnosis.severity import SEVERITIES, gravity
from agent.number_words import count
from agent.report.wording import NO_FINDING, VERDICTS, label, listed, verdict

CAUSES = {
    "environment": "its environment (a missing package, the network, a refused page)",
    "capability": "what its model cannot do (a wrong fact, a wrong calculation)",
}


@dataclass(frozen=True, slots=True)
class Opening:
    """The first screen of a report, in sentences; `finding` is the one whose evidence and remedies it shows."""

    headline: str
    outcome: str
    first: str
    tally: str
    sight: str
    analyst: str
    finding: Finding | None


def opening(diagnosis: Diagnosis) -> Opening:
    """The first screen of a diagnosis."""
    shown = decisive(diagnosis)
    return Opening(
        headline=_headline(diagnosis, shown),
        outcome=f"{diagnosis.outcome.verdict.capitalize()}. {diagnosis.outcome.basis}{_spoken_to(diagnosis)}",
        first=_first(diagnosis, shown),
        tally=_tally(diagnosis),
        sight=_sight(diagnosis),
        analyst=_analyst(diagnosis),
        finding=shown,
    )


def _spoken_to(diagnosis: Diagnosis) -> str:
    """A warning where a model judged a trace that speaks to whoever judges it."""
    places = diagnosis.audit.injections
    if not places or not KINDS[diagnosis.made_by.analyst].asks_a_model:
        return ""
    others = f" and {count(len(places) - 1, 'other place')}" if len(places) > 1 else ""
    judged = " ".join(dict.fromkeys(place.masked for place in places if place.masked))
    said = f" The trace speaks to its judge at L{places[0].lines[0]}{others}: read this verdict with that in mind."
    return f"{said} {judged}" if judged else said


def standing(diagnosis: Diagnosis) -> list[Finding]:
    """The findings that nobody has rejected."""
    return [finding for finding in diagnosis.findings if finding.decision != "rejected"]


def decisive(diagnosis: Diagnosis) -> Finding | None:
    """The finding to read first: the root, else the earliest of the gravest."""
    left = standing(diagnosis)
    root = diagnosis.root.finding if diagnosis.root is not None else None
    for finding in left:
        if finding.id == root:
            return finding
    return min(left, key=lambda finding: (gravity(finding.severity), finding.onset), default=None)


def _headline(diagnosis: Diagnosis, shown: Finding | None) -> str:
    root = diagnosis.root
    if root is not None and root.cause is not None:
        return f"The run was stopped by {CAUSES[root.cause]}"
    if shown is not None:
        return label(shown.title)
    return NO_FINDING


def _first(diagnosis: Diagnosis, shown: Finding | None) -> str:
    root = diagnosis.root
    if root is None or (root.cause is None and shown is None):
        return "Nothing is named: " + ("no finding stands." if shown is None else "no finding was decisive.")
    if root.cause is not None:
        return f"At L{root.line}: {CAUSES[root.cause]}, which is no mode of MAST. {root.counterfactual}"
    if shown is not None and shown.id != root.finding:
        return f"{root.finding} was named and then rejected. The gravest that stands is {_named(diagnosis, shown)}."
    if shown is None:
        return root.counterfactual
    return f"{_named(diagnosis, shown)}: {shown.explanation} {root.counterfactual}"


def _named(diagnosis: Diagnosis, finding: Finding) -> str:
    name = next((f"{mode.name.lower()} ({mode.code})" for mode in diagnosis.modes if mode.code == finding.mode), "")
    by = f", by {finding.actor}" if finding.actor else ""
    return f"{finding.id} at L{finding.onset}{by}, {name or finding.called}"


def _tally(diagnosis: Diagnosis) -> str:
    left = standing(diagnosis)
    grades = [
        f"{sum(finding.severity == grade for finding in left)} {grade}"
        for grade in SEVERITIES
        if any(finding.severity == grade for finding in left)
    ]
    rejected = len(diagnosis.findings) - len(left)
    aside = f"; {count(rejected, 'finding')} rejected by a reader" if rejected else ""
    return f"{count(len(left), 'finding')}{': ' + listed(grades) if grades else ''}{aside}"


def _sight(diagnosis: Diagnosis) -> str:
    covered = diagnosis.coverage
    read = (
        "Every line was read"
        if covered.lines_read >= covered.lines
        else f"{covered.lines_read:,} of {count(covered.lines, 'line')} were read"
    )
    parts = []
    for kind in VERDICTS:
        modes = [mode for mode in diagnosis.modes if mode.verdict == kind]
        if modes:
            parts.append(f"{len(modes)} {verdict(modes[0])}")
    return f"{read}{_reservations(diagnosis)}. Of the {len(diagnosis.modes)} modes: {listed(parts)}."


def _reservations(diagnosis: Diagnosis) -> str:
    """What was joined, guessed or left out when the trace was read: the first, and how many more there are."""
    warnings = diagnosis.trace.warnings
    if not warnings:
        return ""
    more = f" (and {len(warnings) - 1} more)" if len(warnings) > 1 else ""
    return f", but {warnings[0].rstrip('.')}{more}"


def _analyst(diagnosis: Diagnosis) -> str:
    made_by = diagnosis.made_by
    if not made_by.asked_a_model:
        return (
            "The offline analyst looked for facts of structure, without a language model. It can show that a failure "
            f"is there; it never says that one is absent. {told(made_by)}"
        )
    host = f" at {made_by.host}" if made_by.host else ""
    return (
        f"The model {made_by.model or 'without a name'}{host} judged the trace; programs checked every quote. "
        f"{told(made_by)}"
    )
