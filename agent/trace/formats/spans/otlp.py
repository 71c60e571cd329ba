"""OTLP JSON, as a collector or an SDK writes it: spans by resource and scope, scattered over objects or lines."""

import base64
from collections.abc import Iterator
from dataclasses import dataclass

from agent.trace.event import Kind
from agent.trace.formats.base.format import Draft, Head, Reading
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.base.source_run import Run
from agent.trace.formats.json.json_lines import first_of_lines, line_ranges
from agent.trace.formats.json.json_nodes import Node, first_text, text_of
from agent.trace.formats.json.json_records import or_plain_log, warn_of_break
from agent.trace.formats.json.json_stream import JsonStream, Path, Record
from agent.trace.formats.spans.attributes import flatten
from agent.trace.formats.spans.genai import GenAi, agent_named, kind_of
from agent.trace.formats.spans.key_values import unwrap
from agent.trace.formats.spans.log_records import (
    WORDS_OF_CALLS,
    RecordReader,
    as_event,
    record_name,
    record_span,
)
from agent.trace.formats.spans.openinference import KIND, OpenInference, agent_of, exceptions
from agent.trace.formats.spans.span_drafts import SpanDrafts
from agent.trace.formats.spans.span_runs import largest, once, spans_of
from agent.trace.formats.spans.span_texts import SpanTexts
from agent.trace.formats.spans.spans import Nodes, Span, close_last, parse_nanoseconds
from agent.trace.source import Source

_CARRIER = pattern(rb'"(?:resourceSpans|resource_spans)"\s*:')
_LOGS = ("logRecords", "log_records")
_INFERENCE = pattern(rb'"openinference\.span\.kind"')
_BASE64 = pattern(r"[A-Za-z0-9+/]{11}=|[A-Za-z0-9+/]{22}==")


@dataclass(slots=True)
class Otlp:
    """Spans in OTLP's JSON mapping, of one trace or of several."""

    name: str
    lines: bool
    inference: bool

    def recognise(self, head: Head) -> str | None:
        """The key `resourceSpans`, once or line by line, and whose attributes the spans carry."""
        if head.opens not in (b"{", b"[") or not _CARRIER.search(head.data):
            return None
        if (_INFERENCE.search(head.data) is not None) is not self.inference:
            return None
        if (first_of_lines(head) is not None) is not self.lines:
            return None
        where = "JSON lines" if self.lines else "a JSON object"
        return f"{where} with `resourceSpans`, with {'OpenInference' if self.inference else 'GenAI'} attributes"

    @or_plain_log
    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of the largest trace, in order of time."""
        nodes, spans, logs = Nodes(), list[Span](), list[Node]()
        for record in self._records(source, reading):
            if record.path[-2] in _LOGS:
                logs.append(record.node)
            else:
                spans.append(_span(source, record.node, nodes))
        spans = largest(once(spans), reading)
        told = _Told(source, spans, logs)
        yield from SpanDrafts(source, reading, _Reader(told)).draw(close_last([*spans, *told.alone]))

    def cut_run(self, run: Run, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of one trace."""
        spans = [_span(source, node, nodes) for node, nodes in spans_of(run, source)]
        yield from SpanDrafts(source, reading, _Reader()).draw(close_last(once(spans)))

    def _records(self, source: Source, reading: Reading) -> Iterator[Record]:
        """The spans of every object in the file, and the log records that lie between them."""
        ranges = line_ranges(source) if self.lines else iter(((source.start, source.size),))
        for start, end in ranges:
            stream = JsonStream(source, _holds_records, start, end)
            yield from stream.records()
            if stream.broken_at is not None:
                warn_of_break(reading, stream.broken_at, stream.why)


class _Told:
    """What was logged while some spans ran: words of model calls with the span they are of, all else for itself."""

    def __init__(self, source: Source, spans: list[Span], logs: list[Node]) -> None:
        self.alone: list[Span] = []
        self.nodes: dict[str, list[Node]] = {}
        known, traces = {span.id for span in spans if span.id}, {span.trace_id for span in spans}
        for number, node in enumerate(logs):
            within = _identity(source, node, "spanId", "span_id")
            if within in known and record_name(source, node).startswith(WORDS_OF_CALLS):
                self.nodes.setdefault(within, []).append(node)
            elif _identity(source, node, "traceId", "trace_id") in traces:
                self.alone.append(record_span(source, node, f"record {number}", within or None))
                self.nodes[f"record {number}"] = [node]


