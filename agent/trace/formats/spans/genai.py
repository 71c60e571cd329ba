"""OpenTelemetry's attributes for generative AI, in the spellings of every year: what a span was sent and said."""

from agent.trace.event import Kind, Piece
from agent.trace.formats.base.format import Draft
from agent.trace.formats.json.json_nested import parse_nested, parse_written
from agent.trace.formats.json.json_nodes import Node, text_of
from agent.trace.formats.messages.chat_messages import Calls, link, read_message, speaker_of
from agent.trace.formats.messages.content_parts import read_content
from agent.trace.formats.messages.histories import LARGEST, MADE, Histories, is_closed, new_part
from agent.trace.formats.spans.attributes import Attributes, first_of, flatten, gather
from agent.trace.formats.spans.span_names import agent_called, tool_called
from agent.trace.formats.spans.span_texts import SpanTexts
from agent.trace.formats.spans.spans import Span
from agent.trace.source import Source

_KINDS = {
    "chat": "LLM",
    "generate_content": "LLM",
    "text_completion": "LLM",
    "completion": "LLM",
    "execute_tool": "TOOL",
    "tool": "TOOL",
    "invoke_agent": "AGENT",
    "create_agent": "AGENT",
    "agent": "AGENT",
    "embeddings": "EMBEDDING",
    "retrieval": "RETRIEVER",
    "invoke_workflow": "CHAIN",
    "workflow": "CHAIN",
    "task": "CHAIN",
    "plan": "CHAIN",
}
_INSTRUCTIONS = "gen_ai.system_instructions"
_AGENT_KEYS = ("gen_ai.agent.name", "traceloop.agent.name")
_IN = ("gen_ai.input.messages", "gen_ai.prompt", "gen_ai.prompt_json", "ai.prompt.messages", "ai.prompt",
       "gcp.vertex.agent.llm_request", "traceloop.entity.input", "input.value", "input")  # fmt: skip
_OUT = (
    "gen_ai.output.messages",
    "gen_ai.completion",
    "gen_ai.completion_json",
    "ai.response.text",
    "ai.response.object",
    "gcp.vertex.agent.llm_response",
    "traceloop.entity.output",
    "output.value",
    "output",
)
_TOOLS = ("gen_ai.tool.name", "tool.name", "ai.toolCall.name", "tool_name")
_CALL_IDS = ("gen_ai.tool.call.id", "ai.toolCall.id", "tool.call.id", "tool_call.id", "tool.id")
_CALLED_WITH = ("gen_ai.tool.call.arguments", "gen_ai.tool.arguments", "gcp.vertex.agent.tool_call_args",
                "ai.toolCall.args", "tool_arguments", "tool.arguments", "tool.input", "tool.parameters",
                "traceloop.entity.input", "input.value", "input")  # fmt: skip
_RETURNED = ("gen_ai.tool.call.result", "gen_ai.tool.result", "gcp.vertex.agent.tool_response", "ai.toolCall.result",
             "tool_response", "tool.output", "tool.result", "traceloop.entity.output", "output.value",
             "output")  # fmt: skip


def kind_of(source: Source, attributes: Attributes) -> str:
    """The kind of a span, in the words of OpenInference."""
    for key in ("gen_ai.operation.name", "traceloop.span.kind", "llm.request.type"):
        kind = _KINDS.get((text_of(source, attributes.get(key)) or "").lower())
        if kind is not None:
            return kind
    if not attributes.keys().isdisjoint(_TOOLS):
        return "TOOL"
    if any(key.startswith(("gen_ai.prompt", "gen_ai.completion", "gen_ai.request.model")) for key in attributes):
        return "LLM"
    return "LLM" if "ai.model.id" in attributes else "CHAIN"


def agent_named(source: Source, attributes: Attributes, kind: str, name: str) -> str | None:
    """The agent that a span is the work of, if the span itself says so."""
    for key in _AGENT_KEYS:
        named = text_of(source, attributes.get(key))
        if named:
            return named
    if kind != "AGENT":
        return None
    return text_of(source, attributes.get("traceloop.entity.name")) or agent_called(name) or name


