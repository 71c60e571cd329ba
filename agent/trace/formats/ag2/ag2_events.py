"""Events of AG2: tagged with their class as its network writes them, or wrapped with their type as before."""

from collections.abc import Iterator
from typing import Any

from agent.trace.event import Kind, Piece
from agent.trace.event_text import Bytes, read_text
from agent.trace.formats.base.format import Draft, Reading
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json.json_nodes import Node, first_text
from agent.trace.formats.json_logs.json_log import JsonLog, RecordReader
from agent.trace.formats.json_logs.record_head import RecordMark
from agent.trace.formats.messages.chat_messages import link, read_message
from agent.trace.formats.messages.content_parts import read_call
from agent.trace.formats.messages.draft_sequence import DraftSequence, aside
from agent.trace.source import Source

_OPENING = (pattern(rb'"__event__"\s*:\s*"|"type"\s*:\s*"(?:ag2|autogen)\.'),)
_CLASS = pattern(r"(?:ag2|autogen)\.[\w.]+\Z")
_WRAPPED = frozenset({
    "text", "tool_call", "tool_response", "function_call", "function_response", "execute_function", "termination",
    "executed_function", "group_chat_run_chat", "using_auto_reply", "run_completion", "input_request", "error",
    "execute_code_block", "generate_code_execution_reply", "select_speaker", "post_carryover_processing",
})  # fmt: skip
_NAMES = ("agent_name", "sender", "source", "agent", "speaker")
_QUIET = frozenset({"UsageEvent", "ModelMessageChunk", "TaskProgress"})
_TEXTS = ("content", "objective", "result", "error", "reason", "message", "termination_reason", "summary", "prompt")


class Ag2(RecordReader):
    """What has to be remembered from event to event."""

    def __init__(self, source: Source, reading: Reading) -> None:
        self.sequence = DraftSequence(reading)

    def read(self, source: Bytes, node: Node) -> Iterator[Draft]:
        """The drafts of one event."""
        sequence = self.sequence
        held = node.get("event") or node.get("payload") or node
        if "__event__" not in held.fields and "type" not in held.fields:
            held = node
        what = first_text(source, held, "__event__") or first_text(source, held, "type") or ""
        data = held.get("data") or held.get("content") or held
        data = data if data.fields else held
        sequence.time = first_text(source, node, "timestamp", "created_at", "ts", "time")
        named = first_text(source, data, *_NAMES) or first_text(source, node, *_NAMES)
        agent = named or first_text(source, data.get("message", "metadata"), *_NAMES) or "agent"
        drafts = self._read(source, data, what.rpartition(".")[2], agent)
        drafts = drafts or [aside(node.start, node.end, _tag(held))]
        if len(drafts) == 1:
            drafts[0].start, drafts[0].end = node.start, node.end
        for draft in drafts:
            self._link(source, draft)
            if draft.repeats is None and draft.kind is Kind.SAY and draft.actor == "user":
                sequence.state_task(draft)
            yield from sequence.tell([draft])

    def _read(self, source: Bytes, data: Node, what: str, agent: str) -> list[Draft]:
        if what in _QUIET or what == "using_auto_reply":
            return []
        if what in _WRAPPED:
            return self._wrapped(source, data, what, agent)
        if what == "ModelRequest":
            return [draft for part in _items(data, "parts") for draft in _text(part, Kind.SAY, "user", "content")]
        if what == "ModelResponse":
            said = data.get("message")
            drafts = _text(said, Kind.SAY, agent, "content") if said is not None else []
            return drafts + [read_call(source, call, agent) for call in _items(data.get("tool_calls") or data, "calls")]
        if what in ("ToolCallsEvent", "ToolResultsEvent"):
            held = _items(data, "calls") or _items(data, "results")
            return [draft for one in held for draft in self._one(source, one, agent)]
        if what.endswith(("ToolCallEvent", "ToolResultEvent")) or what in ("ToolErrorEvent", "ToolNotFoundEvent"):
            return self._one(source, data, agent)
        kind, actor = _kind_of(what, agent)
        drafts = _text(data, kind, actor, *(("error", "reason") if kind is Kind.ERROR else ()), *_TEXTS)
        for draft in drafts:
            draft.status = "error" if kind is Kind.ERROR else None
            draft.to = (agent,) if kind is Kind.HANDOFF else ()
        return drafts

    def _one(self, source: Bytes, data: Node, agent: str) -> list[Draft]:
        """A call of a tool, or what came of one."""
        if "result" not in data.fields and "error" not in data.fields:
            return [read_call(source, data, agent)]
        parts = data.get("result", "data", "parts") or data.get("result", "parts")
        texts = [
            part.fields["content"] for part in (parts.items if parts is not None else ()) if "content" in part.fields
        ]
        fault = data.get("error", "message") or data.get("error")
        texts = texts or [node for node in (fault, data.get("result")) if node is not None and node.shape != "literal"]
        pieces = tuple(text.piece(unfold=not text.is_text) for text in texts) or (Piece(data.start, data.start),)
        call, tool = first_text(source, data, "parent_id", "tool_call_id", "id"), first_text(source, data, "name")
        return [Draft(Kind.RESULT, data.start, data.end, actor=tool, tool=tool, call=call, pieces=pieces,
                      status="error" if fault is not None and fault.shape != "literal" else None)]  # fmt: skip

    def _wrapped(self, source: Bytes, data: Node, what: str, agent: str) -> list[Draft]:
        receiver = first_text(source, data, "recipient")
        if what == "tool_response":
            drafts = [draft for one in _items(data, "tool_responses")
                      for draft in read_message(source, one, self.sequence.calls, None)]  # fmt: skip
        elif what in ("tool_call", "function_call"):
            calls = _items(data, "tool_calls") or [
                n for n in (data.get("function_call"),) if n is not None and n.fields
            ]
            drafts = _text(data, Kind.SAY, agent, "content") + [read_call(source, call, agent) for call in calls]
        elif what == "executed_function":
            drafts = _text(data, Kind.RESULT, first_text(source, data, "func_name"), "content")
            done = data.get("is_exec_success")
            for draft in drafts:
                draft.call = first_text(source, data, "call_id")
                draft.status = "error" if done is not None and done.value(source) is False else None
        elif what in ("group_chat_run_chat", "select_speaker", "execute_function", "run_completion"):
            return []
        else:
            kind = Kind.ERROR if what == "error" else Kind.NOTE if what == "termination" else Kind.SAY
            drafts = _text(data, kind, agent, *_TEXTS)
        for draft in drafts:
            draft.to = draft.to or ((receiver,) if receiver else ())
        return drafts

    def _link(self, source: Bytes, draft: Draft) -> None:
        """Calls and results are written by whoever makes them, by whoever passes them on, and in containers."""
        link(draft, self.sequence.calls, draft.actor)
        if draft.kind in (Kind.CALL, Kind.RESULT, Kind.HANDOFF) and draft.call is not None:
            key = (draft.kind is Kind.RESULT, draft.call)
            draft.repeats = self.sequence.first(key)
            self.sequence.keep(key)
        elif draft.kind is Kind.SAY:
            said = hash(read_text(source, draft.pieces))
            last = self.sequence.first(("said", draft.actor, said, self.sequence.record - 1))
            draft.repeats = last
            self.sequence.keep(("said", draft.actor, said, self.sequence.record))


