"""One thing one actor did: the unit the mind works in, and the pieces of the file its text is made of."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Kind(StrEnum):
    """What an event is, in the words of the contract."""

    TASK = "task"
    SYSTEM = "system"
    SAY = "say"
    THINK = "think"
    CALL = "call"
    RESULT = "result"
    HANDOFF = "handoff"
    PLAN = "plan"
    NOTE = "note"
    ERROR = "error"
    USAGE = "usage"
    NOISE = "noise"
    EVALUATION = "evaluation"
    ANSWER = "answer"


FAILED = frozenset(
    {"error", "failed", "failure", "timeout", "timed_out", "cancelled", "canceled", "denied", "rejected"}
)
"""How traces write that something did not succeed."""


class Coding(StrEnum):
    """How the text of a piece is written in the file."""

    PLAIN = "plain"  # as it stands
    STRING = "string"  # the body of a JSON string, without its quotes
    NESTED = "nested"  # JSON inside a JSON string: escapes are undone twice
    STRINGS = "strings"  # a run of JSON strings, one text line each (separators between them are not text)


class Piece(NamedTuple):
    """A range of bytes that gives an event part of its text; pieces are joined by a line break."""

    start: int
    end: int
    coding: Coding = Coding.PLAIN


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a trace, with its place in the trace and in the file.

    `lines` number through the trace, `source_lines` through the file; both are inclusive and count from 1.
    `repeats` is the number of the earlier event that the log merely prints again: such an event is no act.
    """

    number: int
    record: int | None
    kind: Kind
    actor: str | None
    to: tuple[str, ...]
    title: str
    lines: tuple[int, int]
    source_lines: tuple[int, int]
    bytes: tuple[int, int]
    time: str | None
    tool: str | None
    call: str | None
    status: str | None
    parent: int | None
    depth: int
    repeats: int | None
    copies: int
    salience: float
    section: str | None
    pieces: tuple[Piece, ...]

    @property
    def has_failed(self) -> bool:
        """Whether the trace says that what this event tells of did not succeed."""
        return self.kind is Kind.ERROR or (self.status or "").lower() in FAILED

    @property
    def is_act(self) -> bool:
        """Whether the event was done, and not merely printed again."""
        return self.repeats is None
