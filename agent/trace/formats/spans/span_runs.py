"""The runs that a file of spans holds: one for each trace id, whose spans may lie anywhere in it."""

from array import array
from collections.abc import Iterator

from agent.clean import clean_name
from agent.trace.formats.base.format import Reading
from agent.trace.formats.base.source_run import Run
from agent.trace.formats.json.json_nodes import Node
from agent.trace.formats.json.json_stream import JsonStream
from agent.trace.formats.spans.spans import Nodes, Span, write_time
from agent.trace.source import Source

NAMED = 5
UNNAMED = "unnamed"


def once(spans: list[Span]) -> list[Span]:
    """A span that is written again, as it starts and as it ends or because its sender was not answered, is the last."""
    last = {(span.trace_id, span.id): span for span in spans}
    return [span for span in spans if not span.id or last[span.trace_id, span.id] is span]


def largest(spans: list[Span], reading: Reading) -> list[Span]:
    """The spans of the trace that has most of them; the reading is told of the others."""
    groups: dict[str, list[Span]] = {}
    for span in spans:
        groups.setdefault(span.trace_id, []).append(span)
    for id, group in groups.items() if len(groups) > 1 else ():
        places = array("Q", (place for span in group for place in (span.start, span.end)))
        opened = min((span.opened for span in group if span.opened is not None), default=None)
        first, last = min(span.start for span in group), max(span.end for span in group)
        reading.runs.add(id or UNNAMED, len(group), first, last, write_time(opened), places)
    reading.runs.complete = True
    if len(groups) < 2:
        return spans
    runs = reading.runs.held
    chosen = max(runs, key=lambda run: run.records)
    reading.run = chosen.id
    others = sorted((run for run in runs if run is not chosen), key=lambda run: -run.records)
    left = ", ".join(f"{clean_name(run.id)} ({run.records} spans)" for run in others[:NAMED])
    reading.warn(
        f"the file holds {len(runs)} traces; shown is {clean_name(chosen.id)} with {chosen.records} spans, "
        f"left out are {left}{' and more' if len(others) > NAMED else ''}"
    )
    return list(groups.values())[chosen.number - 1]


def spans_of(run: Run, source: Source) -> Iterator[tuple[Node, Nodes]]:
    """The spans of one run, read from where they lie, and what may be kept of them."""
    nodes = Nodes()
    for start, end in run.ranges:
        stream = JsonStream(source, None, start, end)
        for _ in stream.records():
            pass
        if stream.root is not None:
            yield stream.root, nodes
