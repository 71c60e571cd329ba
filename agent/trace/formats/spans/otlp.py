"""OTLP JSON, as a collector or an SDK writes it: spans by resource and scope, scattered over objects or lines."""

import base64
from collections.abc import Iterator
from dataclasses import dataclass

from agent.trace.event import Kind
from agent.trace.formats.base.format import Draft, Head, Reading
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.base.run import Run
from agent.trace.formats.json.json_lines import first_line, has_more_lines, line_ranges
from agent.trace.formats.json.json_nodes import Node, first_text, text_of
from agent.trace.formats.json.json_records import or_plain_log, warn_of_break
from agent.trace.formats.json.json_stream import JsonStream, Path
from agent.trace.formats.spans.attributes import flatten
from agent.trace.formats.spans.genai import GenAi, agent_named, kind_of
from agent.trace.formats.spans.openinference import KIND, OpenInference, agent_of, exceptions
from agent.trace.formats.spans.span_drafts import SpanDrafts
from agent.trace.formats.spans.span_runs import largest, once, spans_of
from agent.trace.formats.spans.span_texts import SpanTexts
from agent.trace.formats.spans.spans import Nodes, Span, close_last, parse_nanoseconds
from agent.trace.source import Source

_CARRIER = pattern(rb'"(?:resourceSpans|resource_spans)"\s*:')
_INFERENCE = pattern(rb'"openinference\.span\.kind"')
_BASE64 = pattern(r"[A-Za-z0-9+/]{11}=|[A-Za-z0-9+/]{22}==")
_VALUES = ("stringValue", "string_value", "intValue", "int_value", "doubleValue", "double_value", "boolValue",
           "bool_value", "bytesValue", "bytes_value", "Value")  # fmt: skip


@dataclass(slots=True)
class Otlp:
    """Spans in OTLP's JSON mapping, of one trace or of several."""

    name: str
    lines: bool
    inference: bool

    def recognise(self, head: Head) -> str | None:
        """The key `resourceSpans`, once or line by line, and whose attributes the spans carry."""
        if head.data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] not in (b"{", b"[") or not _CARRIER.search(head.data):
            return None
        if (_INFERENCE.search(head.data) is not None) is not self.inference:
            return None
        if (isinstance(first_line(head), dict) and has_more_lines(head)) is not self.lines:
            return None
        where = "JSON lines" if self.lines else "a JSON object"
        return f"{where} with `resourceSpans`, with {'OpenInference' if self.inference else 'GenAI'} attributes"

    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of the largest trace, in order of time."""
        yield from or_plain_log(self._cut(source, reading), source, reading)

    def _cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        nodes = Nodes()
        spans = [_span(source, node, nodes) for node in self._spans(source, reading)]
        yield from SpanDrafts(source, reading, _Reader()).draw(close_last(largest(once(spans), reading)))

    def cut_run(self, run: Run, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of one trace."""
        spans = [_span(source, node, nodes) for node, nodes in spans_of(run, source)]
        yield from SpanDrafts(source, reading, _Reader()).draw(close_last(once(spans)))

    def _spans(self, source: Source, reading: Reading) -> Iterator[Node]:
        """The spans of every object in the file."""
        ranges = line_ranges(source) if self.lines else iter(((source.start, source.size),))
        for start, end in ranges:
            stream = JsonStream(source, _holds_spans, start, end)
            for record in stream.records():
                yield record.node
            if stream.broken_at is not None:
                warn_of_break(reading, stream.broken_at, stream.why)


class _Reader:
    """Reads a span by the attributes it carries."""

    def __init__(self) -> None:
        self._inference = OpenInference()
        self._genai = GenAi()

    def read(self, source: Source, span: Span) -> SpanTexts:
        """What the span says."""
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
            texts = self._genai.texts_of(source, span, attributes, events)
        texts.errors = exceptions(events)
        message = node.get("status", "message")
        if not texts.errors and span.failed and message is not None and message.end - message.start > 2:
            texts.errors = [Draft(Kind.ERROR, message.start, message.end, pieces=(message.piece(),), status="error")]
        return texts


def unwrap(source: Source, node: Node | None) -> Node | None:
    """A list of keys with wrapped values as an object of what they wrap."""
    if node is None or node.shape != "array":
        return node
    plain = Node("object", node.start, node.end)
    for item in node.items:
        key, value = first_text(source, item, "key", "Key"), item.get("value") or item.get("Value")
        if key and value is not None:
            plain.fields[key] = unwrapped_value(source, value)
    return plain


def _attributes(source: Source, node: Node) -> dict[str, Node]:
    held = unwrap(source, node.get("attributes"))
    return held.fields if held is not None else {}


def unwrapped_value(source: Source, node: Node) -> Node:
    """What a value of OTLP wraps."""
    for kind, inner in node.fields.items():
        if kind in _VALUES:
            return inner
        if kind in ("arrayValue", "array_value"):
            plain = Node("array", inner.start, inner.end)
            held = inner.get("values")
            plain.items = [unwrapped_value(source, item) for item in held.items] if held is not None else []
            return plain
        if kind in ("kvlistValue", "kvlist_value"):
            return unwrap(source, inner.get("values")) or node
    return node


def _holds_spans(path: Path) -> bool:
    return path[-1:] == ("spans",) and ("resourceSpans" in path or "resource_spans" in path)


def _span(source: Source, node: Node, nodes: Nodes) -> Span:
    attributes = _attributes(source, node)
    name = node.get("name")
    title = text_of(source, name) or ""
    kind = text_of(source, attributes.get(KIND)) or kind_of(source, attributes)
    agent = agent_of(source, attributes, kind, title) if KIND in attributes else None
    status = node.get("status", "code")
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
        opened=_moment(source, node, "startTimeUnixNano", "start_time_unix_nano"),
        closed=_moment(source, node, "endTimeUnixNano", "end_time_unix_nano"),
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
