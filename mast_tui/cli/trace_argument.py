"""Opens the trace that a command line names, with the options that say how to read it."""

from argparse import Namespace
from pathlib import Path

from agent.clean import clean_line, clean_name
from agent.errors import UnreadableTrace
from agent.trace.trace import Trace
from agent.trace.whole_file import read_whole
from mast_tui.cli.output import narrate


def open_trace(options: Namespace) -> Trace:
    """The trace of a command, read to its end."""
    trace = open_unread(options).read()
    tell_run(trace)
    return trace


def tell_run(trace: Trace) -> None:
    """Say which run is read, where the file holds several: nobody is to take one for all."""
    runs = trace.reading.runs.held
    number = next((run.number for run in runs if run.id == trace.reading.run), None)
    if number is not None:
        name, id = clean_name(trace.source.name), clean_line(trace.reading.run or "")
        narrate(f"This is run {number:,} of {len(runs):,} in {name} ({id}); --run reads another one.")


def open_unread(options: Namespace) -> Trace:
    """The trace of a command, of which nothing is cut into events yet."""
    task = read_task(options.task) if options.task is not None else None
    return Trace.open(options.trace, format_name=options.format, task=task, only=options.run)


def read_task(path: Path) -> str:
    """The task statement that a person keeps in a file of its own."""
    try:
        return read_whole(path).decode("utf-8", "replace").replace("\r\n", "\n")
    except UnreadableTrace as fault:
        raise UnreadableTrace("The task statement cannot be read.", fault.to, "Check the path after --task.") from None
