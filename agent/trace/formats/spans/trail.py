"""TRAIL traces: OpenInference spans nested in each other, with the application's own functions around them."""

from collections.abc import Iterator

from agent.trace.event import Kind, Piece
from agent.trace.formats.base.format import Draft, Head, Reading
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json.json_nodes import Node, first_text, text_of
from agent.trace.formats.json.json_records import JsonRecords, or_hidden
from agent.trace.formats.json.json_stream import Path
from agent.trace.formats.json_logs.documents import Documents
from agent.trace.formats.spans.openinference import KIND, OpenInference, agent_of, exceptions
from agent.trace.formats.spans.span_drafts import SpanDrafts
from agent.trace.formats.spans.span_texts import SpanTexts
from agent.trace.formats.spans.spans import Nodes, Span, parse_duration, parse_time
from agent.trace.source import Source

_KEYS = tuple(pattern(rb'"' + key + rb'"\s*:') for key in (b"trace_id", b"spans", b"span_name", b"span_kind"))
_TRUTHS = ("true_answer", "Annotator Metadata", "patch", "test_patch", "FAIL_TO_PASS", "PASS_TO_PASS", "ground_truth")


class Trail:
    """One object with `trace_id` and the tree of `spans`."""

    name = "trail_patronus_otel"

    def recognise(self, head: Head) -> str | None:
        """All four keys that its spans have."""
        if head.opens == b"{" and all(key.search(head.data) for key in _KEYS):
            return "a JSON object with `trace_id` and `spans`, whose spans have `span_name` and `span_kind`"
        return None

    @or_hidden
    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of the spans, in order of time."""
        nodes = Nodes()
        spans = [_span(source, record.node, nodes) for record in JsonRecords(source, reading, _holds_spans)]
        yield from SpanDrafts(source, reading, _Reader(reading)).draw(spans)


def _holds_spans(path: Path) -> bool:
    return path[-1:] in (("spans",), ("child_spans",)) and "span_attributes" not in path and "logs" not in path


def _span(source: Source, node: Node, nodes: Nodes) -> Span:
    attributes = node.get("span_attributes") or Node("object", node.start, node.start)
    name = node.get("span_name")
    title = text_of(source, name) or ""
    kind = first_text(source, attributes, KIND) or ""
    opened = parse_time(first_text(source, node, "timestamp", "start_time"))
    length = parse_duration(first_text(source, node, "duration"))
    children = node.get("child_spans")
    return Span(
        id=first_text(source, node, "span_id") or "",
        parent_id=first_text(source, node, "parent_span_id"),
        trace_id=first_text(source, node, "trace_id") or "",
        name=title,
        kind=kind,
        start=node.start,
        end=children.start if children is not None and children.start > attributes.end else node.end,
        body=(node.start, children.start if children is not None else node.end),
        name_piece=name.piece() if name is not None and title else None,
        opened=opened,
        closed=opened + length if opened is not None and length is not None else None,
        agent=agent_of(source, attributes.fields, kind, title),
        failed=first_text(source, node, "status_code") == "Error",
        node=nodes.keep(node),
    )


class _Reader:
    """Parses the attributes, exceptions and logs of one span again when its events are due."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._inference = OpenInference()

    def read(self, source: Source, span: Span) -> SpanTexts:
        """What the span says; the logs of an application's function may hold the truth."""
        node = span.parsed(source)
        attributes = node.get("span_attributes")
        if span.kind:
            texts = self._inference.texts_of(source, span, attributes.fields if attributes is not None else {})
        else:
            texts = SpanTexts(opening=list(self._logged(source, span, node.get("logs"))))
        texts.errors = exceptions(node.get("events"))
        status = node.get("status_message")
        if not texts.errors and span.failed and status is not None and status.end - status.start > 2:
            texts.errors = [Draft(Kind.ERROR, status.start, status.end, pieces=(status.piece(),), status="error")]
        return texts

    def _logged(self, source: Source, span: Span, logs: Node | None) -> Iterator[Draft]:
        """What a function of the application was called with and returned, without what holds the truth."""
        pieces: list[Piece] = [span.name_piece] if span.name_piece is not None else []
        for log in logs.items if logs is not None else []:
            body = log.get("body")
            held = (body.get("function.arguments"), body.get("function.output")) if body is not None else ()
            for node in (part for whole in held if whole is not None for part in (whole.fields.values() or (whole,))):
                if any(truth in inner.fields for inner in node.walk() for truth in _TRUTHS):
                    self._reading.hide("logs: the example that was asked, with its true answer or gold patch")
                elif node.end - node.start > 2 and text_of(source, node) != "<null>":
                    pieces.append(node.piece(unfold=bool(node.fields)))
        if pieces:
            yield Draft(Kind.NOTE, span.start, span.end, pieces=tuple(pieces), salience=0.1)


TRAIL = Documents(Trail())
