"""The replies to the questions that close a case: challenge, outcome, root and remedies.

What has a default is asked for all the same, and a reply that leaves it out is no reason to ask again.
"""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field

from agent.model.reply_fields import Code, Line, Most, Paragraph, Passage, Reply, Sentence, Short, word
from agent.model.reply_schemas import QuoteReply, SeverityWord

Counted = Literal["met", "unmet", "unknown"]
Earned = Literal["environment", "artefact", "grader", "model", "none"]


class LookReply(Reply):
    """Something that must be seen before a question can be answered."""

    what: Annotated[Literal["lines", "search", "event", "later"], BeforeValidator(word)]
    words: Short
    first: Line
    last: Line


class ClosingReply(Reply):
    """A reply that may ask to be shown more first; what else stands in it counts only if it does not."""

    blank: ClassVar[dict[str, Any]]
    """What the fields that every answer has hold where nothing but a look was asked for."""
    look: Annotated[list[LookReply], Most(4)] = Field(default_factory=list)


class ChallengeReply(ClosingReply):
    """The result of a second look at a finding."""

    blank: ClassVar[dict[str, Any]] = {"against": "", "verdict": "unsure", "mode": "", "counter": None}
    against: Paragraph
    verdict: Annotated[Literal["upheld", "reclassified", "refuted", "unsure"], BeforeValidator(word)]
    mode: Code
    counter: QuoteReply | None


class CriterionReply(Reply):
    """Whether one criterion is met, and the words of the trace that show it."""

    id: Code
    state: Annotated[Counted, BeforeValidator(word)]
    quote: QuoteReply | None


class WeighedReply(Reply):
    """A failure as it weighs against how the run came out."""

    id: Code
    severity: Annotated[SeverityWord, BeforeValidator(word)]
    why: Sentence


class OutcomeReply(ClosingReply):
    """Whether the run succeeded, and what each failure did to that."""

    blank: ClassVar[dict[str, Any]] = {"criteria": [], "verdict": "undetermined", "basis": ""}
    delivered: Annotated[str, Most(1_500)] = ""
    """What the reader sees in what was delivered: said first, so that what follows rests on it."""
    criteria: Annotated[list[CriterionReply], Most(40)]
    """As many as the criteria and constraints of an outline and a person's own together."""
    failures: Annotated[list[WeighedReply], Most(40)] = Field(default_factory=list)
    verdict: Annotated[Literal["success", "partial", "failure", "undetermined"], BeforeValidator(word)]
    earned: Annotated[Earned, BeforeValidator(word)] = "none"
    shown_by: Annotated[list[QuoteReply], Most(3)] = Field(default_factory=list)
    basis: Passage


class CandidateReply(Reply):
    """What would have happened, had one candidate been done right."""

    id: Code
    hidden_cause: Sentence
    smallest_change: Sentence
    recovers: Annotated[Literal["yes", "partly", "no"], BeforeValidator(word)]


class OtherCauseReply(Reply):
    """A cause that no candidate names."""

    kind: Annotated[Literal["capability", "environment"], BeforeValidator(word)]
    what: Sentence
    quote: QuoteReply


class SameReply(Reply):
    """Findings that are one failure, the one to tell it by first."""

    ids: Annotated[list[Code], Most(40)]


class RootReply(ClosingReply):
    """What went wrong first and decisively, and which findings are one failure."""

    blank: ClassVar[dict[str, Any]] = {"candidates": [], "root": "", "runner_up": "", "why": ""}
    same: Annotated[list[SameReply], Most(20)] = Field(default_factory=list)
    candidates: Annotated[list[CandidateReply], Most(6)]
    other: OtherCauseReply | None = None
    root: Code
    runner_up: Code
    chain: Annotated[list[Code], Most(12)] = Field(default_factory=list)
    why: Paragraph


class RemedyReply(Reply):
    """A remedy of the catalogue, made concrete for this system."""

    finding: Code
    remedy: Code
    target: Sentence
    change: Annotated[str, Most(900)]
    effect: Passage
    check: Passage


class RemediesReply(ClosingReply):
    """The remedies for several findings."""

    blank: ClassVar[dict[str, Any]] = {"remedies": []}
    remedies: Annotated[list[RemedyReply], Most(18)]
