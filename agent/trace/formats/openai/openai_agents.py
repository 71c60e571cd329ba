"""Traces of the OpenAI Agents SDK: spans of agents, turns, functions, generations and handoffs, written as they end."""

import re
from typing import Any

from agent.trace.event import Kind, Piece
from agent.trace.formats.base.format import Draft
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json.json_nodes import Node, first_text, text_of
from agent.trace.formats.json_logs.record_head import RecordMark
from agent.trace.formats.messages.chat_messages import Calls
from agent.trace.formats.spans.span_log import SpanLog
from agent.trace.formats.spans.span_texts import SpanTexts
from agent.trace.formats.spans.span_words import messages_sent, texts_in, words_in
from agent.trace.formats.spans.spans import Nodes, Span, parse_time
from agent.trace.source import Source

_KINDS = {"generation": "LLM", "response": "LLM", "function": "TOOL", "mcp_tools": "TOOL", "agent": "AGENT",
          "handoff": "HANDOFF", "guardrail": "GUARDRAIL", "transcription": "LLM", "speech": "LLM"}  # fmt: skip
_OPENING = (pattern(rb'"object"\s*:\s*"trace(?:\.span)?"'), pattern(rb'"(?:span_data|workflow_name)"\s*:'))
_SILENT = (
    "the spans of model calls hold no text: the SDK exports none for responses; let your trace processor write "
    "span_data.input and span_data.response as well, and run again"
)


def _is_span(value: Any) -> bool:
    return isinstance(value, dict) and value.get("object") in ("trace", "trace.span")


def _span(source: Source, node: Node, nodes: Nodes) -> Span | None:
    what = first_text(source, node, "object")
    if what not in ("trace", "trace.span"):
        return None
    data = node.get("span_data") or Node("object", node.start, node.start)
    of, whole = first_text(source, data, "type") or "custom", what == "trace"
    id = first_text(source, node, "id") or ""
    trace = id if whole else first_text(source, node, "trace_id") or ""
    name = node.get("workflow_name") if whole else data.get("name") or data.get("type")
    error = node.get("error")
    return Span(
        id=id,
        parent_id=None if whole else first_text(source, node, "parent_id") or trace,
        trace_id=trace,
        name=text_of(source, name) or of,
        kind="CHAIN" if whole else _KINDS.get(of, "CHAIN"),
        start=node.start,
        end=node.end,
        body=(node.start, node.end),
        name_piece=name.piece() if name is not None and name.is_text else None,
        opened=parse_time(first_text(source, node, "started_at")),
        closed=parse_time(first_text(source, node, "ended_at")),
        agent=_agent(source, data, of),
        failed=error is not None and error.shape != "literal",
        node=nodes.keep(node),
    )


def _agent(source: Source, data: Node, of: str) -> str | None:
    """The agent that a span is the work of: its own, that of its turn, or the one that hands over."""
    if of == "agent":
        return first_text(source, data, "name")
    if of == "handoff":
        return first_text(source, data, "from_agent")
    return first_text(source, data.get("data"), "agent_name") or first_text(source, data, "agent_name")


class _Reader:
    """Reads the data of one span."""

    def __init__(self) -> None:
        self._calls = Calls(first_counts=True)

    def read(self, source: Source, span: Span) -> SpanTexts:
        """The drafts of a span by its kind."""
        node = span.parsed(source)
        data = node.get("span_data") or Node("object", span.start, span.start)
        spoken, agent = SpanTexts(), span.agent_at_work()
        if span.kind == "LLM":
            self._model(source, data, spoken, agent)
        elif span.kind == "TOOL":
            self._tool(source, span, data, spoken)
        elif span.kind == "HANDOFF":
            spoken.opening = _handoff(source, span, data)
        elif span.kind == "GUARDRAIL":
            spoken.closing = _guardrail(source, span, data)
        elif span.kind == "CHAIN" and span.parent is not None:
            spoken.left = texts_in(source, data.get("data", "output"), self._calls, agent, agent)
        elif span.kind == "AGENT":
            spoken.sent = texts_in(source, data.get("input"), self._calls, agent, "user")
            spoken.left = texts_in(source, data.get("output"), self._calls, agent, agent)
        spoken.errors = _errors(node.get("error"))
        return spoken

    def _model(self, source: Source, data: Node, spoken: SpanTexts, agent: str | None) -> None:
        response = data.get("response")
        told = response.get("instructions") if response is not None else data.get("instructions")
        if told is not None and told.is_text:
            spoken.sent = [Draft(Kind.SYSTEM, told.start, told.end, actor="system", pieces=(told.piece(),))]
        spoken.sent += texts_in(source, data.get("input"), self._calls, agent, "user")
        came = data.get("output") or (response.get("output") or response if response is not None else None)
        spoken.closing = texts_in(source, came, self._calls, agent, agent)
        for draft in spoken.closing:
            draft.actor = agent if draft.actor in (None, "assistant") else draft.actor

    def _tool(self, source: Source, span: Span, data: Node, spoken: SpanTexts) -> None:
        spoken.opening = words_in(source, data.get("input"), Kind.CALL, None)
        if not spoken.opening:
            spoken.opening = [Draft(Kind.CALL, span.start, span.end, pieces=_name(span))]
        results = [d for d in messages_sent(source, data.get("output"), self._calls, None) if d.kind is Kind.RESULT]
        came = data.get("output") or data.get("result")
        spoken.closing = results or words_in(source, came, Kind.RESULT, span.name)
        for draft in (*spoken.opening, *spoken.closing):
            draft.tool = span.name
        for draft in spoken.closing:
            draft.actor = span.name


def _handoff(source: Source, span: Span, data: Node) -> list[Draft]:
    to = data.get("to_agent")
    name = text_of(source, to)
    if to is None or name is None:
        return [Draft(Kind.HANDOFF, span.start, span.end, actor=span.agent, pieces=_name(span))]
    tool = "transfer_to_" + re.sub(r"[^a-z0-9_]", "_", name.lower())
    return [Draft(Kind.HANDOFF, to.start, to.end, actor=span.agent, to=(name,), tool=tool, pieces=(to.piece(),))]


def _guardrail(source: Source, span: Span, data: Node) -> list[Draft]:
    """What a guardrail found: it stops the run, or it is passed."""
    flag = data.get("triggered")
    tripped = flag is not None and flag.value(source) is True
    draft = Draft(Kind.ERROR if tripped else Kind.NOTE, span.start, span.end, actor=span.name, pieces=_name(span))
    draft.title = f"guardrail {span.name[:60]} {'stops the run' if tripped else 'is passed'}"
    draft.status = "error" if tripped else None
    return [draft]


def _errors(error: Node | None) -> list[Draft]:
    if error is None or error.shape == "literal":
        return []
    message, data = error.get("message"), error.get("data")
    held = [node for node in (message, data) if node is not None and node.shape != "literal"]
    pieces = tuple(node.piece(unfold=bool(node.fields)) for node in held) or (error.piece(unfold=True),)
    return [Draft(Kind.ERROR, error.start, error.end, pieces=pieces, status="error")]


def _name(span: Span) -> tuple[Piece, ...]:
    return (span.name_piece,) if span.name_piece is not None else (Piece(span.start, span.start),)


AGENTS_SDK = SpanLog(
    "openai_agents_sdk_traces",
    RecordMark("`object` is a trace or a span of one", _is_span, _OPENING, ("data", "spans", "items")),
    _span,
    _Reader,
    nested="spans",
    silent=_SILENT,
)
