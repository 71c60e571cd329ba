"""Phoenix exports: OpenInference spans in one list, their attributes flat or nested."""

from collections.abc import Iterator

from agent.trace.formats.base.format import Draft, Head, Reading
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.base.source_run import Run
from agent.trace.formats.json.json_lines import first_of_lines, json_lines
from agent.trace.formats.json.json_nodes import Node
from agent.trace.formats.json.json_records import JsonRecords, or_plain_log
from agent.trace.formats.spans.span_drafts import SpanDrafts
from agent.trace.formats.spans.span_records import SpanRecordReader, make_span
from agent.trace.formats.spans.span_runs import largest, spans_of
from agent.trace.formats.spans.spans import Nodes, close_last
from agent.trace.source import Source

_KEYS = tuple(pattern(rb'"' + key + rb'"\s*:') for key in (b"context", b"span_kind", b"parent_id"))
_FRAME = pattern(rb'"context\.trace_id"\s*:')


class Phoenix:
    """A list of spans, alone or as `data`."""

    name = "phoenix_rest_spans"

    def recognise(self, head: Head) -> str | None:
        """The three keys that its spans have."""
        if head.opens not in (b"{", b"[") or first_of_lines(head) is not None:
            return None
        if all(key.search(head.data) for key in _KEYS) or _FRAME.search(head.data):
            return "JSON spans with `context`, `span_kind` and `parent_id`"
        return None

    @or_plain_log
    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of the largest trace, in order of time."""
        records = JsonRecords(source, reading, lambda path: path in ((), ("data",), ("spans",), ("data", "spans")))
        yield from _draw(source, reading, (record.node for record in records))

    def cut_run(self, run: Run, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of one trace."""
        yield from _draw_run(run, source, reading)


class PhoenixLines:
    """One span per line, as a data frame is written."""

    name = "phoenix_jsonl_spans"

    def recognise(self, head: Head) -> str | None:
        """The same keys, in a first line that is JSON by itself."""
        if first_of_lines(head) is None:
            return None
        if all(key.search(head.data) for key in _KEYS) or _FRAME.search(head.data):
            return "lines of JSON spans with `context`, `span_kind` and `parent_id`"
        return None

    @or_plain_log
    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of the largest trace, in order of time."""
        yield from _draw(source, reading, (node for node, _ in json_lines(source, reading)))

    def cut_run(self, run: Run, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of one trace."""
        yield from _draw_run(run, source, reading)


def _draw(source: Source, reading: Reading, records: Iterator[Node]) -> Iterator[Draft]:
    nodes = Nodes()
    spans = [make_span(source, node, nodes) for node in records if node.shape == "object"]
    yield from SpanDrafts(source, reading, SpanRecordReader()).draw(
        close_last(largest(list(filter(None, spans)), reading))
    )


def _draw_run(run: Run, source: Source, reading: Reading) -> Iterator[Draft]:
    spans = [make_span(source, node, nodes) for node, nodes in spans_of(run, source)]
    yield from SpanDrafts(source, reading, SpanRecordReader()).draw(close_last(list(filter(None, spans))))
