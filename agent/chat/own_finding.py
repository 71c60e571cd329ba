"""A finding in a person's own words: a new one on lines of the trace, or one of the diagnosis put otherwise."""

from dataclasses import dataclass, replace
from typing import get_args

from agent.chat.amending import TITLE, remedies_of, with_modes
from agent.chat.material import Material
from agent.chat.proposals import act_of
from agent.chat.turn import Proposal
from agent.diagnosis.document_parts import Challenge, Diagnosis, Finding, Lines, MistakeKind
from agent.diagnosis.evidence import Evidence
from agent.diagnosis.severity import SEVERITIES, Severity
from agent.errors import WrongUse
from taxonomy.mode import called

KINDS: tuple[MistakeKind, ...] = get_args(MistakeKind)
_LATER = "put here by a reader after the diagnosis, so nobody tried to refute it"


@dataclass(frozen=True, slots=True)
class OwnWords:
    """What a person says of a failure."""

    title: str
    failure: str
    """The code of a mode, or the kind of a plain mistake."""
    severity: Severity
    lines: Lines

    @property
    def mode(self) -> str | None:
        """The mode, unless it is a plain mistake."""
        return None if self.failure in KINDS else self.failure

    @property
    def kind(self) -> MistakeKind | None:
        """Of what kind a plain mistake is."""
        return next((kind for kind in KINDS if kind == self.failure), None)


def words_of(finding: Finding) -> OwnWords:
    """What the diagnosis says of a failure, as a person would."""
    lines = next((each for each in finding.occurrences if each[0] == finding.onset), (finding.onset, finding.onset))
    return OwnWords(finding.title, finding.failure, finding.severity, lines)


def with_own_finding(material: Material, words: OwnWords, because: str) -> tuple[Diagnosis, str]:
    """The diagnosis with a finding of a person's own, and its id."""
    diagnosis = _diagnosis(material)
    act = _act(material, words)
    number = max((int(one.id[1:]) for one in diagnosis.findings if one.id[1:].isdigit()), default=0) + 1
    title = _title(material, words)
    finding = Finding(
        id=f"F{number}",
        mode=words.mode,
        title=title,
        explanation=because,
        actor=act.actor,
        severity=words.severity,
        confidence="possible",
        role="contributing",
        origin="signal",
        onset=act.lines[0],
        occurrences=(words.lines,),
        evidence=(act.record(material.show),),
        challenge=Challenge("not_run", f"It was {_LATER}."),
        remedies=remedies_of(material, words.failure, title, act.actor, act.lines[0], act),
        decision="accepted",
        kind=words.kind,
    )
    return with_modes(replace(diagnosis, findings=(*diagnosis.findings, finding))), finding.id


def with_other_words(material: Material, id: str, words: OwnWords) -> tuple[Diagnosis, str]:
    """The diagnosis with a finding as a person puts it, and what is different now; empty where nothing is."""
    diagnosis = _diagnosis(material)
    finding = next((one for one in diagnosis.findings if one.id == id), None)
    if finding is None:
        raise WrongUse(f"There is no finding {id}.", "The diagnosis is another one now.", "Choose one of the list.")
    changed, said = _reworded(material, finding, words)
    if not said:
        return diagnosis, ""
    before = f"before: {'; '.join(said)}"
    note = f"{finding.note}\n{before}" if finding.note else before
    changed = replace(changed, decision="edited", note=note)
    findings = tuple(changed if one.id == id else one for one in diagnosis.findings)
    return with_modes(replace(diagnosis, findings=findings)), "; ".join(said)


def _reworded(material: Material, finding: Finding, words: OwnWords) -> tuple[Finding, list[str]]:
    """The finding with each thing that a person put otherwise, and what stood there before."""
    was, said = words_of(finding), []
    title = _title(material, words)
    if " ".join(words.title.split()) != " ".join(was.title.split()):
        finding, said = replace(finding, title=title), [f'"{finding.title}"']
    if words.severity != was.severity:
        finding, said = replace(finding, severity=words.severity), [*said, was.severity]
    if words.lines[0] != was.lines[0]:
        act = _act(material, words)
        others = tuple(one for one in finding.evidence if one.part != "act")
        moved = replace(finding, onset=act.lines[0], occurrences=(words.lines,), actor=act.actor)
        finding, said = replace(moved, evidence=(act.record(material.show), *others)), [*said, f"L{was.lines[0]}"]
    if words.failure != was.failure:
        challenge = Challenge("not_run", f"That it is {called(words.failure)} was {_LATER}.")
        remedies = remedies_of(material, words.failure, title, finding.actor, finding.onset, None)
        changed = replace(finding, mode=words.mode, kind=words.kind, also=(), challenge=challenge)
        finding, said = replace(changed, remedies=remedies or finding.remedies), [*said, called(was.failure)]
    return finding, said


def _diagnosis(material: Material) -> Diagnosis:
    if material.diagnosis is None:
        raise WrongUse("There is no diagnosis to add to yet.", "The trace is not diagnosed.", "D diagnoses it.")
    return material.diagnosis


def _title(material: Material, words: OwnWords) -> str:
    title = " ".join(words.title.split())
    if not title or words.severity not in SEVERITIES:
        raise WrongUse("A finding needs a title.", "The first field is empty.", "Say in a few words what went wrong.")
    return material.safe(title)[:TITLE]


def _act(material: Material, words: OwnWords) -> Evidence:
    """The words of the trace that the finding rests on: those of its first line."""
    act = act_of(material, Proposal("add", None, words.mode, words.lines, ""))
    if act is None:
        at = f"L{words.lines[0]}"
        raise WrongUse("The finding has no evidence.", f"No act has words at {at}.", "Name a line that says something.")
    return act