def _kind_of(what: str, agent: str) -> tuple[Kind, str]:
    if what in ("HumanMessage", "HumanInput", "TextInput"):
        return Kind.SAY, "user"
    if what in ("TaskFailed", "TaskExpired", "ErrorEvent"):
        return Kind.ERROR, agent
    if what == "TaskStarted":
        return Kind.HANDOFF, "agent"
    if what == "ModelReasoning":
        return Kind.THINK, agent
    return (Kind.SAY, agent) if what in ("ModelMessage", "TaskCompleted", "HumanInputRequest") else (Kind.NOTE, agent)


def _text(node: Node, kind: Kind, actor: str | None, *keys: str) -> list[Draft]:
    for key in keys:
        text = node.fields.get(key)
        text = text.fields.get("message", text) if text is not None else None
        if text is not None and text.shape != "literal" and text.end - text.start > 2:
            return [Draft(kind, text.start, text.end, actor=actor, pieces=(text.piece(unfold=not text.is_text),))]
    return []


def _items(node: Node, key: str) -> list[Node]:
    held = node.fields.get(key)
    return [item for item in held.items if item.fields] if held is not None else []


def _tag(node: Node) -> Piece | None:
    held = node.get("__event__") or node.get("type")
    return held.piece() if held is not None else None


def _is_event(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    if "__event__" in value or any(
        isinstance(v, dict) and "__event__" in v for v in (value.get("event"), value.get("payload"))
    ):
        return True
    what, held = str(value.get("type", "")), value.get("content")
    if _CLASS.match(what) and isinstance(value.get("data"), dict):
        return True
    return what in _WRAPPED and isinstance(held, dict) and "uuid" in held


AG2_EVENTS = JsonLog("ag2_events", RecordMark("tagged `__event__`", _is_event, _OPENING), Ag2)
