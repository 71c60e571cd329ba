"""`mast-tui [TRACE]`: opens the app on a trace."""

from argparse import ArgumentParser, Namespace

from agent.errors import WrongUse


def add_arguments(parser: ArgumentParser) -> None:
    """TRACE, the trace to open."""
    parser.add_argument("trace", metavar="TRACE", nargs="?", help="the trace to open (this version has no screen yet)")


def run(options: Namespace) -> int:
    """Say what to do in place of the screen."""
    trace = options.trace
    raise WrongUse(
        "This version of mast-tui has no screen yet.",
        f'It cannot open "{trace}".' if trace else "It can only run commands.",
        "See the commands it has with `mast-tui --help`.",
    )
