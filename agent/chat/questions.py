"""What a question in plain English asks for: its kind, and what it names of the trace, the diagnosis and MAST."""

import re
from dataclasses import dataclass, replace

from agent.chat.kinds import COMPARES, PARAPHRASED, RULES, Kind
from agent.chat.material import Material
from agent.chat.naming import (
    actor_named,
    findings_named,
    modes_named,
    places_named,
    quotes_of,
    without_identifiers,
    words_named,
)
from agent.chat.spelling import respelled
from agent.diagnosis.shapes import Lines
from taxonomy.mast import Taxonomy
from taxonomy.mode import Mode

_CONCLUDING: frozenset[Kind] = frozenset(
    ("remedy", "evidence", "outcome", "verdict", "findings", "why", "blame", "sure", "checks", "coverage")
)
_FAULT_WORDS = frozenset(
    "go goes went going wrong fail failed fails failure failing problem mistake break broke error bug run anybody "
    "anyone somebody made make makes things thing fall fell apart never finished finish properly run's story thing "
    "off south sideways it's point start starts started going rails bad haywire derail derailed time times agents did "
    "anything everything all one that step steps big critical decisive real actual".split()
)
_CONCLUSIONS = frozenset(("finding", "mode", "failure"))
_ALONE = frozenset(("lines", "search"))
"""Kinds that a misspelt question may have been taken for."""
_MEANS = re.compile(r"\bmeans?\b|\bmeaning\b|\bdefin\w+\b|\bwhat (is|are|does)\b|\bexplain\b|\bdifference\b", re.I)
_IS_IT = re.compile(r"\b(present|absent|found|happen\w*|occur\w*|is there|was there|any|does it|did it)\b")
_WHETHER = re.compile(r"\s*(?:so )?(did|do|does|was|were|is|are|has|have|why (did|does|do|didn't|is|are)|who)\b", re.I)


@dataclass(frozen=True, slots=True)
class Question:
    """A question, taken apart."""

    text: str
    kind: Kind
    findings: tuple[str, ...] = ()
    modes: tuple[str, ...] = ()
    lines: Lines | None = None
    events: Lines | None = None
    actor: str | None = None
    quoted: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    """What is left when the scaffolding of the question is taken away."""
    read_as: tuple[tuple[str, str], ...] = ()
    """Words that were taken for misspelt, each with the word it was read as."""

    @property
    def subject(self) -> str:
        """What a search should look for first."""
        return self.quoted[0] if self.quoted else " ".join(self.words)

    @property
    def is_about_faults(self) -> bool:
        """Whether it names nothing but that something went wrong."""
        return not self.quoted and set(map(str.casefold, self.words)) <= _FAULT_WORDS

    @property
    def is_about_findings(self) -> bool:
        """Whether it asks for the findings by that word."""
        return bool({word.casefold().rstrip("s") for word in self.words} & _CONCLUSIONS)

    @property
    def needs_diagnosis(self) -> bool:
        """Whether the answer rests on a diagnosis; exact searches do not."""
        if self.findings or (self.modes and self.kind != "definition") or self.kind in _CONCLUDING:
            return not (self.kind == "evidence" and self.quoted)
        if self.kind == "count":
            return self.is_about_findings or self.counts_faults
        return self.kind == "first" and (self.is_about_faults or self.is_about_findings)

    @property
    def counts_faults(self) -> bool:
        """Whether it asks how often things went wrong, and names nothing of the trace."""
        return self.is_about_faults and bool(self.words)


def understood(text: str, material: Material) -> Question:
    """The question, as far as its words alone tell what it asks for, also where they are misspelt."""
    text = " ".join(text.split())
    asked = _taken_apart(text, material)
    if asked.kind in _ALONE and not asked.quoted:
        respelt, read_as = respelled(text, material.actors)
        again = _taken_apart(respelt, material) if read_as else asked
        if again.kind != asked.kind:
            return replace(again, text=text, read_as=read_as)
    return asked


def _taken_apart(text: str, material: Material) -> Question:
    quoted, bare = quotes_of(text)
    modes = modes_named(bare, material.case.taxonomy)
    findings = findings_named(bare)
    if not modes and not quoted and not findings and (said := _paraphrased(bare)) is not None:
        modes = (said,)
    actor = actor_named(bare, material.actors)
    bare, lines, events = places_named(bare, material)
    words = words_named(bare)
    pairs = len(set(findings)) > 1 or any(places is not None and places[0] < places[1] for places in (lines, events))
    if re.search(COMPARES, bare, re.IGNORECASE) and (pairs or len(modes) > 1):
        kind: Kind = "definition" if len(modes) > 1 else "compare"
    else:
        kind = _kind(without_identifiers(bare), bool(modes), (lines or events) is not None, bool(findings))
    return Question(text, kind, findings, modes, lines, events, actor, quoted, words)


def _kind(text: str, names_mode: bool, names_place: bool, names_finding: bool) -> Kind:
    lowered = text.casefold()
    if names_mode and _IS_IT.search(lowered):
        return "verdict"
    for kind, patterns in RULES:
        if any(re.search(pattern, lowered) for pattern in patterns):
            if kind in ("mention", "count", "first") and names_mode and _MEANS.search(lowered):
                return "definition"
            return kind
    if names_mode:
        names_only = len(lowered.split()) <= 4 and not _WHETHER.match(text)
        return "definition" if _MEANS.search(lowered) or names_only else "verdict"
    if names_place:
        return "lines"
    return "evidence" if names_finding else "search"


def _paraphrased(text: str) -> str | None:
    """The mode that a question asks for in plain words: did they, was it, is there."""
    if not _WHETHER.match(text):
        return None
    return next((code for pattern, code in PARAPHRASED if re.search(pattern, text, re.IGNORECASE)), None)


def mode_of(code: str, taxonomy: Taxonomy) -> Mode:
    """The mode of a code that was recognised."""
    return taxonomy.mode(code)
