"""What LangGraph's `stream` yields, part by part: updates, whole states, messages, alone or marked with their mode."""

from collections.abc import Iterator
from typing import Any

from agent.trace.event import Kind, Piece
from agent.trace.event_text import Bytes
from agent.trace.formats.base.format import Draft, Reading
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json.json_nodes import Node, first_text
from agent.trace.formats.json_logs.json_log import JsonLog
from agent.trace.formats.json_logs.record_head import RecordMark
from agent.trace.formats.langgraph.langgraph_state import State, agent_in, agent_of, namespace
from agent.trace.formats.messages.chat_messages import Calls
from agent.trace.formats.messages.draft_sequence import DraftSequence, aside
from agent.trace.formats.messages.langchain_messages import is_message, looks_like_message, messages_in
from agent.trace.source import Source

_MODES = frozenset({"updates", "values", "messages", "custom", "tasks", "checkpoints", "debug"})
_MESSAGE = pattern(rb'"lc"\s*:\s*1\b|"type"\s*:\s*"(?:human|ai|system|tool|AIMessageChunk)"')
_NODE = pattern(r"\w[\w -]{0,60}")
_INTERRUPT = "__interrupt__"


class GraphStream:
    """What has to be remembered from part to part."""

    def __init__(self, source: Source, reading: Reading) -> None:
        self.sequence = DraftSequence(reading, Calls(first_counts=True))
        self._state = State(self.sequence.calls)
        self._channels: dict[str, int] = {}
        self._tokens: Draft | None = None
        self._speaking: str | None = None
        self._whole = False

    def read(self, source: Bytes, node: Node) -> Iterator[Draft]:
        """The drafts of one part."""
        around, mode, data = _part(source, node)
        if mode == "messages" and data is not None and not self._whole:
            yield from self._token(source, node, data)
            return
        yield from self._flush()
        drafts: list[Draft] = []
        if data is not None and mode == "updates":
            self._whole = True
            drafts = self._updates(source, data, around)
        elif data is not None and mode == "values":
            self._whole = True
            drafts = self._values(source, data, around)
        elif data is not None and mode != "messages":
            drafts = self._others(source, data)
        yield from self._tell(node, drafts)

    def end(self) -> Iterator[Draft]:
        """The message that was under way."""
        return self._flush()

    def _tell(self, node: Node, drafts: list[Draft]) -> Iterator[Draft]:
        if not drafts:
            drafts = [aside(node.start, node.end, None)]
        if len(drafts) == 1:
            drafts[0].start, drafts[0].end = node.start, node.end
        for draft in drafts:
            if draft.actor == "user":
                self.sequence.state_task(draft)
        yield from self.sequence.tell(drafts)

    def _updates(self, source: Bytes, data: Node, around: list[str]) -> list[Draft]:
        drafts: list[Draft] = []
        for name, value in data.fields.items():
            agent = agent_of(name, around)
            if name == _INTERRUPT:
                drafts.append(aside(value.start, value.end, value.piece(unfold=True), Kind.NOTE))
                drafts[-1].title, drafts[-1].salience = "interrupt", 1.0
                continue
            for written in value.items or (value,):
                drafts += self._written(source, written, agent, len(drafts), all_so_far=False)
            if value.shape == "literal":
                drafts.append(aside(value.start, value.end, value.piece(), Kind.NOTE))
                drafts[-1].actor, drafts[-1].title = agent, f"{name[:60]} wrote nothing"
        return drafts

    def _values(self, source: Bytes, data: Node, around: list[str]) -> list[Draft]:
        agent = around[-1] if around else None
        fresh = Node("object", data.start, data.end)
        for name, value in data.fields.items():
            key = hash(source.read(value.start, value.end))
            if self._channels.get(name) != key:
                self._channels[name] = key
                fresh.fields[name] = value
        return self._written(source, fresh, agent, 0, all_so_far=True)

    def _written(self, source: Bytes, value: Node, agent: str | None, before: int, *, all_so_far: bool) -> list[Draft]:
        state, events = self._state, self.sequence.events + before
        if is_message(value) or value.is_text:
            held = Node("object", value.start, value.end)
            held.fields["output"] = value
            value = held
        drafts: list[Draft] = []
        for written in value.fields.values():
            if messages_in(source, written):
                drafts += state.read_messages(source, written, agent, events + len(drafts), all_so_far=all_so_far)
        return drafts + state.read_channels(source, value, agent)

    def _others(self, source: Bytes, data: Node) -> list[Draft]:
        payload = data.get("payload") or data
        error = payload.get("error")
        if error is not None and error.shape != "literal":
            draft = Draft(Kind.ERROR, error.start, error.end, pieces=(error.piece(unfold=True),), status="error")
            draft.actor = first_text(source, payload, "name")
            return [draft]
        return [aside(data.start, data.end, data.piece(unfold=True), Kind.NOTE)]

    def _token(self, source: Bytes, node: Node, data: Node) -> Iterator[Draft]:
        """A piece of a message that comes bit by bit: all bits of one are one event."""
        message, agent = data.items[0] if data.items else data, None
        if len(data.items) > 1:
            agent = agent_in(source, data.items[1])
        inner = message.get("kwargs") or message
        id, content = first_text(source, inner, "id"), inner.get("content")
        if self._tokens is not None and id is not None and id == self._speaking:
            self.sequence.record -= 1
            self._tokens.end = node.end
        else:
            yield from self._flush()
            self._speaking = id
            self._tokens = Draft(Kind.SAY, node.start, node.end, actor=agent or "assistant")
        if content is not None and content.is_text and content.end - content.start > 2:
            self._tokens.pieces += (content.piece(),)

    def _flush(self) -> Iterator[Draft]:
        draft, self._tokens = self._tokens, None
        if draft is not None:
            draft.pieces = draft.pieces or (Piece(draft.start, draft.start),)
            yield from self.sequence.tell([draft])


