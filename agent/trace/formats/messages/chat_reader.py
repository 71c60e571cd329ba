"""Reads a conversation message by message: its task, its last answer, and the labels that lie beside it."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from agent.trace.event import Kind, Piece
from agent.trace.event_text import Bytes
from agent.trace.formats.base.format import Draft, Reading, Statement
from agent.trace.formats.json.json_nodes import Node, first_text
from agent.trace.formats.messages.chat_messages import MODELS, USERS, Calls
from agent.trace.formats.messages.openai_items import read_item

_PROMPT = 0.5


@dataclass(slots=True)
class ChatReader:
    """The drafts of one conversation, message by message."""

    source: Bytes
    reading: Reading
    calls: Calls = field(default_factory=Calls)
    agent: str | None = None
    section: str | None = None
    _record: int = 0
    _started: bool = False
    _last: tuple[Piece, ...] = ()
    _calls_made: int = 0
    _results_seen: int = 0

    def add(self, node: Node) -> Iterator[Draft]:
        """The drafts of one more message."""
        self._record += 1
        if node.shape != "object":
            if node.shape != "literal":
                yield Draft(Kind.NOTE, node.start, node.end, record=self._record, pieces=(node.piece(),))
            return
        drafts = read_item(self.source, node, self.calls, self.agent)
        self._state_task(node, drafts)
        time = first_text(self.source, node, "timestamp", "created_at", "time", "ts")
        for draft in drafts:
            draft.record, draft.time, draft.section = self._record, time, self.section
            self._follow(draft)
            yield draft

    def end(self) -> None:
        """Say what only the whole conversation shows."""
        if self._last:
            self.reading.answer = Statement(self._last)
        self.reading.records_tool_results = not self._calls_made or self._results_seen > 0

    def _state_task(self, node: Node, drafts: list[Draft]) -> None:
        """The first message that is no prompt is the task if a user sent it, or if an agent speaks for the user."""
        first = drafts[0]
        if self.reading.task is not None or first.kind is not Kind.SAY:
            return
        role = (first_text(self.source, node, "role") or "").lower()
        if role in USERS or (not self._started and role in MODELS and first_text(self.source, node, "name")):
            first.kind = Kind.TASK
            self.reading.task = Statement(first.pieces)
        self._started = True

    def _follow(self, draft: Draft) -> None:
        if draft.kind is Kind.HANDOFF and draft.to:
            self.agent = draft.to[0]
        self._calls_made += draft.kind is Kind.CALL
        self._results_seen += draft.kind is Kind.RESULT
        if draft.kind is Kind.SYSTEM:
            draft.salience = _PROMPT
        if draft.kind is Kind.SAY and draft.actor not in USERS and draft.pieces[0].start < draft.pieces[-1].end:
            self._last = draft.pieces
