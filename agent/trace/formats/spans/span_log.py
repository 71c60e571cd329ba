"""Formats whose records are spans of one JSON object each: as lines, in a list, or in a document that holds them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from agent.trace.formats.base.format import BLANKS, Draft, Head, Reading
from agent.trace.formats.base.source_range import SourceRange
from agent.trace.formats.base.source_run import Run
from agent.trace.formats.json.json_lines import is_of_lines, json_lines
from agent.trace.formats.json.json_nodes import Node
from agent.trace.formats.json.json_records import JsonRecords, or_plain_log
from agent.trace.formats.json.json_stream import Path
from agent.trace.formats.json_logs.record_head import RecordMark
from agent.trace.formats.spans.span_drafts import SILENT, SpanDrafts
from agent.trace.formats.spans.span_runs import largest, once, spans_of
from agent.trace.formats.spans.span_texts import SpanReader
from agent.trace.formats.spans.spans import Nodes, Span, close_last
from agent.trace.source import Source

SCORER = "SCORER"
"""The kind of spans in which a run is graded: nothing is read of them."""
MakeSpan = Callable[[Source, Node, Nodes], Span | None]


@dataclass(slots=True, eq=False)
class SpanLog:
    """Spans that lie anywhere in a file; those of the largest trace are read, in order of time.

    `nested` is the name under which a span may hold its children, and `labels` are fields that nobody may see.
    """

    name: str
    head: RecordMark
    make: MakeSpan
    reader: Callable[[], SpanReader]
    nested: str = ""
    labels: tuple[str, ...] = ()
    silent: str = SILENT

    def recognise(self, head: Head) -> str | None:
        """One of the first spans is of this format."""
        return self.head.recognise(head)

    @or_plain_log
    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of the largest trace."""
        kept = Nodes()
        spans = [span for node in self._nodes(source, reading) for span in self._spans(source, node, kept, reading)]
        yield from self.draw(source, reading, largest(once(spans), reading))

    def cut_run(self, run: Run, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of one trace."""
        nodes = [(node, kept) for node, kept in spans_of(run, source)]
        spans = [span for node, kept in nodes for span in self._spans(source, node, kept, reading)]
        yield from self.draw(source, reading, once(spans))

    def draw(self, source: Source, reading: Reading, spans: list[Span]) -> Iterator[Draft]:
        """The events of the spans."""
        _nest(spans)
        close_last(spans)
        yield from SpanDrafts(source, reading, self.reader(), self.silent).draw(spans)

    def _nodes(self, source: Source, reading: Reading) -> Iterator[Node]:
        if self.is_document(source):
            at: int | None = source.start
            while at is not None:
                records = JsonRecords(SourceRange(source, at, source.size) if at else source, reading, self._holds)
                for record in records:
                    yield record.node
                if records.root.fields:
                    yield records.root
                at = _next_object(source, records.root.end, reading)
        else:
            yield from (node for node, _ in json_lines(source, reading))

    def is_document(self, source: Source) -> bool:
        """Whether the spans lie in one value; else there is one on each line."""
        data = source.read(source.start, source.start + 64).lstrip(BLANKS)
        return data[:1] == b"[" or not is_of_lines(source)

    def _holds(self, path: Path) -> bool:
        return not path or (len(path) == 1 and path[0] in self.head.holders) or path[-1] == (self.nested or None)

    def _spans(self, source: Source, node: Node, kept: Nodes, reading: Reading) -> Iterator[Span]:
        """The span of a node, and those that it holds."""
        stack = [node]
        while stack:
            node = stack.pop()
            if node.shape != "object":
                continue
            children = node.fields.get(self.nested) or node.get("data", self.nested)
            stack.extend(reversed(children.items if children is not None else []))
            for label in self.labels:
                held = node.fields.get(label) or node.get("info", label)
                if held is not None and held.shape != "literal" and (held.fields or held.items or held.is_text):
                    reading.hide(label)
            span = self.make(source, node, kept)
            if span is not None:
                if span.kind == SCORER:
                    reading.hide("what a scorer was given and gave back")
                yield span


def _next_object(source: Source, end: int, reading: Reading) -> int | None:
    """Where another object begins behind the one that ended: an SDK prints its spans one after the other."""
    if end <= 0 or reading.broken_at is not None:
        return None
    behind = source.read(end, end + 64)
    gap = len(behind) - len(behind.lstrip(BLANKS))
    return end + gap if behind[gap : gap + 1] == b"{" else None


def _nest(spans: list[Span]) -> None:
    """Spans that name no parent belong to the one that they are written in, else to their trace."""
    known = {span.id for span in spans}
    traces = {span.trace_id: span.id for span in spans if not span.counted}
    around: list[Span] = []
    for span in sorted(spans, key=lambda span: (span.start, -span.end)):
        while around and around[-1].end <= span.start:
            around.pop()
        if around and (span.parent_id or "") not in known:
            span.parent_id = around[-1].id
        elif span.counted and (span.parent_id or "") not in known:
            span.parent_id = traces.get(span.trace_id, span.parent_id)
        around.append(span)
