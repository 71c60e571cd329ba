"""What an analyst answers: one question per node of the graph."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from agent.analyst.case import Case
from agent.chunk.chunks import Chunk
from agent.diagnosis.audit import DroppedQuote, Injection, Refuted
from agent.diagnosis.claim import Grounded
from agent.diagnosis.document_parts import CellState, Challenge, Outcome, RemedyAdvice, Root
from agent.diagnosis.severity import Severity
from agent.diagnosis.story import Story
from agent.diagnosis.usage import Usage
from agent.model.meter import News
from agent.model.model import Spent


@dataclass(frozen=True, slots=True)
class Judgement:
    """What an analyst says of one chunk and one category: claims that stand, and what became of each mode."""

    claims: tuple[Grounded, ...]
    cells: Mapping[str, tuple[CellState, str]]
    dropped: tuple[DroppedQuote, ...] = ()
    """Quotes that are not in the trace."""
    usage: Usage = field(default_factory=Usage)
    injections: tuple[Injection, ...] = ()
    rejected: tuple[Refuted, ...] = ()
    """What programs saw and the analyst does not believe."""
    masked: tuple[str, ...] = ()
    """What came of judging once more without the words that speak to the reader; nothing where there are none."""


@dataclass(frozen=True, slots=True)
class SecondLook:
    """The result of a challenge, and the mode the finding has now where that is another one."""

    challenge: Challenge
    mode: str | None = None


@dataclass(frozen=True, slots=True)
class WeighedOutcome:
    """How the run came out, and how grave findings are now that this is known: a severity and why, by id."""

    outcome: Outcome
    severities: Mapping[str, tuple[Severity, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RootAnswer:
    """The root, and ids of findings that are one failure."""

    root: Root | None
    same: tuple[tuple[str, ...], ...] = ()


class Analyst(Protocol):
    """Who answers."""

    kind: str
    """The name of its kind, in `agent/diagnosis/analyst_kinds.py`."""
    model: str | None
    host: str | None
    prompts: str | None
    settings: dict[str, Any]
    looked: str
    """What it means that this analyst judged a mode everywhere and found nothing."""

    async def open(self) -> None:
        """Load what answering takes, while the trace is read."""
        ...

    async def outlining(self) -> None:
        """Wait, a moment at most, until the question for the outline is on its way."""
        ...

    async def prepare(self, case: Case, chunks: Sequence[Chunk]) -> None:
        """Make ready what the first judgements will need, while the outline is waited for."""
        ...

    async def outline(self, case: Case, chunks: Sequence[Chunk]) -> dict[str, Any]:
        """What a right run must do, and what to look at; plain JSON values."""
        ...

    async def judge(
        self, case: Case, category: str, chunk: Chunk, outline: dict[str, Any], so_far: Sequence[Grounded]
    ) -> Judgement:
        """Each mode of one category in one chunk."""
        ...

    async def challenge(self, case: Case, finding: Grounded) -> SecondLook:
        """A second look that tries to refute a finding."""
        ...

    async def outcome(self, case: Case, outline: dict[str, Any], story: Story) -> WeighedOutcome:
        """Whether the run succeeded, weighed together with what went wrong and still stands."""
        ...

    async def root(self, case: Case, story: Story, outcome: Outcome) -> RootAnswer:
        """What went wrong first and decisively, now that the outcome is known."""
        ...

    async def remedies(self, case: Case, story: Story, outcome: Outcome) -> dict[str, tuple[RemedyAdvice, ...]]:
        """What would have prevented each finding, by its id."""
        ...

    def listen(self, tell: Callable[[News], None]) -> None:
        """Tell somebody what is spent and what is waited for."""
        ...

    async def close(self) -> None:
        """Let go of what was opened."""
        ...


def usage_of(spent: Spent) -> Usage:
    """What was spent, in the words of the document."""
    cost = round(spent.cost_usd, 6) if spent.cost_usd is not None else None
    return Usage(spent.calls, spent.prompt_tokens, spent.cached_tokens, spent.completion_tokens, cost_usd=cost)
