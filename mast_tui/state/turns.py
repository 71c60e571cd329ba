"""Questions, what comes back to them, and the changes that an answer proposes."""

from typing import NamedTuple


class Proposed(NamedTuple):
    """A change to the diagnosis that an answer suggests; nothing happens until a person applies it."""

    kind: str
    finding: str | None
    text: str
    mode: str | None = None
    lines: tuple[int, int] | None = None
    because: str = ""


class Answer(NamedTuple):
    """What came back to a question: text, the lines it cites, and what could be checked."""

    text: str
    lines: tuple[tuple[int, int], ...] = ()
    verdict: str = ""
    unverified: tuple[str, ...] = ()
    proposals: tuple[Proposed, ...] = ()


class Turn(NamedTuple):
    """A question and its answer; `working` is what is being done while there is nothing to read."""

    question: str
    about: str
    answer: Answer | None = None
    working: str = ""
    model: str | None = None
    """The model that answered; none is the offline analyst."""
