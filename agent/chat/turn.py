"""A turn: one question and its answer, with every line the answer rests on."""

from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from agent.diagnosis.usage import Usage

FOLDER = "turns"
"""Where in the state folder turns are kept."""
Lines = tuple[int, int]
Match = Literal["exact", "normalised", "repaired"]
ProposalKind = Literal["reject", "mode", "add"]


@dataclass(frozen=True, slots=True)
class Citation:
    """Words that stand in the trace at these lines; `start` and `end` are their characters in the event's text.

    `agent.chat.citations` is what makes one: the quote is read from the trace, never from an answer.
    """

    lines: Lines
    quote: str
    match: Match
    event: int
    start: int
    end: int

    def as_dict(self) -> dict[str, Any]:
        """The citation as the contract has it."""
        return {"lines": list(self.lines), "quote": self.quote, "match": self.match}


@dataclass(frozen=True, slots=True)
class Proposal:
    """A change to the diagnosis that an answer suggests; nothing happens until a person confirms it."""

    kind: ProposalKind
    finding: str | None
    """The finding to reject or to give another mode; None where one is to be added."""
    mode: str | None
    lines: Lines | None
    because: str

    @property
    def text(self) -> str:
        """The proposal in words, as a screen shows it."""
        if self.kind == "reject":
            return f"reject {self.finding}: {self.because}"
        if self.kind == "mode":
            return f"{self.finding} is {self.mode}: {self.because}"
        where = f" at L{self.lines[0]}" if self.lines else ""
        return f"add finding {self.mode}{where}: {self.because}"


@dataclass(frozen=True, slots=True)
class Turn:
    """One question and its answer, as far as it has come: a screen shows the same turn that is saved."""

    question: str
    about: str
    """What the question was about: `F2`, `L424-435`, or nothing for the whole trace."""
    answer: str = ""
    citations: tuple[Citation, ...] = ()
    unverified: tuple[str, ...] = ()
    """Sentences of the answer that rest on nothing that could be checked, and what was said of lines that are not."""
    left_out: int = 0
    """How many proposals were taken out because they name what is not there."""
    proposals: tuple[Proposal, ...] = ()
    analyst: Literal["offline", "model"] = "offline"
    model: str | None = None
    usage: Usage = field(default_factory=Usage)
    working: str = ""
    """What is being done, as long as there is nothing to read."""

    @property
    def places(self) -> tuple[Lines, ...]:
        """The lines that the answer cites, each once."""
        return tuple(dict.fromkeys(citation.lines for citation in self.citations))

    @property
    def verdict(self) -> str:
        """What stands below an answer on every screen."""
        proven, doubtful = len(self.citations), len(self.unverified)
        parts = [f"{proven} of {proven + doubtful} citations found in the trace"] if proven + doubtful else []
        if self.left_out:
            changes = "1 proposal" if self.left_out == 1 else f"{self.left_out} proposals"
            parts.append(f"{changes} left out: no such finding, mode or act")
        return " · ".join(parts)

    def as_dict(self) -> dict[str, Any]:
        """The answer as the contract has it."""
        return {
            "answer": self.answer,
            "citations": [citation.as_dict() for citation in self.citations],
            "unverified": list(self.unverified),
            "left_out": self.left_out,
            "proposals": [asdict(proposal) | {"text": proposal.text} for proposal in self.proposals],
            "usage": asdict(self.usage),
            "analyst": self.analyst,
            "model": self.model,
        }
