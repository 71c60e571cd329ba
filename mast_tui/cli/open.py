"""`mast-tui [TRACE]`: opens the app on a trace."""

import sys
from argparse import ArgumentParser, Namespace

from agent.errors import WrongUse
from mast_tui.cli.parser import model_options, trace_options


def add_arguments(parser: ArgumentParser) -> None:
    """TRACE, the trace to open, and how."""
    parser.add_argument(
        "trace", metavar="TRACE", nargs="?", help="a file, a .gz or .zst of one, a folder, or - for stdin"
    )
    parser.add_argument("--demo", action="store_true", help="open a sample trace, diagnosed offline")
    trace_options(parser)
    model_options(parser)


def run(options: Namespace) -> int:
    """Open the app."""
    if not sys.stdout.isatty():
        raise WrongUse(
            "The app needs a terminal.",
            f'Standard output is none, so "{options.trace}" cannot be shown.'
            if options.trace
            else "Standard output is none.",
            "Use a command such as `mast-tui diagnose TRACE`; see them with `mast-tui --help`.",
        )
    from agent.trace.trace import Trace
    from mast_tui import app, settings, store
    from mast_tui.cli.opening import read_task
    from mast_tui.paths import usable_state_folder
    from mast_tui.session import Session

    if options.trace is None:
        raise WrongUse("No trace was named.", "The screen that lists them is to come.", "Name a trace: mast-tui TRACE.")
    task = read_task(options.task) if options.task is not None else None
    trace = Trace.open(options.trace, format_name=options.format, task=task)
    memory = store.open_store(usable_state_folder())
    chosen = settings.load()
    try:
        return app.run(Session(trace, memory, chosen, offline=options.offline), chosen, diagnose=options.demo)
    finally:
        memory.close()
        trace.close()
