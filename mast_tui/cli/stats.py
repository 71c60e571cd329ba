"""`mast-tui stats`: the run in numbers, with no judge: who did what, handed to whom, waited, failed and spent."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import closing

from agent.clean import clean_line
from agent.statistics.run_statistics import RunStatistics, statistics
from agent.statistics.statistics_document import document
from agent.statistics.statistics_tables import Table, opening, steps, tables
from agent.trace.trace import Trace
from mast_tui.cli.output import write, write_json
from mast_tui.cli.parser import trace_argument, trace_options
from mast_tui.cli.trace_argument import open_trace
from mast_tui.layout.width import cells, cut, padded

WIDEST_NAME = 36
BARS = "▁▂▃▄▅▆▇█"
GRAPH = 64


def add_arguments(parser: ArgumentParser) -> None:
    """The trace, how to read it, and how to write the numbers."""
    trace_argument(parser)
    parser.add_argument("--json", action="store_true", help="one JSON document; null stands for what is not told")
    trace_options(parser)


def run(options: Namespace) -> int:
    """Count the trace and write the numbers."""
    with closing(open_trace(options)) as trace:
        counted = statistics(trace)
        if options.json:
            write_json(document(trace, counted))
        else:
            for line in _lines(trace, counted):
                write(line.rstrip())
    return 0


def _lines(trace: Trace, counted: RunStatistics) -> Iterator[str]:
    run = f", run {trace.reading.run}" if trace.reading.run is not None else ""
    yield clean_line(f"{trace.source.name} ({trace.format.name}{run}): {opening(trace, counted)}")
    for table in tables(trace, counted):
        yield ""
        yield clean_line(table.title)
        yield from _rows(table)
    bars = "".join(BARS[step - 1] for step in steps(counted, GRAPH))
    if len(bars) > 1:
        yield f"  {bars}"
    if counted.missing:
        yield ""
        yield "Not told by this trace"
        yield from (f"  {clean_line(each)}" for each in counted.missing)


def _rows(table: Table) -> Iterator[str]:
    """The rows of a table below its headings; numbers stand at the right of their column."""
    texts = [[cut(clean_line(cell.text), WIDEST_NAME if not cell.lines else 200) for cell in row] for row in table.rows]
    widths = [max(map(cells, column)) for column in zip(table.headings, *texts, strict=True)]
    numbers = [cell.is_number for cell in table.rows[0]]
    if any(table.headings):
        yield "  " + "  ".join(map(_set, table.headings, widths, numbers))
    for row in texts:
        yield "  " + "  ".join(map(_set, row, widths, numbers))


def _set(text: str, width: int, is_number: bool) -> str:
    return " " * (width - cells(text)) + text if is_number else padded(text, width)
