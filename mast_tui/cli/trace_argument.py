"""Opens the trace that a command line names, with the options that say how to read it."""

from argparse import Namespace
from pathlib import Path

from agent.errors import UnreadableTrace
from agent.trace.trace import Trace
from agent.trace.whole_file import read_whole


def open_trace(options: Namespace) -> Trace:
    """The trace of a command, read to its end."""
    return open_unread(options).read()


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
