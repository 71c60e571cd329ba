"""The event log of AutoGen's runtime: each message as it is sent and as it arrives, calls of tools and of models."""

from collections.abc import Iterator
from typing import Any

from agent.trace.event import Kind
from agent.trace.event_text import Bytes, read_text
from agent.trace.formats.autogen.autogen_messages import is_message, read_autogen
from agent.trace.formats.autogen.autogen_stream import Team
from agent.trace.formats.base.format import Draft, Reading
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json.json_nested import parse_nested
from agent.trace.formats.json.json_nodes import Node, first_text
from agent.trace.formats.json_logs.json_log import JsonLog, RecordReader
from agent.trace.formats.json_logs.record_head import RecordMark
from agent.trace.formats.messages.chat_messages import Calls, read_message
from agent.trace.formats.messages.draft_sequence import PROMPT, aside
from agent.trace.source import Source

_OPENING = (
    pattern(rb'"(?:delivery_stage|agent_id)"\s*:|\A\s*\{\s*"payload"\s*:\s*"\{'),
    pattern(rb'"type"\s*:\s*"(?:Message|LLM|Tool)|\\"(?:source|content|body)\\"\s*:'),
)
_CALLS = frozenset({"LLMCall", "LLMStreamStart", "LLMStreamEnd", "ToolCall"})
_ID = pattern(r"(?:_[0-9a-f]{8}-[0-9a-f-]{27})?(?:/.*)?\Z")
LONGEST = 200
_OF_A_MODEL = (Kind.SAY, Kind.THINK, Kind.CALL, Kind.HANDOFF)
_UNSAID = "Message could not be serialized"
_EMPTY = (b"{}", b"null", b"[]")


