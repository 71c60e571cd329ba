"""Langfuse: a trace with its observations, or observations alone, as they are downloaded or fetched."""

from typing import Any

from agent.trace.event import Kind
from agent.trace.formats.base.format import Draft
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json.json_nested import parse_nested
from agent.trace.formats.json.json_nodes import Node, first_text
from agent.trace.formats.json_logs.record_head import RecordMark
from agent.trace.formats.langgraph.langgraph_state import agent_in
from agent.trace.formats.langsmith.langsmith import moment
from agent.trace.formats.messages.chat_messages import Calls
from agent.trace.formats.spans.inputs_outputs import read_model_call, read_tool_run
from agent.trace.formats.spans.span_drafts import SpanTexts
from agent.trace.formats.spans.span_log import SpanLog
from agent.trace.formats.spans.span_words import is_routine, messages_sent, texts_in, words_in
from agent.trace.formats.spans.spans import Nodes, Span
from agent.trace.source import Source

_KINDS = {"GENERATION": "LLM", "TOOL": "TOOL", "RETRIEVER": "RETRIEVER", "EMBEDDING": "EMBEDDING", "AGENT": "AGENT",
          "EVALUATOR": "EVALUATOR", "GUARDRAIL": "EVALUATOR", "SPAN": "CHAIN", "CHAIN": "CHAIN", "EVENT": "EVENT",
          "SCORE": "EVALUATOR"}  # fmt: skip
_OPENING = (pattern(rb'"(?:traceId|trace_id|observations|htmlPath)"\s*:'),
            pattern(rb'"(?:parentObservationId|parent_observation_id|observations|htmlPath)"\s*:'))  # fmt: skip
_SILENT = (
    "the generations hold no text: their inputs and outputs were masked, or left out of the download for their size"
)


def _is_observation(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    of = "traceId" in value or "trace_id" in value
    return of and str(value.get("type", "")).upper() in _KINDS and ("startTime" in value or "start_time" in value)


def _is_known(value: Any) -> bool:
    held = value.get("observations") if isinstance(value, dict) else None
    return _is_observation(value) or (isinstance(held, list) and bool(held) and _is_observation(held[0]))


def _span(source: Source, node: Node, nodes: Nodes) -> Span | None:
    if "type" not in node.fields or not ("traceId" in node.fields or "trace_id" in node.fields):
        return _trace(source, node.get("trace") or node)
    trace = first_text(source, node, "traceId", "trace_id") or ""
    name, what = node.get("name"), (first_text(source, node, "type") or "SPAN").upper()
    title = first_text(source, node, "name") or ""
    return Span(
        id=first_text(source, node, "id") or "",
        parent_id=first_text(source, node, "parentObservationId", "parent_observation_id") or f"trace {trace}",
        trace_id=trace,
        name=title,
        kind=_KINDS.get(what, "CHAIN"),
        start=node.start,
        end=node.end,
        body=(node.start, node.end),
        name_piece=name.piece() if name is not None and title else None,
        opened=moment(source, node.get("startTime") or node.get("start_time")),
        closed=moment(source, node.get("endTime") or node.get("end_time")),
        agent=_agent(source, node, what, title),
        failed=first_text(source, node, "level") == "ERROR",
        node=nodes.keep(node),
    )


def _trace(source: Source, node: Node) -> Span | None:
    """The trace that observations belong to: what was asked of the team and what it answered."""
    id = first_text(source, node, "id")
    if id is None or not ("input" in node.fields or "output" in node.fields):
        return None
    return Span(
        id=f"trace {id}",
        parent_id=None,
        trace_id=id,
        name=first_text(source, node, "name") or "",
        kind="CHAIN",
        start=node.start,
        end=node.end,
        body=(node.start, node.end),
        opened=moment(source, node.get("timestamp")),
        counted=False,
        node=node,
    )


def _agent(source: Source, node: Node, what: str, name: str) -> str | None:
    metadata = node.get("metadata")
    if metadata is not None and metadata.shape == "string":
        metadata = parse_nested(source, metadata)
    named = agent_in(source, metadata) or agent_in(source, metadata.get("attributes") if metadata is not None else None)
    return named or (name if what == "AGENT" and name else None)


class _Reader:
    """Reads the input and output of an observation, or of the trace."""

    def __init__(self) -> None:
        self._calls = Calls(first_counts=True)

    def read(self, source: Source, span: Span) -> SpanTexts:
        """The drafts of one observation by its kind."""
        node, texts, agent = span.parsed(source), SpanTexts(), span.agent_at_work()
        given, came = node.get("input"), node.get("output")
        if span.kind == "LLM":
            read_model_call(source, span, given, came, self._calls, texts)
        elif span.kind in ("TOOL", "RETRIEVER", "EMBEDDING"):
            read_tool_run(source, span, given, came, self._calls, texts)
        elif span.kind == "EVALUATOR":
            texts.closing = words_in(source, came, Kind.EVALUATION, span.name or None)
        elif span.kind == "EVENT":
            texts.opening = words_in(source, came, Kind.NOTE, agent) or words_in(source, given, Kind.NOTE, agent)
        elif span.kind == "AGENT":
            self._member(source, span, given, came, texts)
        elif span.parent is None:
            self._team(source, span, given, came, texts)
        elif span.agent is not None and not is_routine(span.name):
            texts.left = texts_in(source, came, self._calls, agent, agent)
        self._error(node, span, texts)
        return texts

    def _team(self, source: Source, span: Span, given: Node | None, came: Node | None, texts: SpanTexts) -> None:
        actor = span.agent or (None if is_routine(span.name) else span.name)
        texts.sent = texts_in(source, given, self._calls, None, "user")
        texts.left = messages_sent(source, came, self._calls, span.agent) or words_in(source, came, Kind.ANSWER, actor)

    def _member(self, source: Source, span: Span, given: Node | None, came: Node | None, texts: SpanTexts) -> None:
        """What an agent is given was mostly said before; what is new comes from whoever called it."""
        caller = next((around.agent for around in span.ancestors if around.agent), None)
        texts.sent = texts_in(source, given, self._calls, span.agent, caller or "user")
        for draft in texts.sent:
            if draft.kind is Kind.SAY and draft.actor == caller:
                draft.kind, draft.to = Kind.HANDOFF, (span.agent or span.name,)
        texts.left = texts_in(source, came, self._calls, span.agent, span.agent)

    def _error(self, node: Node, span: Span, texts: SpanTexts) -> None:
        told = node.get("statusMessage") or node.get("status_message")
        if span.failed and told is not None and told.is_text and told.end - told.start > 2:
            texts.errors = [Draft(Kind.ERROR, told.start, told.end, pieces=(told.piece(),), status="error")]


LANGFUSE = SpanLog(
    "langfuse_trace",
    RecordMark("`observations` with `traceId`", _is_known, _OPENING, ("observations", "data"), document=True),
    _span,
    _Reader,
    nested="observations",
    labels=("scores", "score"),
    silent=_SILENT,
)
