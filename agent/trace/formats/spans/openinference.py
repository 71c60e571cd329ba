"""OpenInference attributes of a span: what went into an agent, a model call or a tool, and what came out."""

from agent.trace.event import Kind, Piece
from agent.trace.formats.base.format import Draft
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json.json_nested import parse_nested
from agent.trace.formats.json.json_nodes import Node
from agent.trace.formats.messages.chat_messages import Calls, read_message
from agent.trace.formats.spans.attributes import Attributes, flatten, gather, messages_spelled
from agent.trace.formats.spans.span_drafts import STRUCTURE
from agent.trace.formats.spans.span_texts import SpanTexts
from agent.trace.formats.spans.span_words import messages_sent
from agent.trace.formats.spans.spans import Span
from agent.trace.source import Source

KIND = "openinference.span.kind"
_CODE_CALL = pattern(r"(?:^|\n)(?:Code|Action):\s*```(\w+)|<end_code>|<code>")
_OBSERVED = pattern(r"(?:Call id: \S+\n)?Observation:\n|Execution logs:\n")
_ECHOED_CALL = pattern(r"Calling tools:\n")
_STEP = pattern(r"Step \d+$")
_AGENT_KEYS = ("agent.name", "graph.node.id", "metadata.langgraph_node")


def agent_of(source: Source, attributes: Attributes, kind: str, name: str) -> str | None:
    """The agent that a span is the work of, if the span itself says so."""
    for key in _AGENT_KEYS:
        node = attributes.get(key)
        if node is not None and node.shape == "string" and node.end - node.start > 2:
            return node.text(source)
    return name if kind == "AGENT" else None


class OpenInference:
    """Reads what spans say, span by span."""

    def __init__(self) -> None:
        self._calls = Calls()

    def texts_of(self, source: Source, span: Span, attributes: Attributes) -> SpanTexts:
        """The drafts of a span by its kind."""
        if span.kind == "LLM":
            return self._model(source, span, attributes)
        if span.kind in ("TOOL", "RETRIEVER", "RERANKER", "EMBEDDING"):
            return self._tool(source, span, attributes)
        if span.kind == "AGENT":
            return self._agent(source, span, attributes)
        if span.kind in ("EVALUATOR", "GUARDRAIL"):
            return SpanTexts(closing=_whole(attributes, "output.value", Kind.EVALUATION))
        return self._chain(span, attributes)

    def _model(self, source: Source, span: Span, attributes: Attributes) -> SpanTexts:
        texts, agent = SpanTexts(), span.agent_at_work()
        for message in messages_spelled(source, attributes, "llm.input_messages"):
            texts.sent += [_as_sent(source, draft) for draft in read_message(source, message, self._calls, agent)]
        if not texts.sent:
            prompts = gather(attributes, "llm.prompts")
            texts.sent = [
                _piece(Kind.SAY, node, "user") for node in (prompts.walk() if prompts else ()) if node.is_text
            ]
        if not texts.sent:
            texts.sent = _from_value(source, attributes.get("input.value"), self._calls, "user", agent)
        for message in messages_spelled(source, attributes, "llm.output_messages"):
            texts.closing += read_message(source, message, self._calls, agent)
        texts.closing = _streamed(texts.closing)
        if not any(end > start for draft in texts.closing for start, end, _ in draft.pieces):
            texts.closing = _from_value(source, attributes.get("output.value"), self._calls, agent, agent)
        for draft in texts.closing:
            draft.actor = agent if draft.actor in (None, "assistant") else draft.actor
            _mark_code(source, draft)
        return texts

    def _tool(self, source: Source, span: Span, attributes: Attributes) -> SpanTexts:
        name = attributes.get("tool.name")
        tool = (name.text(source) if name is not None and name.shape == "string" else "") or span.name
        texts = SpanTexts(
            opening=_whole(attributes, "input.value", Kind.CALL, unfold=True),
            closing=_whole(attributes, "output.value", Kind.RESULT, actor=tool),
        )
        if not texts.opening and span.name_piece is not None:
            texts.opening = [Draft(Kind.CALL, span.start, span.end, pieces=(span.name_piece,))]
        if not texts.closing:
            documents = gather(attributes, "retrieval.documents") or gather(attributes, "reranker.output_documents")
            written = [node for node in documents.walk() if node.is_text] if documents else []
            if written:
                pieces = tuple(node.piece() for node in written)
                texts.closing = [Draft(Kind.RESULT, written[0].start, written[-1].end, actor=tool, pieces=pieces)]
        for draft in (*texts.opening, *texts.closing):
            draft.tool = tool
        return texts

    def _agent(self, source: Source, span: Span, attributes: Attributes) -> SpanTexts:
        caller = next((around.agent for around in span.ancestors if around.agent), None)
        sent, came = attributes.get("input.value"), attributes.get("output.value")
        texts = SpanTexts()
        if sent is not None and sent.shape != "literal":
            asked = _asked(source, sent)
            kind, actor = (Kind.HANDOFF, caller) if caller else (Kind.TASK, "user")
            texts.opening = [_piece(kind, node, actor) for node in asked]
            for draft in texts.opening:
                draft.to = (span.agent or span.name,)
        if came is not None and came.shape != "literal":
            kind = Kind.HANDOFF if caller else Kind.ANSWER
            texts.closing = [_piece(kind, came, span.agent)]
            texts.closing[0].to = (caller,) if caller else ()
        return texts

    def _chain(self, span: Span, attributes: Attributes) -> SpanTexts:
        step = _STEP.match(span.name) is not None
        top = span.parent is None
        opening = _whole(attributes, "input.value", Kind.TASK if top else Kind.NOTE, actor="user" if top else None)
        closing = _whole(attributes, "output.value", Kind.RESULT if step else Kind.ANSWER if top else Kind.NOTE)
        for draft in opening if not top else ():
            if span.name_piece is not None:
                draft.pieces = (span.name_piece,) if step else (span.name_piece, *draft.pieces)
            draft.salience = STRUCTURE
        for draft in closing:
            draft.actor = "environment" if step else None
            draft.salience = 1.0 if step or top else PARTS
        return SpanTexts(opening=opening, closing=closing)


