"""What a question in plain English names: lines, events, findings, modes, an agent, quoted words, other words."""

import re
from dataclasses import dataclass

from agent.chat.material import Material
from agent.chat.offline.named_things import (
    actor_named,
    findings_named,
    modes_named,
    places_named,
    quotes_of,
    without_identifiers,
    words_named,
)
from agent.diagnosis.document_parts import Lines

_FAULT_WORDS = frozenset(
    "go goes went going wrong fail failed fails failure failing problem mistake break broke error bug run anybody "
    "anyone somebody made make makes things thing fall fell apart never finished finish properly run's story thing "
    "off south sideways it's point start starts started going rails bad haywire derail derailed time times agents did "
    "anything everything all one that step steps big critical decisive real actual".split()
)
_NO_FAULTS = frozenset({"agents"})
"""Words of such questions that tell of no fault by themselves: `which agents are there`."""
_CONCLUSIONS = frozenset(("finding", "mode", "failure"))


@dataclass(frozen=True, slots=True)
class Question:
    """A question, taken apart."""

    text: str
    bare: str
    """Its words in small letters, without what it quotes, with a stand-in for each name of code."""
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
    def names_place(self) -> bool:
        """Whether it names lines or events."""
        return self.lines is not None or self.events is not None

    @property
    def names_two(self) -> bool:
        """Whether it names two findings, or two places."""
        places = (self.lines, self.events)
        return len(set(self.findings)) > 1 or any(place is not None and place[0] < place[1] for place in places)

    @property
    def is_about_faults(self) -> bool:
        """Whether it names nothing but that something went wrong."""
        return not self.quoted and set(map(str.casefold, self.words)) <= _FAULT_WORDS

    @property
    def is_about_findings(self) -> bool:
        """Whether it asks for the findings by that word, or for faults by theirs."""
        named = bool({word.casefold().rstrip("s") for word in self.words} & _CONCLUSIONS)
        says_fault = bool({word.casefold() for word in self.words} - _NO_FAULTS)
        return not self.quoted and (named or (self.is_about_faults and says_fault))


def taken_apart(text: str, material: Material) -> Question:
    """The question, as far as its words tell what it names."""
    quoted, bare = quotes_of(text)
    bare, lines, events = places_named(bare, material)
    return Question(
        text,
        " ".join(without_identifiers(bare).casefold().split()),
        findings_named(bare),
        modes_named(bare, material.case.taxonomy),
        lines,
        events,
        actor_named(bare, material.actors),
        quoted,
        words_named(bare),
    )


def asks_only(question: Question, words: frozenset[str]) -> bool:
    """Whether it says nothing but these words, beside its scaffolding and the agent it names."""
    named = set((question.actor or "").casefold().split())
    said = {word.casefold().removesuffix("'s") for word in question.words}
    return not (question.quoted or question.findings or question.modes or said - named - words)


def starts_with_whether(question: Question) -> bool:
    """Whether it asks did they, was it, is there."""
    start = r"\s*(?:so )?(did|do|does|was|were|is|are|has|have|why (did|does|do|didn't|is|are)|who)\b"
    return re.match(start, question.bare) is not None
