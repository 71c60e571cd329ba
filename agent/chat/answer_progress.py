"""What an answer tells while it comes: plain objects, one for each thing that happened."""

from dataclasses import dataclass

from agent.chat.turn import Citation, Proposal, Turn


@dataclass(frozen=True, slots=True)
class Activity:
    """What is being done, while there is nothing to read yet: `searching "USD": 4 hits`, `reading L420-440`."""

    text: str


@dataclass(frozen=True, slots=True)
class Delta:
    """More of the answer, as Markdown, to be put after what came before."""

    text: str


@dataclass(frozen=True, slots=True)
class Rewritten:
    """The answer so far as it must read now: a sentence that came in part turned out to quote what is not there."""

    answer: str


@dataclass(frozen=True, slots=True)
class Cited:
    """A line of the trace that the answer rests on, checked."""

    citation: Citation


@dataclass(frozen=True, slots=True)
class Proposed:
    """A change to the diagnosis, for a person to confirm or dismiss."""

    proposal: Proposal


@dataclass(frozen=True, slots=True)
class Answered:
    """The turn is complete and, where there is a state folder, saved; its answer is final."""

    turn: Turn


Progress = Activity | Delta | Rewritten | Cited | Proposed | Answered