def _instructions(source: Source, attributes: Attributes) -> list[Draft]:
    told = attributes.get(_INSTRUCTIONS)
    if told is None:
        return []
    return read_content(source, parse_nested(source, told) or told, Kind.SYSTEM, "system", None)


class GenAi:
    """Reads what spans say, span by span."""

    def __init__(self) -> None:
        self._calls = Calls()
        self._histories = Histories(self._calls)

    def texts_of(self, source: Source, span: Span, attributes: Attributes, events: Node | None) -> SpanTexts:
        """The drafts of a span by its kind; older writers put the messages into the span's events."""
        if span.kind in ("TOOL", "EMBEDDING", "RETRIEVER"):
            return self._tool(source, span, attributes)
        texts, agent = SpanTexts(), span.agent_at_work()
        if not self._read_new(source, span, attributes, texts):
            texts.sent = _instructions(source, attributes)
            texts.sent += self._messages(source, attributes, _IN, agent, "user")
        texts.closing += self._messages(source, attributes, _OUT, agent, agent)
        for event in events.members() if events is not None else ():
            self.read_event(source, event, texts, agent)
        for draft in texts.closing:
            draft.actor = agent if draft.actor in (None, "assistant") else draft.actor
        if span.kind == "AGENT":
            self._hand_over(span, texts)
        elif span.kind == "CHAIN":
            _structure(span, texts)
        return texts

    def _tool(self, source: Source, span: Span, attributes: Attributes) -> SpanTexts:
        tool = text_of(source, first_of(attributes, (*_TOOLS, "traceloop.entity.name")))
        tool = tool or tool_called(span.name) or span.name
        call = text_of(source, first_of(attributes, _CALL_IDS))
        sent, came = first_of(attributes, _CALLED_WITH), first_of(attributes, _RETURNED)
        piece = _unfolded(source, sent) if sent is not None else span.name_piece or Piece(span.start, span.start)
        first, last = (sent.start, sent.end) if sent is not None else (span.start, span.end)
        texts = SpanTexts(opening=[Draft(Kind.CALL, first, last, pieces=(piece,), tool=tool, call=call)])
        if came is not None:
            pieces = (_unfolded(source, came),)
            texts.closing = [Draft(Kind.RESULT, came.start, came.end, actor=tool, pieces=pieces, tool=tool, call=call)]
        return texts

    def _read_new(self, source: Source, span: Span, attributes: Attributes, texts: SpanTexts) -> bool:
        """Read what is new in the messages sent with a model call; whether they are such that this can be done."""
        node = attributes.get(_IN[0])
        if node is None or node.shape != "string" or span.kind != "LLM" or node.end - node.start > LARGEST:
            return False
        written, agent = source.read(node.start + 1, node.end - 1), span.agent_at_work()
        told = attributes.get(_INSTRUCTIONS)
        opening = source.read(told.start, told.end) if told is not None else b""
        known = self._histories.known(opening, written, agent)
        at = new_part(written, known)
        new = written[at:] if written[at : at + 1] == b"]" else written[at + 1 :]
        root = parse_written(b"[" + new, node.start + 1 + at)
        items = [item for item in root.items if item.get("role") or item.get("content")] if root is not None else []
        if root is None or written[:1] != b"[" or not is_closed(written) or not (items or known):
            return False
        if known is not None:
            self._histories.recall(known)
        drafts = _instructions(source, attributes) if known is None else []
        named = True
        for item in items:
            read = read_message(source, item, self._calls, agent)
            drafts += read
            named &= not any(draft.kind in MADE for draft in read) or speaker_of(source, item) is not None
        texts.sent = drafts
        texts.history = self._histories.keep(opening, written, agent, known, drafts, named=named)
        return True

    def _messages(
        self, source: Source, attributes: Attributes, keys: tuple[str, ...], agent: str | None, actor: str | None
    ) -> list[Draft]:
        """The messages under the first of these keys that is there: spelled out, as JSON, or as mere text."""
        for key in keys:
            node = attributes.get(key)
            held = gather(attributes, key) if node is None else parse_nested(source, node) or node
            if held is None or held.shape == "literal":
                continue
            inner = held.get("messages") or held
            members = [item for item in inner.members() or [inner] if item.shape == "object"]
            members = [item for item in members if item.get("role") is not None or item.get("content") is not None]
            if members:
                return [draft for item in members for draft in read_message(source, item, self._calls, agent)]
            return [Draft(Kind.SAY, held.start, held.end, actor=actor, pieces=(held.piece(unfold=held is not node),))]
        return []

    def read_event(self, source: Source, event: Node, texts: SpanTexts, agent: str | None) -> None:
        """One event of a span that carries a message."""
        name = text_of(source, event.get("name")) or ""
        if not name.startswith("gen_ai."):
            return
        attributes = flatten(event.get("attributes"))
        came = name in ("gen_ai.choice", "gen_ai.content.completion") or "gen_ai.completion" in attributes
        place = texts.closing if came else texts.sent
        if name.startswith("gen_ai.content") or "gen_ai.input.messages" in attributes:
            texts.sent += self._messages(source, attributes, _IN[:3], agent, "user")
            texts.closing += self._messages(source, attributes, _OUT[:3], agent, agent)
            return
        whole = attributes.get("gen_ai.event.content") or attributes.get("body") or event.get("body")
        node = (
            (parse_nested(source, whole) or whole)
            if whole is not None
            else gather({f"x.{k}": v for k, v in attributes.items()}, "x")
        )
        if node is None:
            return
        node = node.get("message") or node
        if node.shape != "object":
            place.append(Draft(Kind.SAY, node.start, node.end, pieces=(node.piece(),)))
            return
        who = name.split(".")[1]
        for draft in read_message(source, node, self._calls, None if who == "user" else agent):
            _say_as(draft, who, came=came)
            if draft.kind is Kind.RESULT:
                draft.call = draft.call or text_of(source, node.get("id"))
                link(draft, self._calls, agent)
            place.append(draft)

    def _hand_over(self, span: Span, texts: SpanTexts) -> None:
        """What an agent is given is its task; what it gives back goes to who called it."""
        caller = next((around.agent for around in span.ancestors if around.agent), None)
        if caller is None:
            for draft in texts.closing:
                draft.kind = Kind.ANSWER if draft.kind is Kind.SAY else draft.kind
            return
        for draft in texts.sent:
            if draft.kind is Kind.SAY and draft.actor == "user":
                draft.kind, draft.actor, draft.to = Kind.HANDOFF, caller, (span.agent or span.name,)
        for draft in texts.closing:
            if draft.kind is Kind.SAY:
                draft.kind, draft.to = Kind.HANDOFF, (caller,)


def _structure(span: Span, texts: SpanTexts) -> None:
    """A workflow's own input and output; its parts repeat them."""
    for draft in texts.closing:
        if draft.kind is Kind.SAY:
            draft.kind = Kind.ANSWER if span.parent is None else Kind.NOTE
    for draft in texts.sent if span.parent is not None else ():
        draft.kind = Kind.NOTE


def _say_as(draft: Draft, who: str, *, came: bool) -> None:
    """Messages in events name their role by the event."""
    if came or draft.kind is not Kind.SAY:
        return
    if who == "system":
        draft.kind, draft.actor = Kind.SYSTEM, "system"
    elif who == "tool":
        draft.kind = Kind.RESULT
    elif who == "user":
        draft.actor = draft.actor or "user"


def _unfolded(source: Source, node: Node) -> Piece:
    """Structured text with the line breaks of the strings in it."""
    return node.piece(unfold=bool(node.fields) or parse_nested(source, node) is not None)