class _Reader:
    """Reads a span by the attributes it carries."""

    def __init__(self, told: _Told | None = None) -> None:
        self._told = told.nodes if told is not None else {}
        self._logs = RecordReader(self._told)
        self._alone = {span.id for span in told.alone} if told is not None else set()
        self._inference = OpenInference()
        self._genai = GenAi()

    def read(self, source: Source, span: Span) -> SpanTexts:
        """What the span says."""
        if span.id in self._alone:
            return self._logs.read(source, span)
        node = span.parsed(source)
        attributes = _attributes(source, node)
        events = node.get("events")
        for event in events.items if events is not None else ():
            if "attributes" in event.fields:
                event.fields["attributes"] = unwrap(source, event.fields["attributes"]) or event.fields["attributes"]
        if KIND in attributes:
            held = Node("object", node.start, node.end)
            held.fields.update(attributes)
            texts = self._inference.texts_of(source, span, flatten(held))
        else:
            texts = self._genai.texts_of(source, span, attributes, self._with_logs(source, span, events))
        texts.errors = exceptions(events)
        message = node.get("status", "message")
        if not texts.errors and span.failed and message is not None and message.end - message.start > 2:
            texts.errors = [Draft(Kind.ERROR, message.start, message.end, pieces=(message.piece(),), status="error")]
        return texts

    def _with_logs(self, source: Source, span: Span, events: Node | None) -> Node | None:
        """The events of a span, and the log records that tell its words."""
        logs = self._told.get(span.id)
        if not logs:
            return events
        both = Node("array", span.start, span.end)
        both.items = [*(events.items if events is not None else ()), *(as_event(source, node) for node in logs)]
        return both


def _attributes(source: Source, node: Node) -> dict[str, Node]:
    held = unwrap(source, node.get("attributes"))
    return held.fields if held is not None else {}


def _holds_records(path: Path) -> bool:
    if path[-1:] == ("spans",):
        return "resourceSpans" in path or "resource_spans" in path
    return path[-1:] != () and path[-1] in _LOGS and ("resourceLogs" in path or "resource_logs" in path)


def _span(source: Source, node: Node, nodes: Nodes) -> Span:
    attributes = _attributes(source, node)
    name = node.get("name")
    title = text_of(source, name) or ""
    kind = text_of(source, attributes.get(KIND)) or kind_of(source, attributes)
    agent = agent_of(source, attributes, kind, title) if KIND in attributes else None
    status = node.get("status", "code")
    opened = _moment(source, node, "startTimeUnixNano", "start_time_unix_nano")
    closed = _moment(source, node, "endTimeUnixNano", "end_time_unix_nano")
    return Span(
        id=_identity(source, node, "spanId", "span_id"),
        parent_id=_identity(source, node, "parentSpanId", "parent_span_id") or None,
        trace_id=_identity(source, node, "traceId", "trace_id"),
        name=title,
        kind=kind.upper(),
        start=node.start,
        end=node.end,
        body=(node.start, node.end),
        name_piece=name.piece() if name is not None and title else None,
        opened=opened,
        closed=closed,
        goes_on=opened is not None and closed is None,
        agent=agent or agent_named(source, attributes, kind, title),
        failed=status is not None and status.value(source) in (2, "2", "STATUS_CODE_ERROR", "ERROR", "Error"),
        node=nodes.keep(node),
    )


def _identity(source: Source, node: Node, *keys: str) -> str:
    """An id in hex, also where it was written in base64."""
    text = first_text(source, node, *keys) or ""
    return base64.b64decode(text).hex() if _BASE64.fullmatch(text) else text


def _moment(source: Source, node: Node, *keys: str) -> int | None:
    held = next((node.fields[key] for key in keys if key in node.fields), None)
    return parse_nanoseconds(held.value(source)) if held is not None else None


INFERENCE = Otlp("otlp_json_openinference", lines=False, inference=True)
INFERENCE_LINES = Otlp("otlp_jsonl_openinference", lines=True, inference=True)
GENAI = Otlp("otlp_json_genai", lines=False, inference=False)
GENAI_LINES = Otlp("otlp_jsonl_genai", lines=True, inference=False)
