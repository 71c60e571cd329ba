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
    words: int = 0
    """A number for the words of its lines, equal for equal words."""

    def add(self, line: FileLine, prefix: int = 0) -> None:
        """One more line, without the marks it begins with; lines without such marks make one piece."""
        self.end = line.end
        words = line.data[prefix:].strip()
        if not words:
            return
        self.words = hash((self.words, words))
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
    _said: tuple[int, int] = (0, 0)
    """The words of the last turn of an agent, and its event."""

    def __post_init__(self) -> None:
        """Begin with no turn."""
        self.sequence = DraftSequence(self.reading)

    def begin(self, turn: Turn) -> Iterator[Draft]:
        """Another turn begins; the one before it is told."""
        yield from self.close()
        self.open = turn

    def close(self, *, states_task: bool = True) -> Iterator[Draft]:
        """The turn that was open, as an event."""
        turn, self.open = self.open, None
        draft = turn.draft() if turn is not None else None
        if draft is None or turn is None:
            return
        self.sequence.record += 1
        if draft.actor == "user" and turn.words == self._said[0]:
            draft.repeats = self._said[1]  # an agent's words, handed on as if a person had asked
        elif draft.actor == "user" and states_task:
            self.sequence.state_task(draft)
        yield from self.sequence.tell([draft])
        if draft.kind is Kind.SAY and draft.actor != "user":
            self._said = (turn.words, self.sequence.events)
