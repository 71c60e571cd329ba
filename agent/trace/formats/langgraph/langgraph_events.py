"""What LangGraph's `astream_events` yields: starts and ends of chains, models and tools, with what came in and out."""

from collections.abc import Iterator
from typing import Any

from agent.trace.event import Kind
from agent.trace.event_text import Bytes
from agent.trace.formats.base.format import Draft, Reading
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json.json_nodes import Node, first_text
from agent.trace.formats.json_logs.json_log import JsonLog
from agent.trace.formats.json_logs.record_head import RecordMark
from agent.trace.formats.langgraph.langgraph_state import State, agent_in
from agent.trace.formats.messages.chat_messages import Calls
from agent.trace.formats.messages.content_parts import arguments_piece
from agent.trace.formats.messages.draft_sequence import DraftSequence, aside
from agent.trace.formats.messages.langchain_messages import messages_in
from agent.trace.source import Source

_EVENT = pattern(r"on_(chain|chat_model|llm|tool|retriever|prompt|parser|custom_event)(?:_(\w+))?\Z")
_OPENING = (pattern(rb'"event"\s*:\s*"on_\w+"'), pattern(rb'"(?:data|run_id|parent_ids)"\s*:'))


class AstreamEvents:
    """What has to be remembered from event to event."""

    def __init__(self, source: Source, reading: Reading) -> None:
        self.sequence = DraftSequence(reading, Calls(first_counts=True))
        self._state = State(self.sequence.calls)
        self._asked: dict[str, list[tuple[int, str | None]]] = {}
        self._running: dict[str, tuple[str, str | None, str | None]] = {}

    def read(self, source: Bytes, node: Node) -> Iterator[Draft]:
        """The drafts of one event of the stream."""
        match = _EVENT.match(first_text(source, node, "event") or "")
        agent = agent_in(source, node.get("metadata"))
        drafts = self._read(source, node, match[1], match[2] or "", agent) if match is not None else []
        around = node.fields["parent_ids"].value(source) if "parent_ids" in node.fields else None
        self.sequence.depth = len(around) if isinstance(around, list) else 0
        if not drafts:
            name = node.get("event")
            drafts = [aside(node.start, node.end, name.piece() if name is not None else None)]
        if len(drafts) == 1:
            drafts[0].start, drafts[0].end = node.start, node.end
        for draft in drafts:
            if draft.actor == "user":
                self.sequence.state_task(draft)
        for draft in self.sequence.tell(drafts):
            if draft.kind is Kind.CALL and draft.repeats is None and draft.tool:
                self._asked.setdefault(draft.tool, []).append((self.sequence.events, draft.call))
            yield draft

    def end(self) -> Iterator[Draft]:
        """What never ended is where the stream stopped."""
        for what, name, agent in list(self._running.values())[-1:]:
            whose = f" of {agent}" if agent and agent != name else ""
            self.sequence.reading.warn(f"the stream stops before {what} {name or ''}{whose} ends")
        return iter(())

    def _read(self, source: Bytes, node: Node, what: str, phase: str, agent: str | None) -> list[Draft]:
        run, name = first_text(source, node, "run_id"), first_text(source, node, "name")
        if run is not None and phase == "start":
            self._running[run] = (f"the {what.replace('_', ' ')}", name, agent)
        elif run is not None and phase in ("end", "error"):
            self._running.pop(run, None)
        data = node.get("data") or Node("object", node.start, node.start)
        if phase == "error" or (data.get("error") is not None and phase != "stream"):
            return self._error(data, agent or name)
        if what == "tool" or what == "retriever":
            return self._tool(source, data, phase, name or what, agent)
        if what == "custom_event":
            return [aside(data.start, data.end, data.piece(unfold=True), Kind.NOTE)]
        if phase == "start":
            return self._sent(source, data.get("input"), agent)
        if phase != "end":
            return []
        output = data.get("output")
        if what in ("chat_model", "llm"):
            return self._state.read_messages(source, _generated(output), agent or name, self._events, all_so_far=False)
        if what != "chain" or output is None:
            return []
        nodes = first_text(source, node.get("metadata"), "langgraph_node")
        if nodes is not None and nodes != name:
            return []
        return self._came(source, output, agent, top=nodes is None)

    @property
    def _events(self) -> int:
        return self.sequence.events

    def _sent(self, source: Bytes, sent: Node | None, agent: str | None) -> list[Draft]:
        """What goes in, as far as nobody has seen it."""
        if sent is None:
            return []
        drafts = self._state.read_messages(source, sent, agent, self._events, all_so_far=True)
        if drafts or self._events or sent.shape == "literal":
            return drafts
        words = next((value for value in (sent, *sent.fields.values()) if value.is_text), None)
        return [Draft(Kind.SAY, sent.start, sent.end, actor="user", pieces=(words.piece(),))] if words else []

    def _came(self, source: Bytes, output: Node, agent: str | None, *, top: bool) -> list[Draft]:
        """What a node leaves, as far as its models and tools have not said it."""
        drafts: list[Draft] = []
        for held in [output] if messages_in(source, output) else output.fields.values():
            drafts += self._state.read_messages(source, held, agent, self._events + len(drafts), all_so_far=True)
        return drafts if top else drafts + self._state.read_channels(source, output, agent)

    def _tool(self, source: Bytes, data: Node, phase: str, name: str, agent: str | None) -> list[Draft]:
        if phase == "start":
            sent = data.get("input")
            asked = self._asked.get(name)
            event, call = asked.pop(0) if asked else (None, None)
            draft = Draft(Kind.CALL, data.start, data.end, actor=agent, tool=name, call=call, repeats=event)
            draft.pieces = (arguments_piece(source, sent),) if sent is not None else ()
            draft.title = name if sent is None or sent.end - sent.start <= 4 else ""
            return [draft]
        output = data.get("output")
        if phase != "end" or output is None:
            return []
        drafts = self._state.read_messages(source, output, agent, self._events, all_so_far=False)
        if not drafts and not messages_in(source, output):
            piece = output.piece(unfold=bool(output.fields))
            drafts = [Draft(Kind.RESULT, output.start, output.end, actor=name, tool=name, pieces=(piece,))]
        for draft in drafts:
            draft.tool = draft.tool or name
            draft.to = draft.to or ((agent,) if agent else ())
        return drafts

    def _error(self, data: Node, actor: str | None) -> list[Draft]:
        error = data.get("error") or data
        return [
            Draft(Kind.ERROR, error.start, error.end, actor=actor, pieces=(error.piece(unfold=True),), status="error")
        ]


def _generated(output: Node | None) -> Node | None:
    """The messages of a model: one, or generations that hold them."""
    held = output.get("generations") if output is not None else None
    return held or output


def _is_event(value: Any) -> bool:
    return isinstance(value, dict) and str(value.get("event", "")).startswith("on_") and "run_id" in value


EVENTS = JsonLog(
    "langgraph_astream_events_v2", RecordMark("`event` with `run_id` and `data`", _is_event, _OPENING), AstreamEvents
)
