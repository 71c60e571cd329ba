"""Reads a conversation message by message: who says what, and what was asked."""

from collections.abc import Iterator

from agent.trace.event import Kind
from agent.trace.event_text import Bytes
from agent.trace.formats.base.format import Draft, Reading, Statement
from agent.trace.formats.json.json_nodes import Node, first_text
from agent.trace.formats.messages.chat_messages import MODELS, USERS
from agent.trace.formats.messages.draft_sequence import PROMPT, DraftSequence
from agent.trace.formats.messages.openai_items import read_item


class ChatReader:
    """The drafts of one conversation, message by message."""

    def __init__(self, source: Bytes, reading: Reading) -> None:
        self.sequence = DraftSequence(reading)
        self._source = source
        self._agent: str | None = None
        self._started = False

    def add(self, node: Node) -> Iterator[Draft]:
        """The drafts of one more message."""
        sequence = self.sequence
        sequence.record += 1
        if node.shape != "object":
            if node.shape != "literal":
                yield Draft(Kind.NOTE, node.start, node.end, record=sequence.record, pieces=(node.piece(),))
            return
        drafts = read_item(self._source, node, sequence.calls, self._agent)
        self._state_task(node, drafts)
        sequence.time = first_text(self._source, node, "timestamp", "created_at", "time", "ts")
        for draft in sequence.tell(drafts):
            if draft.kind is Kind.HANDOFF and draft.to:
                self._agent = draft.to[0]
            if draft.kind is Kind.SYSTEM:
                draft.salience = PROMPT
            yield draft

    def _state_task(self, node: Node, drafts: list[Draft]) -> None:
        """The first message that is no prompt is the task if a user sent it, or if an agent speaks for the user."""
        first, reading = drafts[0], self.sequence.reading
        if reading.task is not None or first.kind is not Kind.SAY:
            return
        role = (first_text(self._source, node, "role") or "").lower()
        if role in USERS or (not self._started and role in MODELS and first_text(self._source, node, "name")):
            first.kind = Kind.TASK
            reading.task = Statement(first.pieces)
        self._started = True
