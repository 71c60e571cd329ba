"""What an AutoGen team's `run_stream` yields, or its result: messages one by one, then all of them once more."""

from collections.abc import Iterator
from typing import Any

from agent.trace.event import Kind
from agent.trace.event_text import Bytes, read_text
from agent.trace.formats.autogen.autogen_messages import IN_CONTEXT, SPOKEN, is_message, read_autogen, stop_reason
from agent.trace.formats.base.format import Draft, Reading
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json.json_nodes import Node, first_text
from agent.trace.formats.json_logs.json_log import JsonLog, RecordReader
from agent.trace.formats.json_logs.record_head import RecordMark
from agent.trace.formats.messages.chat_messages import Calls
from agent.trace.formats.messages.draft_sequence import DraftSequence, aside
from agent.trace.source import Source

_OPENING = (pattern(rb'"source"\s*:\s*"'), pattern(rb'"type"\s*:\s*"(?:\w+Message(?:\[\w+\])?|\w+Event)"'))


class Team(RecordReader):
    """What has to be remembered from message to message."""

    def __init__(self, source: Source, reading: Reading) -> None:
        self.sequence = DraftSequence(reading, Calls(first_counts=True))
        self._returned: dict[str | None, tuple[int, str]] = {}
        self._handed: dict[tuple[str | None, str], int] = {}

    def read(self, source: Bytes, node: Node) -> Iterator[Draft]:
        """The drafts of one line: a message, or the result with all of them."""
        held = node.get("messages")
        if held is not None and held.shape == "array":
            yield from self.messages(source, held.items)
            yield from self.sequence.tell(stop_reason(source, node.get("stop_reason")) or [_aside(node)])
        elif is_message(node, source):
            yield from self.messages(source, [node])
        else:
            yield from self.sequence.tell([_aside(node)])

    def beside(self, source: Bytes, root: Node) -> Iterator[Draft]:
        """What stands in a result beside its messages."""
        yield from self.sequence.tell(stop_reason(source, root.get("stop_reason")))

    def messages(self, source: Bytes, nodes: list[Node]) -> Iterator[Draft]:
        """The drafts of messages; those that were told before are linked to their first time."""
        sequence = self.sequence
        for node in nodes:
            if not node.fields:
                continue
            id = first_text(source, node, "id")
            before = sequence.first(id) if id is not None else None
            drafts = read_autogen(source, node, sequence.calls)
            if before is None:
                if id is not None:
                    sequence.keep(id)
                self._link(source, node, drafts)
                if drafts[0].kind is Kind.SAY:
                    sequence.state_task(drafts[0])
            yield from sequence.tell(drafts, before)

    def _link(self, source: Bytes, node: Node, drafts: list[Draft]) -> None:
        """A summary says again what a tool returned, and a handoff what a call asked for."""
        what, actor = first_text(source, node, "type") or "", first_text(source, node, "source")
        for number, draft in enumerate(drafts, 1):
            event = self.sequence.events + number
            if draft.kind is Kind.RESULT:
                self._returned[actor] = (event, read_text(source, draft.pieces).strip())
            elif draft.kind is Kind.HANDOFF and draft.to:
                key = (actor, draft.to[0].lower())
                if what == "HandoffMessage":
                    draft.repeats = self._handed.pop(key, None)
                else:
                    self._handed[key] = event
        returned = self._returned.get(actor)
        if what == "ToolCallSummaryMessage" and returned is not None:
            same = read_text(source, drafts[0].pieces).strip() == returned[1]
            drafts[0].repeats = returned[0] if same else None


def _aside(node: Node) -> Draft:
    word = node.get("type") or node.get("stop_reason")
    return aside(node.start, node.end, word.piece() if word is not None else None)


def _is_message(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    held = value.get("messages")
    if isinstance(held, list) and held and "stop_reason" in value:
        return _is_message(held[0])
    what = str(value.get("type", ""))
    if what in IN_CONTEXT and "content" in value and "role" not in value:
        return True
    return "source" in value and (what in SPOKEN or what.startswith("StructuredMessage"))


STREAM = JsonLog(
    "autogen04_stream",
    RecordMark("`source` and `type` of a message", _is_message, _OPENING, ("messages",)),
    Team,
)
