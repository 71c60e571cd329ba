"""`mast-tui PATH...`: opens the app on a table of many runs."""

import sys
from argparse import ArgumentParser, Namespace

from agent.errors import UnreadableTrace
from agent.run_table.candidates import candidates, listed
from mast_tui.cli import open as open_command
from mast_tui.cli.parser import model_options, no_trace
from mast_tui.state.run_table import RunTable


def add_arguments(parser: ArgumentParser) -> None:
    """Where the runs are."""
    parser.add_argument("paths", metavar="PATH", nargs="*", help="a file, a folder, or a pattern as 'logs/*.jsonl'")
    parser.add_argument(
        "-0", dest="from_stdin", action="store_true", help="paths from stdin, each ended by a zero byte"
    )
    open_command.screen_options(parser)
    model_options(parser)
    no_trace(parser)


def run(options: Namespace) -> int:
    """Open the app on the table."""
    open_command.check_terminal(*options.paths)
    words = list(options.paths)
    if options.from_stdin:
        words += listed(sys.stdin.buffer)
    if next(candidates(words), None) is None:
        raise UnreadableTrace("No run was found.", "Nothing there has the name of a trace.", "Name a file itself.")
    options.overview = RunTable(words)
    return open_command.run(options)
