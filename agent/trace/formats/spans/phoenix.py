"""Phoenix exports: OpenInference spans in one list, their attributes flat or nested."""

from collections.abc import Iterator

from agent.trace.event import Kind
from agent.trace.formats.base.format import Draft, Head, Reading
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.base.run import Run
from agent.trace.formats.json.json_lines import first_line, has_more_lines, json_lines
from agent.trace.formats.json.json_nodes import Node, first_text, text_of
from agent.trace.formats.json.json_records import JsonRecords, or_plain_log
from agent.trace.formats.spans.attributes import flatten
from agent.trace.formats.spans.openinference import KIND, OpenInference, agent_of, exceptions
from agent.trace.formats.spans.span_drafts import SpanDrafts
from agent.trace.formats.spans.span_runs import largest, spans_of
from agent.trace.formats.spans.span_texts import SpanTexts
from agent.trace.formats.spans.spans import Nodes, Span, close_last, parse_time
from agent.trace.source import Source

_KEYS = tuple(pattern(rb'"' + key + rb'"\s*:') for key in (b"context", b"span_kind", b"parent_id"))
_FRAME = pattern(rb'"context\.trace_id"\s*:')


class Phoenix:
    """A list of spans, alone or as `data`."""

    name = "phoenix_rest_spans"

    def recognise(self, head: Head) -> str | None:
        """The three keys that its spans have."""
        if head.data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] not in (b"{", b"[") or _is_lines(head):
            return None
        if all(key.search(head.data) for key in _KEYS) or _FRAME.search(head.data):
            return "JSON spans with `context`, `span_kind` and `parent_id`"
        return None

    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of the largest trace, in order of time."""
        records = JsonRecords(source, reading, lambda path: path in ((), ("data",), ("spans",), ("data", "spans")))
        yield from or_plain_log(_draw(source, reading, (record.node for record in records)), source, reading)

    def cut_run(self, run: Run, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of one trace."""
        yield from _draw_run(run, source, reading)


class PhoenixLines:
    """One span per line, as a data frame is written."""

    name = "phoenix_jsonl_spans"

    def recognise(self, head: Head) -> str | None:
        """The same keys, in a first line that is JSON by itself."""
        if not _is_lines(head):
            return None
        if all(key.search(head.data) for key in _KEYS) or _FRAME.search(head.data):
            return "lines of JSON spans with `context`, `span_kind` and `parent_id`"
        return None

    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of the largest trace, in order of time."""
        yield from or_plain_log(
            _draw(source, reading, (node for node, _ in json_lines(source, reading))), source, reading
        )

    def cut_run(self, run: Run, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of one trace."""
        yield from _draw_run(run, source, reading)


def _is_lines(head: Head) -> bool:
    return isinstance(first_line(head), dict) and has_more_lines(head)


def _draw(source: Source, reading: Reading, records: Iterator[Node]) -> Iterator[Draft]:
    nodes = Nodes()
    spans = [_span(source, node, nodes) for node in records if node.shape == "object"]
    yield from SpanDrafts(source, reading, _Reader()).draw(close_last(largest(spans, reading)))


def _draw_run(run: Run, source: Source, reading: Reading) -> Iterator[Draft]:
    spans = [_span(source, node, nodes) for node, nodes in spans_of(run, source)]
    yield from SpanDrafts(source, reading, _Reader()).draw(close_last(spans))


class _Reader:
    """Reads the attributes of one span."""

    def __init__(self) -> None:
        self._inference = OpenInference()

    def read(self, source: Source, span: Span) -> SpanTexts:
        """What the span says."""
        node = span.parsed(source)
        texts = self._inference.texts_of(source, span, _attributes(node))
        texts.errors = exceptions(node.get("events"))
        message = node.get("status_message")
        if not texts.errors and span.failed and message is not None and message.end - message.start > 2:
            texts.errors = [Draft(Kind.ERROR, message.start, message.end, pieces=(message.piece(),), status="error")]
        return texts


def _attributes(node: Node) -> dict[str, Node]:
    """Attributes of a span, or the columns of a data frame that were some."""
    held = node.get("attributes")
    if held is not None:
        return flatten(held)
    columns = Node("object", node.start, node.end)
    columns.fields.update(
        {k.removeprefix("attributes."): v for k, v in node.fields.items() if k.startswith("attributes.")}
    )
    return flatten(columns)


def _span(source: Source, node: Node, nodes: Nodes) -> Span:
    attributes = _attributes(node)
    name = node.get("name")
    title = text_of(source, name) or ""
    kind = (text_of(source, attributes.get(KIND)) or first_text(source, node, "span_kind") or "").upper()
    context = node.get("context") or node
    return Span(
        id=first_text(source, context, "span_id", "context.span_id") or "",
        parent_id=first_text(source, node, "parent_id"),
        trace_id=first_text(source, context, "trace_id", "context.trace_id") or "",
        name=title,
        kind=kind,
        start=node.start,
        end=node.end,
        body=(node.start, node.end),
        name_piece=name.piece() if name is not None and title else None,
        opened=parse_time(first_text(source, node, "start_time")),
        closed=parse_time(first_text(source, node, "end_time")),
        agent=agent_of(source, attributes, kind, title),
        failed=(first_text(source, node, "status_code") or "").upper() == "ERROR",
        node=nodes.keep(node),
    )
