"""Langfuse: a trace with its observations, or observations alone, as they are downloaded or fetched."""

from typing import Any

from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json.json_nested import parse_nested
from agent.trace.formats.json.json_nodes import Node, first_text, text_of
from agent.trace.formats.json_logs.record_head import RecordMark
from agent.trace.formats.langgraph.langgraph_state import agent_in
from agent.trace.formats.langsmith.langsmith import moment
from agent.trace.formats.spans.attributes import Attributes, flatten
from agent.trace.formats.spans.inputs_outputs import InputsOutputs, told
from agent.trace.formats.spans.openinference import KIND, OpenInference
from agent.trace.formats.spans.span_log import SpanLog
from agent.trace.formats.spans.span_names import agent_called, is_routine, tool_called
from agent.trace.formats.spans.span_texts import SpanTexts
from agent.trace.formats.spans.spans import Nodes, Span
from agent.trace.source import Source

_KINDS = {"GENERATION": "LLM", "TOOL": "TOOL", "RETRIEVER": "RETRIEVER", "EMBEDDING": "EMBEDDING", "AGENT": "AGENT",
          "EVALUATOR": "EVALUATOR", "GUARDRAIL": "EVALUATOR", "SPAN": "CHAIN", "CHAIN": "CHAIN", "EVENT": "EVENT",
          "SCORE": "EVALUATOR"}  # fmt: skip
_OPENING = (pattern(rb'"(?:traceId|trace_id|observations|htmlPath)"\s*:'),
            pattern(rb'"(?:parentObservationId|parent_observation_id|observations|htmlPath)"\s*:'))  # fmt: skip
_AGENT_KEYS = ("gen_ai.agent.name", "agent.name", "agent_name", "recipient_agent_type", "graph.node.id")
_TOOL_KEYS = frozenset({"gen_ai.tool.name", "tool.name"})
_RETURNED = ("gen_ai.tool.call.result", "gcp.vertex.agent.tool_response", "output.value")
_SPELLED = ("llm.input_messages.", "llm.output_messages.")
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
    metadata = _metadata(source, node)
    speaks = _says(node.get("input")) or _says(node.get("output"))
    kind = _kind(source, metadata, what, speaks=speaks)
    return Span(
        id=first_text(source, node, "id") or "",
        parent_id=first_text(source, node, "parentObservationId", "parent_observation_id") or f"trace {trace}",
        trace_id=trace,
        name=title,
        kind=kind,
        start=node.start,
        end=node.end,
        body=(node.start, node.end),
        name_piece=name.piece() if name is not None and title else None,
        opened=moment(source, node.get("startTime") or node.get("start_time")),
        closed=moment(source, node.get("endTime") or node.get("end_time")),
        agent=_agent(source, metadata, kind, title),
        tool=first_text(source, metadata.get("attributes"), *_TOOL_KEYS) or tool_called(title)
        if kind == "TOOL"
        else None,
        speaks=speaks,
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


def _metadata(source: Source, node: Node) -> Node:
    held = node.get("metadata")
    return parse_nested(source, held) or held or Node("object", node.start, node.start)


def _agent(source: Source, metadata: Node, what: str, name: str) -> str | None:
    attributes = metadata.get("attributes")
    named = agent_in(source, metadata) or agent_in(source, attributes) or first_text(source, attributes, *_AGENT_KEYS)
    return named or agent_called(name) or (name if what == "AGENT" and not is_routine(name) else None)


def _kind(source: Source, metadata: Node, what: str, *, speaks: bool) -> str:
    """What a client of OpenTelemetry says of a span, where the service knew no better than that it is one."""
    attributes = metadata.get("attributes")
    if what == "SPAN" and attributes is not None:
        said = (first_text(source, attributes, KIND) or "").upper()
        if speaks and (said == "TOOL" or not _TOOL_KEYS.isdisjoint(attributes.fields)):
            return "TOOL"
        if said == "AGENT":
            return "AGENT"
    return _KINDS.get(what, "CHAIN")


def _says(node: Node | None) -> bool:
    return node is not None and (node.shape != "literal" or node.end - node.start != 4)


class _Reader:
    """Reads the input and output of an observation, or of the trace."""

    def __init__(self) -> None:
        self._spans = InputsOutputs()
        self._inference = OpenInference()

    def read(self, source: Source, span: Span) -> SpanTexts:
        """The drafts of one observation by its kind."""
        node = span.parsed(source)
        given, came = node.get("input"), node.get("output")
        if not span.counted and len(span.children) == 1 and span.children[0].speaks:
            given = came = None  # the only observation says it, and less escaped
        attributes = flatten(_metadata(source, node).get("attributes"))
        if span.kind == "TOOL" and came is not None and not came.fields and came.end - came.start <= 4:
            came = next((attributes[key] for key in _RETURNED if key in attributes), came)
        texts = self._spans.read(source, span, given, came)
        if span.kind == "LLM":
            self._spelled(source, span, attributes, texts)
        elif span.kind == "TOOL":
            for draft in (*texts.opening, *texts.closing):
                draft.call = draft.call or text_of(source, attributes.get("gen_ai.tool.call.id"))
        texts.errors = told(node.get("statusMessage") or node.get("status_message"), span)
        return texts

    def _spelled(self, source: Source, span: Span, attributes: Attributes, texts: SpanTexts) -> None:
        """Messages that a client spells attribute by attribute say more than the text it made of them."""
        kept = {key: value for key, value in attributes.items() if key.startswith(_SPELLED)}
        spelled = self._inference.texts_of(source, span, kept) if kept else SpanTexts()
        texts.sent = spelled.sent or texts.sent
        texts.closing = spelled.closing or texts.closing


LANGFUSE = SpanLog(
    "langfuse_trace",
    RecordMark("`observations` with `traceId`", _is_known, _OPENING, ("observations", "data"), document=True),
    _span,
    _Reader,
    nested="observations",
    labels=("scores", "score"),
    silent=_SILENT,
)
