"""Puts the drafts of a run in order: numbers them, states the task once, links what is written again to the first."""

import copy
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field

from agent.trace.event import Kind, Piece
from agent.trace.formats.base.format import Draft, Reading, Statement
from agent.trace.formats.messages.chat_messages import USERS, Calls

PROMPT = 0.5
ASIDE = 0.1
_DONE = (Kind.SAY, Kind.CALL, Kind.HANDOFF, Kind.THINK)


@dataclass(slots=True)
class DraftSequence:
    """What has to be remembered from record to record; plain values, so that a cut can be copied and go on."""

    reading: Reading
    calls: Calls = field(default_factory=Calls)
    events: int = 0
    """How many events there were, so that the next one has the number after it."""
    record: int = 0
    time: str | None = None
    section: str | None = None
    depth: int = 0
    parent: int | None = None
    inside: bool = False
    """Whether an agent is at work that another one sent out: its last words are no answer of the run."""
    _first: dict[Hashable, int] = field(default_factory=dict)
    _last: tuple[Piece, ...] = ()
    _last_inside: tuple[Piece, ...] = ()
    _came_out: bool = False
    _answered: bool = False
    _calls_made: int = 0
    _results_seen: int = 0

    def __deepcopy__(self, memo: dict[int, object]) -> "DraftSequence":
        """A copy to be brought to its end while this one goes on; what its keys stand for never changes."""
        twin = copy.copy(self)
        memo[id(self)] = twin
        twin.reading, twin.calls = copy.deepcopy(self.reading, memo), copy.deepcopy(self.calls, memo)
        twin._first = self._first.copy()
        return twin

    def first(self, key: Hashable) -> int | None:
        """The event that something known by this key was written as first."""
        return self._first.get(key)

    def keep(self, key: Hashable, event: int | None = None) -> None:
        """Know that an event, by itself the next one, is the first of something known by this key."""
        self._first.setdefault(key, self.events + 1 if event is None else event)

    def tell(self, drafts: Iterable[Draft], repeats: int | None = None) -> Iterator[Draft]:
        """The drafts with their place in the run; `repeats` is the event that the first of them writes again."""
        for number, draft in enumerate(drafts):
            self.events += 1
            if repeats is not None:
                draft.repeats = repeats + number
            draft.record, draft.time, draft.section = self.record, draft.time or self.time, self.section
            draft.depth, draft.parent = self.depth, self.parent
            self._follow(draft)
            yield draft

    def state_task(self, draft: Draft) -> None:
        """The first thing that is asked is the task, unless it was stated before."""
        if self.reading.task is None and draft.kind is Kind.SAY and draft.repeats is None and _says(draft):
            draft.kind = Kind.TASK
            self.reading.task = Statement(draft.pieces)

    def end(self) -> None:
        """Say what only the whole run shows."""
        last = self._last if self._came_out else self._last_inside
        if not self._answered and last:
            self.reading.answer = Statement(last)
        if self._calls_made:
            self.reading.records_tool_results = self._results_seen > 0

    def _follow(self, draft: Draft) -> None:
        if draft.repeats is not None:
            return
        self._came_out |= not self.inside and draft.kind in _DONE
        self._calls_made += draft.kind is Kind.CALL
        self._results_seen += draft.kind is Kind.RESULT
        if draft.kind is Kind.ANSWER and _says(draft):
            self.reading.answer, self._answered = Statement(draft.pieces), True
        elif draft.kind is Kind.SAY and draft.actor not in USERS and _says(draft):
            if self.inside:
                self._last_inside = draft.pieces
            else:
                self._last = draft.pieces


def aside(node_start: int, node_end: int, piece: Piece | None, kind: Kind = Kind.NOISE) -> Draft:
    """A record that says nothing of the run itself, shown by a word or two of it."""
    pieces = (piece if piece is not None else Piece(node_start, node_start),)
    return Draft(kind, node_start, node_end, pieces=pieces, salience=0.0 if kind is Kind.NOISE else ASIDE)


def _says(draft: Draft) -> bool:
    return any(start < end for start, end, _ in draft.pieces)
