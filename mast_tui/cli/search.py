"""`mast-tui search`: the trace lines that match a pattern, in the coordinate that everything cites."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import chain

from agent.clean import clean_line
from agent.errors import WrongUse
from agent.trace.event_filter import EventFilter, query_of
from agent.trace.matcher import Query
from agent.trace.search import Hit
from agent.trace.trace import Trace
from mast_tui.cli.output import is_terminal, narrate, visible, write, write_json, write_text
from mast_tui.cli.parser import filter_argument, filter_of, trace_argument, trace_options
from mast_tui.cli.trace_argument import open_trace


def add_arguments(parser: ArgumentParser) -> None:
    """The trace, what to look for and how, and how to write what is found."""
    trace_argument(parser)
    parser.add_argument("pattern", metavar="PATTERN", help='the words to look for, as they stand; "" for any line')
    filter_argument(parser, "only in the events that fit")
    parser.add_argument("--regex", action="store_true", help="PATTERN is a regular expression, matched line by line")
    parser.add_argument("-i", dest="ignore_case", action="store_true", help="take capitals and small letters as equal")
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--count", action="store_true", help="only how many lines match")
    shape.add_argument("--json", action="store_true", help="one JSON object per line, with its event and the places")
    trace_options(parser)


def run(options: Namespace) -> int:
    """Write the matching lines; finding none is no failure."""
    query = Query(options.pattern, options.regex, options.ignore_case)
    trace = open_trace(options)
    try:
        hits = lines_found(trace, query if options.pattern else None, filter_of(options.filter))
        first = next(hits, None)
        own = None if first or options.regex or options.filter else _as_filter(options.pattern)
        if own is not None:
            seen = visible(options.pattern)
            narrate(f'No line holds "{seen}", so it is read as a filter. In quotes it is only looked for.')
            hits = lines_found(trace, None, own)
        hits = chain([first] if first else [], hits)
        if options.count:
            write(str(sum(1 for _ in hits)))
            return 0
        safe = is_terminal()
        for hit in hits:
            if options.json:
                spans = [list(span) for span in hit.spans]
                write_json({"line": hit.line, "event": hit.event, "text": hit.text, "spans": spans}, indent=None)
            else:
                write_text(f"{hit.line}:{clean_line(hit.text) if safe else hit.text}\n")
    finally:
        trace.close()
    return 0


def _as_filter(pattern: str) -> EventFilter | None:
    """The filter that a pattern is, if it asks for anything by name."""
    with suppress(WrongUse):
        wanted = EventFilter(pattern)
        return wanted if wanted.names_fields else None
    return None


def lines_found(trace: Trace, query: Query | None, wanted: EventFilter | None) -> Iterator[Hit]:
    """The lines that match, in the events that fit; with no pattern, those with the words of the filter, else all."""
    if query is not None and wanted is None:
        search = trace.search(query)
        yield from search.hits()
        if search.note:
            narrate(search.note)
        return
    fitting = wanted.events(trace) if wanted is not None else iter(trace.events)
    events = {event.number: event.lines for event in fitting}
    words = wanted.words if wanted is not None else []
    queries = [query] if query is not None else [query_of(term) for term in words]
    if not queries:
        for number, (first, last) in events.items():
            for line, text in enumerate(trace.lines(first, last), first):
                yield Hit(line, number, text, ())
        return
    by_line: dict[int, Hit] = {}
    for each in queries:
        for hit in trace.search(each).hits():
            if hit.event in events:
                earlier = by_line.get(hit.line)
                by_line[hit.line] = replace(hit, spans=tuple(sorted({*hit.spans, *earlier.spans}))) if earlier else hit
    yield from (by_line[line] for line in sorted(by_line))
