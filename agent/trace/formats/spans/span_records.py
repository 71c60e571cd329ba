"""Reads a span that is one JSON object, its ids and times under the names that each SDK and service gives them."""

from agent.trace.event import Kind
from agent.trace.formats.base.format import Draft
from agent.trace.formats.json.json_nodes import Node, first_text, text_of
from agent.trace.formats.spans.attributes import flatten
from agent.trace.formats.spans.genai import GenAi, agent_named, kind_of
from agent.trace.formats.spans.inputs_outputs import InputsOutputs
from agent.trace.formats.spans.key_values import unwrap
from agent.trace.formats.spans.openinference import KIND, OpenInference, agent_of, exceptions
from agent.trace.formats.spans.span_names import agent_called, is_routine
from agent.trace.formats.spans.span_texts import SpanTexts
from agent.trace.formats.spans.spans import Nodes, Span, moment
from agent.trace.source import Source

_CONTEXTS = ("context", "SpanContext", "spanContext", "span_context")
_PARENTS = ("parent", "Parent", "parentSpanContext", "parent_context")
_IDS = ("span_id", "spanId", "SpanID", "context.span_id", "id")
_STARTS = ("start_time", "startTime", "StartTime", "start_time_unix_nano", "startTimeUnixNano", "start_time_ns",
           "timestamp", "start_timestamp")  # fmt: skip
_ENDS = ("end_time", "endTime", "EndTime", "end_time_unix_nano", "endTimeUnixNano", "end_time_ns",
         "end_timestamp")  # fmt: skip
_FAILED = (2, "2", "ERROR", "STATUS_CODE_ERROR", "Error", "StatusCode.ERROR")
_MLFLOW = "mlflow.spanType"
_IN, _OUT = ("mlflow.spanInputs",), ("mlflow.spanOutputs",)
_KINDS = {"LLM": "LLM", "CHAT_MODEL": "LLM", "TOOL": "TOOL", "AGENT": "AGENT", "RETRIEVER": "RETRIEVER",
          "EMBEDDING": "EMBEDDING", "EVALUATOR": "EVALUATOR", "RERANKER": "RETRIEVER"}  # fmt: skip


def make_span(source: Source, node: Node, nodes: Nodes) -> Span | None:
    """The span that an object is; None where it has no id."""
    context = next((node.fields[key] for key in _CONTEXTS if key in node.fields), node)
    id = first_text(source, context, *_IDS) or first_text(source, node, *_IDS)
    if id is None or not ({"name", "Name"} & node.fields.keys()):
        return None
    above = next((node.fields[key] for key in _PARENTS if key in node.fields), None)
    attributes = attributes_of(source, node)
    name = node.get("name") or node.get("Name")
    title = text_of(source, name) or ""
    kind = _kind(source, node, attributes)
    return Span(
        id=id,
        parent_id=first_text(source, node, "parent_id", "parent_span_id", "parentSpanId", "parentId")
        or first_text(source, above, *_IDS),
        trace_id=first_text(source, context, "trace_id", "traceId", "TraceID", "context.trace_id") or "",
        name=title,
        kind=kind,
        start=node.start,
        end=node.end,
        body=(node.start, node.end),
        name_piece=name.piece() if name is not None and title else None,
        opened=moment(source, node, _STARTS),
        closed=moment(source, node, _ENDS),
        agent=_agent(source, attributes, kind, title),
        failed=_is_failed(source, node),
        node=nodes.keep(node),
    )


def attributes_of(source: Source, node: Node) -> dict[str, Node]:
    """The attributes of a span, or the columns of a data frame that were some."""
    held = unwrap(source, node.get("attributes") or node.get("Attributes"))
    if held is not None:
        return flatten(held)
    columns = Node("object", node.start, node.end)
    columns.fields.update(
        {k.removeprefix("attributes."): v for k, v in node.fields.items() if k.startswith("attributes.")}
    )
    return flatten(columns)


def _kind(source: Source, node: Node, attributes: dict[str, Node]) -> str:
    said = text_of(source, attributes.get(KIND)) or first_text(source, node, "span_kind")
    if said is not None:
        return said.upper()
    typed = text_of(source, attributes.get(_MLFLOW)) or first_text(source, node, "span_type")
    if typed is not None:
        return _KINDS.get(typed.strip('"').upper(), "CHAIN")
    return kind_of(source, attributes)


def _agent(source: Source, attributes: dict[str, Node], kind: str, name: str) -> str | None:
    if KIND in attributes or not any(key.startswith(("gen_ai.", "traceloop.", "mlflow.")) for key in attributes):
        return agent_of(source, attributes, kind, name)
    if _MLFLOW in attributes:
        return agent_called(name) or (name if kind == "AGENT" and not is_routine(name) else None)
    return agent_of(source, attributes, "", name) or agent_named(source, attributes, kind, name)


def _is_failed(source: Source, node: Node) -> bool:
    status = node.get("status") or node.get("Status") or node.get("status_code")
    if status is not None and status.fields:
        status = next(
            (status.fields[k] for k in ("status_code", "code", "Code", "statusCode") if k in status.fields), None
        )
    return status is not None and status.value(source) in _FAILED


class SpanRecordReader:
    """Reads what a span says by the attributes it carries."""

    def __init__(self) -> None:
        self._inference = OpenInference()
        self._genai = GenAi()
        self._kept = InputsOutputs()

    def read(self, source: Source, span: Span) -> SpanTexts:
        """The drafts of one span."""
        node = span.parsed(source)
        attributes, events = attributes_of(source, node), node.get("events") or node.get("Events")
        if _MLFLOW in attributes or "span_type" in node.fields:
            given = next((attributes[key] for key in _IN if key in attributes), node.get("inputs"))
            came = next((attributes[key] for key in _OUT if key in attributes), node.get("outputs"))
            texts = self._kept.read(source, span, given, came)
        elif KIND in attributes or "span_kind" in node.fields or not _is_genai(attributes):
            texts = self._inference.texts_of(source, span, attributes)
        else:
            texts = self._genai.texts_of(source, span, attributes, events)
        texts.errors = exceptions(events)
        status = node.get("status") or node.get("Status")
        told = node.get("status_message") or (
            next((status.fields[k] for k in _TOLD if k in status.fields), None) if status is not None else None
        )
        if not texts.errors and span.failed and told is not None and told.is_text and told.end - told.start > 2:
            texts.errors = [Draft(Kind.ERROR, told.start, told.end, pieces=(told.piece(),), status="error")]
        return texts


_TOLD = ("description", "message", "Description")


def _is_genai(attributes: dict[str, Node]) -> bool:
    return not any(key.startswith(("input.value", "output.value", "llm.input", "llm.output")) for key in attributes)
