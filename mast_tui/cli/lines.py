"""`mast-tui lines`: lines of a trace by number, the trace's own text."""

import json
import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace

from agent.clean import clean_line
from mast_tui.cli.output import is_terminal, narrate, write_text
from mast_tui.cli.parser import trace_argument, trace_options
from mast_tui.cli.trace_argument import open_unread, tell_run


def add_arguments(parser: ArgumentParser) -> None:
    """The trace, which lines of it, and whether to number them."""
    trace_argument(parser)
    parser.add_argument("range", metavar="A-B", type=line_range, help="lines A to B; also A, A- and -B")
    parser.add_argument("-n", dest="number", action="store_true", help="put its number before each line")
    parser.add_argument("--json", action="store_true", help="one JSON object per line, with its number")
    trace_options(parser)


def line_range(text: str) -> tuple[int, int | None]:
    """First and last line, both inclusive; None where there is no last."""
    match = re.fullmatch(r"L?(\d{1,15})?(-)?L?(\d{1,15})?", text)
    if match is None or not (match[1] or match[3]):
        raise ArgumentTypeError(f'"{text}" is not a range of lines such as 10-20, 10, 10- or -20')
    first = int(match[1] or 1)
    last = int(match[3]) if match[3] else None if match[2] else first
    if first < 1 or (last is not None and last < first):
        raise ArgumentTypeError(f'"{text}" is not a range of lines: lines count from 1, and A comes before B')
    return first, last


def run(options: Namespace) -> int:
    """Write the lines there are: as they stand to a file or a pipe, made safe to a terminal."""
    first, last = options.range
    trace = open_unread(options)
    try:
        trace.read_to(last)
        shown = trace.lines_count if last is None else min(last, trace.lines_count)
        if first > shown:
            narrate(f"The trace has {trace.lines_count:,} lines; there is none from line {first:,} on.")
        safe = is_terminal()
        begins = True
        for number, text, ends in trace.pages.stretches(first, shown):
            if options.json:
                write_text(_part_of_object(number, text, begins=begins, ends=ends))
            else:
                head = f"{number}:" if options.number and begins else ""
                write_text(head + (clean_line(text) if safe else text) + ("\n" if ends else ""))
            begins = ends
        tell_run(trace)
    finally:
        trace.close()
    return 0


def _part_of_object(number: int, text: str, *, begins: bool, ends: bool) -> str:
    """A stretch of a line as that much of its JSON object: a line of any length is never held whole."""
    opened = f'{{"line": {number}, "text": "' if begins else ""
    return opened + json.dumps(text)[1:-1] + ('"}\n' if ends else "")
