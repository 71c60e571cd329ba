"""One diagnosis held against what is known of its run: what was found, where, and what was said without reason."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from agent.diagnosis.document_parts import Diagnosis, Finding, Quoted
from agent.evaluation.known_runs import KnownRun
from taxonomy.mode import is_own

NEAR = 5
"""So many lines beside the act still count as its place."""
GRAVE = ("fatal", "major")


@dataclass(frozen=True, slots=True)
class RunScore:
    """What a diagnosis of a known run is worth."""

    run: KnownRun
    found: bool
    """The mode of the failure is among those that are named."""
    place: bool
    """It is named with words that stand at the act or near it."""
    wrong: tuple[str, ...]
    """Other modes that are named there instead."""
    root: bool
    outcome: bool
    said: str
    """The outcome that is named."""
    remedy: bool
    alarms: tuple[str, ...]
    """Grave failures that are named in a run where nothing is to be found."""
    named: frozenset[str]
    """The modes that are named."""
    judged: frozenset[str]
    """The modes that were judged at all."""
    words: tuple[tuple[str, bool], ...]
    """The confidence of each finding, and whether it is right."""
    complete: bool

    @property
    def verdict(self) -> str:
        """What came of it, in a word or two."""
        if not self.run.fails:
            return f"false alarm: {', '.join(self.alarms)}" if self.alarms else "quiet"
        if self.found:
            return "found" if self.place else "found elsewhere"
        return f"wrong mode: {', '.join(self.wrong)}" if self.wrong else "missed"


def scored(run: KnownRun, diagnosis: Diagnosis) -> RunScore:
    """Hold a diagnosis against the truth about its run."""
    left = list(standing(diagnosis.findings))
    hits = [finding for finding in left if run.fails and run.mode in (finding.mode, *finding.also)]
    near = [finding for finding in left if _is_near(finding, run)]
    grave = [one for one in left if one.severity in GRAVE and one.challenge.verdict != "unsure" and one.mode]
    right = {run.mode, *run.also}
    return RunScore(
        run=run,
        found=bool(hits),
        place=any(finding in near for finding in hits),
        wrong=() if hits else tuple(dict.fromkeys(finding.failure for finding in near)),
        root=diagnosis.root is not None and run.root is not None and abs(diagnosis.root.line - run.root) <= NEAR,
        outcome=diagnosis.outcome.verdict == run.outcome,
        said=diagnosis.outcome.verdict,
        remedy=any(advice.kind in run.remedies for finding in hits for advice in finding.remedies),
        alarms=() if run.fails else tuple(dict.fromkeys(one.failure for one in grave)),
        named=frozenset(code for finding in left for code in (finding.mode, *finding.also) if code),
        judged=frozenset(mode.code for mode in diagnosis.modes if mode.verdict != "not_assessed"),
        words=tuple((one.confidence, one.mode in right) for one in left if one.mode),
        complete=not any(cell.state in ("undetermined", "error") for cell in diagnosis.coverage.cells),
    )


def without_own(score: RunScore) -> RunScore:
    """A score with nothing in it of the modes that a person named."""
    return replace(
        score,
        wrong=tuple(code for code in score.wrong if not is_own(code)),
        alarms=tuple(code for code in score.alarms if not is_own(code)),
        named=frozenset(code for code in score.named if not is_own(code)),
        judged=frozenset(code for code in score.judged if not is_own(code)),
    )


def standing(findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings that neither a second look nor a person has thrown out."""
    return (one for one in findings if one.challenge.verdict != "refuted" and one.decision != "rejected")


def acts_of(finding: Finding) -> list[tuple[int, int]]:
    """The lines of a finding's acts."""
    return [one.lines for one in finding.evidence if isinstance(one, Quoted) and one.part == "act"]


def distance(one: tuple[int, int], other: tuple[int, int]) -> int:
    """How many lines lie between two stretches; none where they meet."""
    return max(0, one[0] - other[1], other[0] - one[1])


def _is_near(finding: Finding, run: KnownRun) -> bool:
    acts = acts_of(finding) or [(finding.onset, finding.onset)]
    return any(distance(act, place.lines) <= NEAR for act in acts for place in run.act)
