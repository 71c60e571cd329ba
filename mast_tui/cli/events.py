"""`mast-tui events`: the trace as the reader understood it, as a table or as JSON."""

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from agent.clean import clean_line, clean_title
from agent.statistics.times import moment
from agent.trace.event import Event
from agent.trace.event_filter import EventFilter
from agent.trace.meta import describe, describe_event
from agent.trace.pages import is_huge
from agent.trace.trace import Trace
from mast_tui.cli.output import write_json, write_json_with_text, write_part
from mast_tui.cli.parser import filter_argument, filter_of, trace_argument, trace_options
from mast_tui.cli.run_list import write_runs
from mast_tui.cli.trace_argument import open_trace
from mast_tui.layout.width import cells, elided, fitted

WIDEST_ACTOR = 36
NARROWEST_TITLE = 20


def add_arguments(parser: ArgumentParser) -> None:
    """The trace, how to read it, and how to write what was understood."""
    trace_argument(parser)
    filter_argument(parser, "only the events that fit")
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--jsonl", action="store_true", help="one JSON object per event")
    shape.add_argument("--meta", action="store_true", help="one JSON object about the trace as a whole")
    shape.add_argument("--runs", action="store_true", help="the runs that the file or folder holds; --run picks one")
    parser.add_argument("--json", action="store_true", help="the same as --jsonl; with --runs, one JSON document")
    parser.add_argument("--text", action="store_true", help="add the text of each event")
    trace_options(parser)


def run(options: Namespace) -> int:
    """Read the trace and write what was understood."""
    if options.runs:
        write_runs(options)
        return 0
    trace = open_trace(options)
    try:
        wanted = filter_of(options.filter)
        if options.meta:
            write_json(describe(trace))
        elif options.jsonl or options.json:
            for event in trace.events if wanted is None else wanted.events(trace):
                if options.text and is_huge(event):
                    write_json_with_text(describe_event(trace, event), trace.pages.whole_text(event))
                else:
                    write_json(describe_event(trace, event, text=options.text), indent=None)
        else:
            for line in rows(trace, text=options.text, wanted=wanted):
                write_part(line)
    finally:
        trace.close()
    return 0


def rows(trace: Trace, *, text: bool = False, wanted: EventFilter | None = None) -> Iterator[str]:
    """The events as aligned rows under a heading, with their line breaks; what comes from the trace is made safe."""
    names, timed = 5, False
    for event in trace.events:
        names = max(names, cells(_who(event)))
        timed = timed or event.time is not None
    names = min(names, WIDEST_ACTOR)
    numbers, lines = max(5, len(str(len(trace.events)))), 2 * len(str(trace.lines_count)) + 1
    widths = (numbers, max(5, lines), 8 * timed, names, 10)
    room = _room(sum(widths) + 2 * len([width for width in widths if width]))
    yield _row(("event", "lines", "after", "actor", "kind", "title"), widths) + "\n"
    before: str | None = None
    for event in trace.events if wanted is None else wanted.events(trace):
        gap = time_gap(before, event.time)
        title = f"= {event.repeats}" if event.repeats else _title(trace, event)
        values = (str(event.number), f"{event.lines[0]}-{event.lines[1]}", gap, _who(event), event.kind.value)
        yield _row((*values, elided(title, room)), widths) + "\n"
        if text:
            yield from _text_rows(trace, event)
        before = event.time or before


def _text_rows(trace: Trace, event: Event) -> Iterator[str]:
    """The lines of an event, set in; a long one comes in parts, of which one is held at a time."""
    begins = True
    for _, part, ends in trace.pages.stretches(*event.lines):
        shown = f"{'    ' if begins else ''}{clean_line(part)}"
        yield f"{shown.rstrip()}\n" if ends else shown
        begins = ends


def time_gap(before: str | None, now: str | None) -> str:
    """How much later an event came than the one before it, as short as it can be said."""
    if before is None or now is None:
        return ""
    seconds = (moment(now) - moment(before)).total_seconds()
    sign, seconds = ("-", -seconds) if seconds < 0 else ("+", seconds)
    if seconds < 60:
        return f"{sign}{seconds:.1f}s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{sign}{minutes}m{rest:02}s"
    hours, minutes = divmod(minutes, 60)
    return f"{sign}{hours}h{minutes:02}m"


def _title(trace: Trace, event: Event) -> str:
    copies = f" (written {event.copies} times)" if event.copies > 1 else ""
    tool = f"{clean_title(event.tool)}: " if event.tool else ""
    status = f" [{clean_title(event.status)}]" if event.status else ""
    return f"{tool}{clean_title(trace.title(event))}{copies}{status}"


def _who(event: Event) -> str:
    """Who did it, and to whom, set in by how deep the event lies."""
    to = f" -> {', '.join(event.to)}" if event.to else ""
    return clean_title(f"{'  ' * min(event.depth, 6)}{event.actor or '-'}{to}")


def _row(values: tuple[str, ...], widths: tuple[int, ...]) -> str:
    padded = [fitted(cell, width) for cell, width in zip(values, widths, strict=False) if width]
    return "  ".join((*padded, values[-1])).rstrip()


def _room(used: int) -> int:
    """How many cells a title may take: what a terminal leaves, no limit where there is none."""
    try:
        return max(NARROWEST_TITLE, os.get_terminal_size(sys.stdout.fileno()).columns - used)
    except (OSError, ValueError):
        return 10_000
