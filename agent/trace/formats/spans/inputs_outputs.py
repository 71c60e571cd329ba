"""Reads the input and output that tracing services keep of a span, by what kind of span it is."""

from agent.trace.event import Kind
from agent.trace.formats.base.format import Draft
from agent.trace.formats.json.json_nested import parse_nested
from agent.trace.formats.json.json_nodes import Node
from agent.trace.formats.messages.chat_messages import Calls
from agent.trace.formats.messages.content_parts import returned_pieces
from agent.trace.formats.spans.span_names import is_routine
from agent.trace.formats.spans.span_texts import SpanTexts
from agent.trace.formats.spans.span_words import messages_sent, texts_in, told_by_role, words_in
from agent.trace.formats.spans.spans import Span
from agent.trace.source import Source

_FIELD_NAMES = frozenset({b"role", b"content", b"messages"})


class InputsOutputs:
    """Reads spans one after the other; who called which tool is known from one to the next."""

    def __init__(self) -> None:
        self.calls = Calls(first_counts=True)

    def read(self, source: Source, span: Span, given: Node | None, came: Node | None) -> SpanTexts:
        """The drafts of a span by its kind."""
        texts, agent = SpanTexts(), span.agent_at_work()
        if span.kind == "LLM":
            self.read_model_call(source, span, given, came, texts)
        elif span.kind in ("TOOL", "RETRIEVER", "EMBEDDING"):
            self.read_tool_run(source, span, given, came, texts)
        elif span.kind == "EVALUATOR":
            texts.closing = words_in(source, came, Kind.EVALUATION, span.name or None)
        elif span.kind == "EVENT":
            texts.opening = words_in(source, came, Kind.NOTE, agent) or words_in(source, given, Kind.NOTE, agent)
        elif span.kind == "AGENT":
            self._member(source, span, given, came, texts)
        elif span.caller is None:
            self._team(source, span, given, came, texts)
        elif span.agent is not None and not is_routine(span.name):
            texts.left = texts_in(source, came, self.calls, agent, agent)
        return texts

    def read_model_call(
        self, source: Source, span: Span, given: Node | None, came: Node | None, texts: SpanTexts
    ) -> None:
        """What a model was sent, as messages or as prompts, and what it said."""
        agent, calls = span.agent_at_work(), self.calls
        prompts = given.get("prompts") if given is not None else None
        texts.sent = messages_sent(source, given, calls, agent)
        if not texts.sent:
            texts.sent = words_in(source, prompts or given, Kind.SAY, "user")
            texts.sent = [
                part
                for draft in texts.sent
                if not _is_field_name(source, draft)
                for part in told_by_role(source, draft)
            ]
        texts.closing = texts_in(source, came, calls, agent, agent)
        for draft in texts.closing:
            draft.actor = (agent or "assistant") if draft.actor in (None, "assistant", "model") else draft.actor

    def read_tool_run(
        self, source: Source, span: Span, given: Node | None, came: Node | None, texts: SpanTexts
    ) -> None:
        """What a tool was given and what it returned; both carry the id of the call where one of them does."""
        texts.opening = words_in(source, given, Kind.CALL, None)
        if not texts.opening:
            piece = (span.name_piece,) if span.name_piece is not None else ()
            texts.opening = [Draft(Kind.CALL, span.start, span.end, pieces=piece)]
        results = [d for d in messages_sent(source, came, self.calls, None) if d.kind is Kind.RESULT]
        texts.closing = results or _returned(source, came, span.name)
        for draft in (*texts.opening, *texts.closing):
            draft.tool = span.tool or span.name
        for draft in texts.closing:
            draft.actor = span.tool or span.name
            texts.opening[0].call = draft.call

    def _team(self, source: Source, span: Span, given: Node | None, came: Node | None, texts: SpanTexts) -> None:
        """What was asked of the whole team, and what it answered."""
        actor = span.agent or (None if is_routine(span.name) else span.name)
        held = parse_nested(source, given) or given
        if held is None or not span.holds_model or not {"args", "kwargs"} <= held.fields.keys():
            texts.sent = texts_in(source, given, self.calls, None, "user")
        texts.left = messages_sent(source, came, self.calls, span.agent) or words_in(source, came, Kind.ANSWER, actor)

    def _member(self, source: Source, span: Span, given: Node | None, came: Node | None, texts: SpanTexts) -> None:
        """What an agent is given was mostly said before; what is new comes from whoever called it."""
        caller = next((around.agent for around in span.ancestors if around.agent), None)
        texts.sent = texts_in(source, given, self.calls, span.agent, caller or "user")
        for draft in texts.sent:
            if draft.kind is Kind.SAY and draft.actor == caller:
                draft.kind, draft.to = Kind.HANDOFF, (span.agent or span.name,)
        texts.left = texts_in(source, came, self.calls, span.agent, span.agent)


def told(node: Node | None, span: Span) -> list[Draft]:
    """What went wrong in a span, in its own words."""
    if node is None or not node.is_text or node.end - node.start <= 2 or not span.failed:
        return []
    return [Draft(Kind.ERROR, node.start, node.end, pieces=(node.piece(),), status="error")]


def _returned(source: Source, came: Node | None, tool: str) -> list[Draft]:
    """What a tool returned: the texts of its parts where it wrote some."""
    held = parse_nested(source, came) or came
    parts = held.get("content") if held is not None else None
    if held is not None and parts is not None and any("text" in part.fields for part in parts.items):
        return [Draft(Kind.RESULT, held.start, held.end, actor=tool, pieces=returned_pieces(held, parts))]
    return words_in(source, came, Kind.RESULT, tool)


def _is_field_name(source: Source, draft: Draft) -> bool:
    """Whether a client wrote the name of a field where the words of a message should be."""
    start, end, _ = draft.pieces[0]
    return end - start < 16 and source.read(start, end).strip(b'\\"') in _FIELD_NAMES