class RuntimeLog(RecordReader):
    """What has to be remembered from record to record."""

    def __init__(self, source: Source, reading: Reading) -> None:
        self._team = Team(source, reading)
        self.sequence = self._team.sequence
        self._texts: dict[int, int] = {}
        self._returned: dict[tuple[str | None, str], int] = {}
        self._acts: dict[int, int] = {}
        self._replied: dict[tuple[Kind, str | int], int] = {}
        self._asked: dict[str | None, list[tuple[str, str]]] = {}

    def read(self, source: Bytes, node: Node) -> Iterator[Draft]:
        """The drafts of one record."""
        what, sequence = first_text(source, node, "type") or "", self.sequence
        before, sequence.time = sequence.events, None
        if what == "ToolCall":
            drafts = self._tool(source, node)
        elif what.startswith("LLM"):
            drafts = self._model(source, node)
        elif node.get("exception") is not None:
            fault, agent = node.fields["exception"], _name(first_text(source, node, "handling_agent", "agent_id"))
            piece = fault.piece(unfold=bool(fault.fields))
            drafts = sequence.tell(
                [Draft(Kind.ERROR, fault.start, fault.end, actor=agent, pieces=(piece,), status="error")]
            )
        else:
            drafts = self._message(source, node)
        for draft in drafts:
            if sequence.events == before + 1:
                draft.start, draft.end = node.start, node.end
            if draft.repeats is None:
                self._learn(source, draft)
                if what.startswith("LLM") and draft.kind in _OF_A_MODEL:
                    self._replied[_reply_key(source, draft)] = sequence.events
                if draft.kind is Kind.CALL and draft.call is not None:
                    self._asked.setdefault(draft.tool, []).append((draft.call, _arguments(source, draft)))
            yield draft

    def _learn(self, source: Bytes, draft: Draft) -> None:
        if draft.kind in (Kind.SAY, Kind.TASK, Kind.SYSTEM, Kind.HANDOFF, Kind.RESULT):
            self._texts.setdefault(hash(read_text(source, draft.pieces).strip()), self.sequence.events)

    def _message(self, source: Bytes, node: Node) -> Iterator[Draft]:
        """What is sent: the messages of a team, or whatever else agents send each other."""
        payload = node.get("payload")
        held = parse_nested(source, payload) or payload
        messages = [inner for inner in held.walk() if inner.fields and is_message(inner, source)] if held else []
        fresh = [inner for inner in messages if self.sequence.first(first_text(source, inner, "id") or "") is None]
        if fresh:
            for inner in fresh:
                for draft in self._team.messages(source, [inner]):
                    self._match(source, draft)
                    yield draft
            return
        if messages:
            event = self.sequence.first(first_text(source, messages[0], "id") or "")
            again = read_autogen(source, messages[0], Calls())[:1]
            yield from self.sequence.tell(again, self._acts.get(event or 0, event))
            return
        yield from self.sequence.tell([self._other(source, node, payload)])

    def _other(self, source: Bytes, node: Node, payload: Node | None) -> Draft:
        written = source.read(payload.start, payload.end).strip(b'"') if payload is not None else b"{}"
        word = node.get("kind") or node.get("type")
        if payload is None or written in _EMPTY or written == _UNSAID.encode():
            return aside(node.start, node.end, word.piece() if word is not None else None)
        sender = _name(first_text(source, node, "sender"))
        receiver = _name(first_text(source, node, "receiver"))
        inner = parse_nested(source, payload)
        text = inner.get("content") or inner.get("body") if inner is not None else None
        text = text if text is not None and text.is_text else inner or payload
        draft = Draft(Kind.SAY, payload.start, payload.end, actor=sender or "user", to=(receiver,) if receiver else ())
        draft.pieces = (text.piece(unfold=bool(text.fields)),)
        key = (sender, written)
        draft.repeats = self.sequence.first(key)
        self.sequence.keep(key)
        if sender is None:
            self.sequence.state_task(draft)
        return draft

    def _tool(self, source: Bytes, node: Node) -> Iterator[Draft]:
        """The run of a tool, which a message mostly asked for and another one passes on."""
        tool, agent = first_text(source, node, "tool_name"), _name(first_text(source, node, "agent_id"))
        given, came = node.get("arguments"), node.get("result")
        drafts = []
        call = None
        if given is not None:
            ran = Draft(Kind.CALL, given.start, given.end, actor=agent, tool=tool)
            ran.pieces = (given.piece(unfold=not given.is_text),)
            call = self._call_of(source, ran)
            if call is None and self.sequence.first(("asked", tool)) is None:
                drafts.append(ran)
        if came is not None:
            drafts.append(Draft(Kind.RESULT, came.start, came.end, actor=tool, to=(agent,) if agent else (), tool=tool,
                                call=call, pieces=(came.piece(unfold=bool(came.fields)),)))  # fmt: skip
            key = (tool, read_text(source, drafts[-1].pieces).strip())
            self._returned[key] = self.sequence.events + len(drafts)
        return self.sequence.tell(drafts or [aside(node.start, node.end, None)])

    def _call_of(self, source: Bytes, ran: Draft) -> str | None:
        """The call that this run of a tool answers: the first with these arguments, else the first of this tool."""
        asked = self._asked.get(ran.tool, [])
        given = _arguments(source, ran)
        place = next((at for at, (_, arguments) in enumerate(asked) if arguments == given), 0)
        return asked.pop(place)[0] if asked else None

    def _match(self, source: Bytes, draft: Draft) -> None:
        """A message that says what a model replied, asks for a tool, or passes on what one returned."""
        if draft.kind in _OF_A_MODEL and draft.repeats is None:
            draft.repeats = self._replied.pop(_reply_key(source, draft), None)
            if draft.repeats is not None:
                self._acts[self.sequence.events] = draft.repeats
        if draft.kind is Kind.CALL and draft.repeats is None:
            self.sequence.keep(("asked", draft.tool), self.sequence.events)
            self.sequence.keep(draft.call or "", self.sequence.events)
        elif draft.kind is Kind.RESULT and draft.repeats is None:
            draft.repeats = self._returned.get((draft.tool, read_text(source, draft.pieces).strip()))
            if draft.repeats is not None:
                self._acts[self.sequence.events] = draft.repeats

    def _model(self, source: Bytes, node: Node) -> Iterator[Draft]:
        """A call of a model: what nobody has sent or said before."""
        agent = _name(first_text(source, node, "agent_id"))
        drafts: list[Draft] = []
        sent = node.get("messages")
        for message in sent.items if sent is not None else ():
            drafts += [draft for draft in read_message(source, message, self.sequence.calls, agent) if message.fields]
        response = node.get("response")
        choices = response.get("choices") if response is not None else None
        if choices is not None:
            for choice in choices.members():
                drafts += read_message(source, choice.get("message") or choice, self.sequence.calls, agent)
        elif response is not None and response.get("content") is not None:
            drafts += read_message(source, response, self.sequence.calls, agent)
        fresh = [draft for draft in drafts if self._is_new(source, draft)]
        for draft in fresh:
            draft.actor = agent if draft.actor in ("assistant", None) else draft.actor
            if draft.kind is Kind.SYSTEM:
                draft.salience = PROMPT
            if draft.actor == "user":
                self.sequence.state_task(draft)
        usage = node.get("type") or node
        return self.sequence.tell(fresh or [aside(node.start, node.end, usage.piece(), Kind.USAGE)])

    def _is_new(self, source: Bytes, draft: Draft) -> bool:
        if draft.kind in (Kind.CALL, Kind.HANDOFF, Kind.THINK):
            known = self.sequence.first(draft.call or "")
            if draft.call is not None:
                self.sequence.keep(draft.call)
            return known is None and (bool(draft.call) or self.sequence.first(("asked", draft.tool)) is None)
        text = read_text(source, draft.pieces).strip()
        return bool(text) and hash(text) not in self._texts


def _reply_key(source: Bytes, draft: Draft) -> tuple[Kind, str | int]:
    return draft.kind, draft.call or hash(read_text(source, draft.pieces).strip())


def _arguments(source: Bytes, draft: Draft) -> str:
    """The arguments of a call without the blanks between them."""
    return "".join(read_text(source, draft.pieces).split())


def _name(id: str | None) -> str | None:
    """An agent without the ids of its team and of the run."""
    return _ID.sub("", id[:LONGEST]) or None if id else None


def _is_record(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    return "delivery_stage" in value or (str(value.get("type")) in _CALLS and "agent_id" in value)


CORE_EVENTS = JsonLog(
    "autogen04_core_events",
    RecordMark("`delivery_stage` or `agent_id` of a runtime", _is_record, _OPENING),
    RuntimeLog,
)
