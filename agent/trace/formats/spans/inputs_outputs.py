"""Reads the input and output that tracing services keep of a model call and of a tool's run."""

from agent.trace.event import Kind
from agent.trace.formats.base.format import Draft
from agent.trace.formats.json.json_nodes import Node
from agent.trace.formats.messages.chat_messages import Calls
from agent.trace.formats.spans.span_drafts import SpanTexts
from agent.trace.formats.spans.span_words import messages_sent, texts_in, words_in
from agent.trace.formats.spans.spans import Span
from agent.trace.source import Source


def read_model_call(
    source: Source, span: Span, given: Node | None, came: Node | None, calls: Calls, texts: SpanTexts
) -> None:
    """What a model was sent, as messages or as prompts, and what it said."""
    agent = span.agent_at_work()
    prompts = given.get("prompts") if given is not None else None
    texts.sent = messages_sent(source, given, calls, agent) or words_in(source, prompts or given, Kind.SAY, "user")
    texts.closing = texts_in(source, came, calls, agent, agent)
    for draft in texts.closing:
        draft.actor = agent if draft.actor in (None, "assistant") else draft.actor


def read_tool_run(
    source: Source, span: Span, given: Node | None, came: Node | None, calls: Calls, texts: SpanTexts
) -> None:
    """What a tool was given and what it returned; both carry the id of the call where one of them does."""
    texts.opening = words_in(source, given, Kind.CALL, None)
    if not texts.opening:
        piece = (span.name_piece,) if span.name_piece is not None else ()
        texts.opening = [Draft(Kind.CALL, span.start, span.end, pieces=piece)]
    results = [d for d in messages_sent(source, came, calls, None) if d.kind is Kind.RESULT]
    texts.closing = results or words_in(source, came, Kind.RESULT, span.name)
    for draft in (*texts.opening, *texts.closing):
        draft.tool = span.name
    for draft in texts.closing:
        draft.actor = span.name
        texts.opening[0].call = draft.call
