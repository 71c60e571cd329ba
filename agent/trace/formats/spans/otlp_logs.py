"""OTLP logs: the events that instrumentations and coding agents report, with what was asked, said and called."""

from collections.abc import Iterator

from agent.trace.formats.base.format import Draft, Head, Reading
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json.json_lines import first_of_lines, line_ranges
from agent.trace.formats.json.json_nodes import Node, first_text
from agent.trace.formats.json.json_records import or_plain_log, warn_of_break
from agent.trace.formats.json.json_stream import JsonStream, Path
from agent.trace.formats.spans.log_records import (
    WORDS_OF_CALLS,
    RecordReader,
    record_name,
    record_span,
    record_time,
)
from agent.trace.formats.spans.otlp import GENAI_LINES
from agent.trace.formats.spans.span_drafts import SpanDrafts
from agent.trace.formats.spans.spans import Span
from agent.trace.source import Source

_CARRIER = pattern(rb'"(?:resourceLogs|resource_logs)"\s*:')
_SPANS = pattern(rb'^\s*\{\s*"(?:resourceSpans|resource_spans)"')
_RECORDS = ("logRecords", "log_records")


class OtlpLogs:
    """Log records by resource and scope, in one object or in one on each line."""

    name = "otlp_logs"

    def recognise(self, head: Head) -> str | None:
        """The key `resourceLogs`."""
        begins = head.opens in (b"{", b"[")
        return "JSON with `resourceLogs`" if begins and _CARRIER.search(head.data) else None

    @or_plain_log
    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of the records, in order of time; where spans come after them, those of both."""
        if _spans_follow(source):
            yield from GENAI_LINES.cut(source, reading)
            return
        calls: dict[str, Span] = {}
        held: dict[str, list[Node]] = {}
        for number, node in enumerate(_records(source, reading)):
            # What is reported within one span of a model call belongs together: its messages, then its answer.
            name = record_name(source, node)
            within = first_text(source, node, "spanId", "span_id")
            is_said = bool(within) and name.startswith(WORDS_OF_CALLS)
            id = f"{name.partition('.')[0]} {within}" if is_said else f"record {number}"
            if id not in calls:
                calls[id] = record_span(source, node, id)
            calls[id].closed = record_time(source, node)
            held.setdefault(id, []).append(node)
        yield from SpanDrafts(source, reading, RecordReader(held)).draw(list(calls.values()))


def _spans_follow(source: Source) -> bool:
    """Whether a line holds spans: whoever sends both sends the words of a call before the call has ended."""
    return any(_SPANS.search(source.read(start, min(end, start + 64))) for start, end in line_ranges(source))


def _records(source: Source, reading: Reading) -> Iterator[Node]:
    head = Head(source.read(source.start, source.start + 64 * 1024), "", None)
    lines = first_of_lines(head) is not None
    for start, end in line_ranges(source) if lines else ((source.start, source.size),):
        stream = JsonStream(source, _holds_records, start, end)
        for record in stream.records():
            yield record.node
        if stream.broken_at is not None:
            warn_of_break(reading, stream.broken_at, stream.why)


def _holds_records(path: Path) -> bool:
    return bool(path) and path[-1] in _RECORDS
