"""Spans as an SDK of OpenTelemetry prints them, one object each, and the traces that MLflow exports."""

from typing import Any

from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json_logs.record_head import RecordMark
from agent.trace.formats.spans.span_log import SpanLog
from agent.trace.formats.spans.span_records import SpanRecordReader, make_span

_CONTEXT = pattern(rb'"(?:context|SpanContext|spanContext|trace_?[iI]d)"\s*:')
_MLFLOW = pattern(rb'"mlflow\.(?:span|trace)\w*"\s*:')

_TRACE_IDS, _SPAN_IDS = {"trace_id", "traceId", "TraceID"}, {"span_id", "spanId", "SpanID", "id"}


def _is_span(value: Any) -> bool:
    if not isinstance(value, dict) or not isinstance(value.get("name", value.get("Name")), str):
        return False
    if not isinstance(value.get("attributes", value.get("Attributes")), dict | list):
        return False
    context = next((value[key] for key in ("context", "SpanContext", "spanContext") if key in value), value)
    return isinstance(context, dict) and bool(_TRACE_IDS & context.keys()) and bool(_SPAN_IDS & context.keys())


def _is_mlflow(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    data = value.get("data")
    spans = data.get("spans") if isinstance(data, dict) else value.get("spans")
    first = spans[0] if isinstance(spans, list) and spans else value
    attributes = first.get("attributes") if isinstance(first, dict) else None
    return isinstance(attributes, dict) and any(str(key).startswith("mlflow.") for key in attributes)


SDK_SPANS = SpanLog(
    "otel_sdk_spans",
    RecordMark(
        "`name` and `attributes` with the ids of a span",
        _is_span,
        (_CONTEXT, pattern(rb'"attributes"\s*:'), pattern(rb'"(?:gen_ai|openinference|llm)\.')),
        ("spans",),
        document=True,
    ),
    make_span,
    SpanRecordReader,
    nested="spans",
)
MLFLOW = SpanLog(
    "mlflow_traces",
    RecordMark("spans with attributes of `mlflow`", _is_mlflow, (_MLFLOW,), ("spans", "traces"), document=True),
    make_span,
    SpanRecordReader,
    nested="spans",
    labels=("assessments",),
)