def _part(source: Bytes, node: Node) -> tuple[list[str], str, Node | None]:
    """The graphs around, the mode, and what was yielded."""
    if node.shape == "object":
        if node.get("data") is not None and (first_text(source, node, "type") or "") in _MODES:
            return namespace(source, node.get("ns")), first_text(source, node, "type") or "", node.fields["data"]
        held = node.get("messages")
        return [], "values" if held is not None and messages_in(source, held) else "updates", node
    if node.shape != "array" or not node.items:
        return [], "custom", node
    *marks, data = node.items
    around = next((namespace(source, mark) for mark in marks if mark.shape in ("strings", "array")), [])
    mode = next((mark.text(source) for mark in marks if mark.shape == "string"), "")
    return around, mode if mode in _MODES else "updates" if data.shape == "object" else "custom", data


def _is_part(value: Any) -> bool:
    if isinstance(value, list):
        marks = value[:-1]
        named = any(isinstance(mark, str) and mark in _MODES for mark in marks)
        inside = any(isinstance(mark, list) and all(isinstance(m, str) for m in mark) for mark in marks)
        return 2 <= len(value) <= 3 and (named or inside) and isinstance(value[-1], dict | list)
    if not isinstance(value, dict):
        return False
    if str(value.get("type")) in _MODES and "data" in value and isinstance(value.get("ns", []), list):
        return True
    if _INTERRUPT in value and len(value) == 1:
        return True
    if _has_messages(value):
        return len(value) > 1 or _is_list_of_messages(value["messages"])
    return 0 < len(value) <= 4 and any(_has_messages(held) or _held_list(held) for held in value.values())


def _are_updates(values: list[Any]) -> bool:
    """Several nodes in turn, each with the channels that it wrote: objects of objects, under names that change."""
    nodes = [name for value in values if isinstance(value, dict) for name in value]
    plain = all(isinstance(value, dict) and 0 < len(value) < 4 and _are_nodes(value) for value in values)
    wrote = sum(1 for value in values if plain and any(value.values()))
    return wrote > 1 and len(set(nodes)) > 1 and all(_NODE.fullmatch(name) for name in nodes)


def _are_nodes(value: dict[str, Any]) -> bool:
    return all(held is None or (isinstance(held, dict) and bool(held)) for held in value.values())


def _has_messages(value: Any) -> bool:
    if not isinstance(value, dict) or "messages" not in value:
        return False
    held = value["messages"]
    return looks_like_message(held) or _is_list_of_messages(held)


def _is_list_of_messages(held: Any) -> bool:
    return isinstance(held, list) and bool(held) and looks_like_message(held[0])


def _held_list(held: Any) -> bool:
    return isinstance(held, list) and bool(held) and _has_messages(held[0])


_OPENING = pattern(rb'\A\s*(?:\[\s*"|\[\s*\[|\{\s*"\w+"\s*:\s*\{\s*"messages")')
UPDATES = JsonLog(
    "langgraph_stream_updates",
    RecordMark(
        "each a part of a graph's stream with its `messages`", _is_part, (_MESSAGE, _OPENING), together=_are_updates
    ),
    GraphStream,
)
