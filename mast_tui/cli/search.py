"""`mast-tui search`: the trace lines that match a pattern, in the coordinate that everything cites."""

import sys
from argparse import ArgumentParser, Namespace

from agent.clean import clean_line
from agent.trace.matcher import Query
from mast_tui.cli.output import narrate, write, write_json, write_text
from mast_tui.cli.parser import trace_argument, trace_options
from mast_tui.cli.trace_argument import open_trace


def add_arguments(parser: ArgumentParser) -> None:
    """The trace, what to look for and how, and how to write what is found."""
    trace_argument(parser)
    parser.add_argument("pattern", metavar="PATTERN", help="the words to look for, as they stand")
    parser.add_argument("--regex", action="store_true", help="PATTERN is a regular expression, matched line by line")
    parser.add_argument("-i", dest="ignore_case", action="store_true", help="take capitals and small letters as equal")
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--count", action="store_true", help="only how many lines match")
    shape.add_argument("--json", action="store_true", help="one JSON object per line, with its event and the places")
    trace_options(parser)


def run(options: Namespace) -> int:
    """Write the matching lines; finding none is no failure."""
    trace = open_trace(options)
    search = trace.search(Query(options.pattern, options.regex, options.ignore_case))
    try:
        if options.count:
            write(str(search.count()))
        else:
            safe = sys.stdout.isatty()
            for hit in search.hits():
                if options.json:
                    spans = [list(span) for span in hit.spans]
                    write_json({"line": hit.line, "event": hit.event, "text": hit.text, "spans": spans}, indent=None)
                else:
                    write_text(f"{hit.line}:{clean_line(hit.text) if safe else hit.text}\n")
        if search.note:
            narrate(search.note)
    finally:
        trace.close()
    return 0
