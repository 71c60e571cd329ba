"""Joins the findings that are one failure, and tells the failures in order: the gravest in the main part."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from agent.diagnosis.claim import Grounded
from agent.diagnosis.document_parts import Failure
from agent.diagnosis.severity import doubt, gravity
from agent.number_words import line_range

MOST_MAIN = 7
RESETS, REPEATS = "FM-2.1", "FM-1.3"
SURE = frozenset({"upheld", "reclassified"})

Group = tuple[Grounded, ...]


@dataclass
class Story:
    """The findings of one diagnosis as failures: who says which are one, what became of each challenge."""

    findings: Sequence[Grounded]
    verdicts: Mapping[str, str]
    """What the challenge of each finding came to, by its id."""
    same: Sequence[Sequence[str]] = ()
    """Ids that somebody who read them holds to be one failure."""
    root: str | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    """The names of the modes, by code."""

    @property
    def unsure(self) -> frozenset[str]:
        """The findings whose challenge decided nothing."""
        return frozenset(name for name, verdict in self.verdicts.items() if verdict == "unsure")

    def challenged(self) -> list[Grounded]:
        """The findings that somebody gave a second look; all of them where nobody did."""
        looked = [one for one in self.findings if self._standing(one) < 2]
        return looked or list(self.findings)

    @property
    def groups(self) -> list[Group]:
        """The findings joined where they are one failure, each group with the one that says it best first."""
        groups: list[list[Grounded]] = []
        said = {name: number for number, ids in enumerate(self.same) for name in ids}
        for finding in sorted(self.findings, key=self._rank):
            for group in groups:
                if any(_is_one(known, finding) or self._said_same(said, known, finding) for known in group):
                    group.append(finding)
                    break
            else:
                groups.append([finding])
        return [self._led_by_root(group) for group in groups]

    def also(self) -> dict[str, tuple[str, ...]]:
        """The other modes that the same failure shows, for the finding that each failure is told by."""
        told: dict[str, tuple[str, ...]] = {}
        for first, *others in self.groups:
            modes = (one.mode for one in others if one.mode != first.mode and one.mode.startswith("FM-"))
            told[first.id] = tuple(dict.fromkeys(modes))
        return told

    def failures(self) -> tuple[Failure, ...]:
        """The main part, the root first and then the gravest; after it what is left, by mode."""
        groups = self.groups
        surest = min((self._standing(group[0]) for group in groups), default=0)
        best = [group for group in groups if self._standing(group[0]) == surest or group[0].id == self.root]
        main = sorted(best, key=lambda group: (group[0].id != self.root, *self._rank(group[0])))[:MOST_MAIN]
        told = [Failure(group[0].title, tuple(one.id for one in group), main=True) for group in main]
        rest: dict[str, list[Grounded]] = {}
        for group in groups:
            if group not in main:
                rest.setdefault(group[0].mode, []).extend(group)
        return (*told, *(self._rest(mode, those) for mode, those in sorted(rest.items())))

    def _rest(self, mode: str, findings: list[Grounded]) -> Failure:
        ordered = sorted(findings, key=lambda one: one.onset)
        lines = line_range(ordered[0].onset, max(last for one in ordered for _, last in one.occurrences))
        name = self.names.get(mode, mode).lower()
        many = f"{len(ordered)} more of {ordered[0].called}, {name}, {lines}"
        title = ordered[0].title if len(ordered) == 1 else many
        return Failure(title, tuple(one.id for one in ordered), main=False)

    def _standing(self, finding: Grounded) -> int:
        """0 for what was challenged and stands, 1 for what is unsure, 2 for what nobody challenged."""
        verdict = self.verdicts.get(finding.id, "not_run")
        return 0 if verdict in SURE else 1 if verdict == "unsure" else 2

    def _rank(self, finding: Grounded) -> tuple[int, int, int, int]:
        return self._standing(finding), gravity(finding.severity), finding.onset, doubt(finding.confidence)

    def _led_by_root(self, group: list[Grounded]) -> Group:
        return tuple(sorted(group, key=lambda one: one.id != self.root))

    @staticmethod
    def _said_same(said: Mapping[str, int], one: Grounded, other: Grounded) -> bool:
        return one.id in said and said.get(other.id) == said[one.id]


def _is_one(one: Grounded, other: Grounded) -> bool:
    """Whether two findings are one failure as far as a program can tell.

    The same act under two modes, the same defect of the same thing again, or repetitions that a reset explains.
    """
    if _acts_meet(one, other):
        return True
    if {one.mode, other.mode} == {RESETS, REPEATS}:
        return _meet(one.occurrences, other.occurrences)
    return one.mode == other.mode and one.actor == other.actor and bool(one.topic) and one.topic == other.topic


def _acts_meet(one: Grounded, other: Grounded) -> bool:
    """Whether the words of an act of one lie over those of an act of the other."""
    mine = [place for place in one.places if place.part == "act"]
    theirs = [place for place in other.places if place.part == "act"]
    return any(a.event == b.event and a.start < b.end and b.start < a.end for a in mine for b in theirs)


def _meet(mine: Iterable[tuple[int, int]], theirs: Iterable[tuple[int, int]]) -> bool:
    others = list(theirs)
    return any(first <= b and a <= last for first, last in mine for a, b in others)
