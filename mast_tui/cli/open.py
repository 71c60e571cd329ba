"""`mast-tui [TRACE]`: opens the app on a trace."""

import os
import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from agent.errors import UnreadableTrace, WrongUse
from mast_tui.cli.parser import model_options, trace_options

if TYPE_CHECKING:
    from agent.trace.trace import Trace


def add_arguments(parser: ArgumentParser) -> None:
    """TRACE, the trace to open, and how."""
    parser.add_argument("trace", metavar="TRACE", nargs="?", help="a file, a .gz or .zst, a folder, or - for stdin")
    parser.add_argument("--demo", action="store_true", help="open a sample trace, diagnosed offline")
    trace_options(parser)
    model_options(parser)


def run(options: Namespace) -> int:
    """Open the app."""
    check_terminal(options.trace)
    from mast_tui import app, settings, store  # the screen is loaded only for who has one
    from mast_tui.cli.opening import read_task
    from mast_tui.paths import usable_state_folder
    from mast_tui.samples import demo
    from mast_tui.session import Session

    path = options.trace
    if options.demo:
        sample = demo()
        if sample is None:
            raise UnreadableTrace("There is no sample.", "It was not installed.", "Name a trace of yours.")
        path = sample.path
    memory = store.open_store(usable_state_folder())
    chosen = settings.load()
    session = None
    try:
        if path is not None:
            task = read_task(options.task) if options.task is not None else None
            session = Session(_opened(path, options.format, task), memory, chosen, offline=options.offline)
        return app.run(session, chosen, memory, diagnose=options.demo)
    finally:
        memory.close()
        if session is not None:
            session.trace.close()


def check_terminal(trace: str | None) -> None:
    """Refuse to draw where nobody would see it."""
    if not sys.stdout.isatty():
        what = f'Standard output is none, so "{trace}" cannot be shown.' if trace else "Standard output is none."
        raise WrongUse(
            "The app needs a terminal.",
            what,
            "Use a command such as `mast-tui diagnose TRACE`; see them with `mast-tui --help`.",
        )
    if os.environ.get("TERM", "") in ("dumb", "unknown"):
        raise WrongUse(
            "This terminal cannot show the app.",
            f"TERM is {os.environ['TERM']}.",
            "Use a command such as `mast-tui diagnose TRACE`, or another terminal.",
        )


def _opened(path: str, format_name: str | None, task: str | None) -> "Trace":
    """The trace; one from standard input is taken in first, and the keyboard gets its place back."""
    from agent.trace.stdin import give_to_terminal
    from agent.trace.trace import Trace

    trace = Trace.open(path, format_name=format_name, task=task)
    if not sys.stdin.isatty():
        give_to_terminal()
    return trace
