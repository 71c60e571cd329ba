"""Puts lines of Markdown into turns: what belongs together of what a person, an agent or the program wrote."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from agent.trace.event import Kind, Piece
from agent.trace.formats.base.file_lines import FileLine
from agent.trace.formats.base.format import Draft, Reading
from agent.trace.formats.messages.draft_sequence import ASIDE, DraftSequence


@dataclass(slots=True)
class Turn:
    """Lines of one kind by one actor; blank ones at its edges are no part of its text."""

    kind: Kind
    actor: str | None
    start: int
    end: int
    time: str | None = None
    tool: str | None = None
    pieces: list[Piece] = field(default_factory=list)
    _blank: int = 0

    def add(self, line: FileLine, prefix: int = 0) -> None:
        """One more line, without the marks it begins with; lines without such marks make one piece."""
        self.end = line.end
        words = line.data[prefix:].strip()
        if not words:
            return
        end = line.start + len(line.data.rstrip())
        if self.pieces and not prefix:
            self.pieces[-1] = Piece(self.pieces[-1].start, end)
        else:
            self.pieces.append(Piece(line.start + prefix, end))

    def draft(self) -> Draft | None:
        """The turn as an event; none where nothing is said and nothing is called."""
        if not self.pieces and self.kind is not Kind.CALL:
            return None
        pieces = tuple(self.pieces) or (Piece(self.start, self.start),)
        draft = Draft(self.kind, self.start, self.end, actor=self.actor, pieces=pieces, time=self.time, tool=self.tool)
        draft.salience = ASIDE if self.kind is Kind.NOTE else 1.0
        return draft


@dataclass(slots=True)
class Turns:
    """The turn that lines are put into, and the sequence that those before it are in."""

    reading: Reading
    sequence: DraftSequence = field(init=False)
    open: Turn | None = None

    def __post_init__(self) -> None:
        """Begin with no turn."""
        self.sequence = DraftSequence(self.reading)

    def begin(self, turn: Turn) -> Iterator[Draft]:
        """Another turn begins; the one before it is told."""
        yield from self.close()
        self.open = turn

    def close(self, *, states_task: bool = True) -> Iterator[Draft]:
        """The turn that was open, as an event."""
        draft = self.open.draft() if self.open is not None else None
        self.open = None
        if draft is None:
            return
        self.sequence.record += 1
        if draft.actor == "user" and states_task:
            self.sequence.state_task(draft)
        yield from self.sequence.tell([draft])