PARTS = 0.3
CHOICES = 8
"""How many answers a model may be asked for at once; more messages of one answer are its pieces as they came."""


def _streamed(drafts: list[Draft]) -> list[Draft]:
    """What a client wrote down piece by piece as it came, as the one thing that was said."""
    if len(drafts) <= CHOICES or any(draft.kind is not Kind.SAY for draft in drafts):
        return drafts
    whole = drafts[0]
    whole.pieces = tuple(piece for draft in drafts for piece in draft.pieces)
    whole.end = max(draft.end for draft in drafts)
    return [whole]


def _as_sent(source: Source, draft: Draft) -> Draft:
    """Frameworks send tool results and the model's own calls back as if somebody had said them."""
    if draft.kind is Kind.SAY and draft.actor in (None, "user", "assistant"):
        head = draft.pieces[0]
        text = (
            source.read(head.start, min(head.end, head.start + 200)).replace(b"\\n", b"\n").decode("utf-8", "replace")
        )
        if _OBSERVED.match(text):
            draft.kind, draft.actor = Kind.RESULT, "environment"
        elif _ECHOED_CALL.match(text):
            draft.kind = Kind.CALL
    elif draft.kind is Kind.RESULT and draft.actor == "tool":
        draft.actor = "environment"
    if draft.kind is Kind.CALL:
        draft.actor = None
    return draft


def _mark_code(source: Source, draft: Draft) -> None:
    """A message that carries code to run is a call."""
    if draft.kind is not Kind.SAY:
        return
    match = _CODE_CALL.search(
        b"\n".join(source.read(s, e) for s, e, _ in draft.pieces).replace(b"\\n", b"\n").decode("utf-8", "replace")
    )
    if match is not None:
        draft.kind, draft.tool = Kind.CALL, match[1] or "python"


def _from_value(source: Source, node: Node | None, calls: Calls, actor: str | None, agent: str | None) -> list[Draft]:
    """A whole input or output, read as messages where it is some."""
    if node is None or node.shape == "literal":
        return []
    return messages_sent(source, node, calls, agent) or [
        _piece(Kind.SAY, node, actor, unfold=parse_nested(source, node) is not None)
    ]


def _asked(source: Source, node: Node) -> list[Node]:
    """The task inside what an agent was called with; all of it where no task is named."""
    root = parse_nested(source, node)
    task = root.get("task") if root is not None else None
    if root is None or task is None or task.shape != "string":
        return [node]
    more = root.get("additional_args")
    return [task, more] if more is not None and more.fields else [task]


def _whole(
    attributes: Attributes, key: str, kind: Kind, actor: str | None = None, *, unfold: bool = False
) -> list[Draft]:
    node = attributes.get(key)
    if node is None or node.shape == "literal":
        return []
    return [_piece(kind, node, actor, unfold=unfold)]


def _piece(kind: Kind, node: Node, actor: str | None, *, unfold: bool = False) -> Draft:
    return Draft(kind, node.start, node.end, actor=actor, pieces=(node.piece(unfold=unfold),))


def exceptions(events: Node | None) -> list[Draft]:
    """The exceptions that a span recorded, each with its way through the code."""
    drafts = []
    for event in events.members() if events is not None else []:
        held = event.get("Attributes") or event.get("attributes")
        named = flatten(held)
        message, trail = named.get("exception.message"), named.get("exception.stacktrace")
        shown: list[Piece] = [node.piece() for node in (message, trail) if node is not None and node.shape == "string"]
        if shown:
            drafts.append(Draft(Kind.ERROR, event.start, event.end, pieces=tuple(shown), status="error"))
    return drafts
