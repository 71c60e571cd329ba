"""Reads the words of a command line; the options that commands share are named here, once."""

import argparse
import fnmatch
import math
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from agent import __version__
from agent.errors import WrongUse
from mast_tui.cli.commands import Command

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

    from agent.trace.event_filter import EventFilter

FAILURE_THRESHOLDS = ("present", "confirmed")
NARROWEST, WIDEST = 40, 100
CHUNK_TOKENS = 12_000
"""The budget of a prompt, where none is chosen."""
EXAMPLES = ("mast-tui run.log", "mast-tui diagnose run.log -o run.html", "kubectl logs agents | mast-tui -")


class Parser(argparse.ArgumentParser):
    """A parser whose complaint is an error of ours instead of a usage screen."""

    short_help = ""
    """What --help says where the whole would not fit one screen; --help-all says that."""

    def print_help(self, file: "SupportsWrite[str] | None" = None) -> None:
        """Print what fits one screen."""
        (file or sys.stdout).write(self.short_help or self.format_help())

    def error(self, message: str) -> NoReturn:
        """Raise the complaint as three sentences."""
        raise WrongUse(
            "The command line could not be understood.",
            f"`{self.prog}` says: {message.rstrip('.')}.",
            f"See what it takes with `{self.prog} --help`.",
        ) from None


class _WholeHelp(argparse.Action):
    """Prints all of the help."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        """Print it, and end."""
        sys.stdout.write(parser.format_help())
        parser.exit()


def for_command(command: Command) -> Parser:
    """A parser for the words after a command's name."""
    examples = "".join(f"\n  {line}" for line in command.examples)
    return _made(
        prog=f"mast-tui {command.name}",
        description=f"{command.help[0].upper()}{command.help[1:]}.",
        epilog=f"examples:{examples}" if examples else None,
    )


def for_all(commands: tuple[Command, ...]) -> Parser:
    """The parser for a command line that names no command; its help lists them."""
    width = max(len(command.name) for command in commands) + 2
    rows = "\n".join(f"  {command.name:{width}}{command.help}" for command in commands)
    examples = "".join(f"\n  {line}" for line in EXAMPLES)
    parser = _made(
        prog="mast-tui",
        usage="mast-tui [TRACE] | mast-tui COMMAND ...",
        description="Find out why a multi-agent LLM run failed, from the trace it left behind.",
        epilog=f"commands:\n{rows}\n\nexamples:{examples}\n\n"
        "`mast-tui COMMAND --help` tells more. A trace named like a command is ./NAME.",
    )
    parser.short_help = (
        f"{parser.format_usage()}\n{parser.description}\n{examples}\n\ncommands:\n{rows}\n\n"
        "`mast-tui COMMAND --help` tells more, `mast-tui --help-all` every option of the\napp. "
        "A trace named like a command is ./NAME.\n"
    )
    parser.add_argument("--help-all", action=_WholeHelp, nargs=0, help="show this help; --help shows its commands only")
    parser.add_argument("--version", action="version", version=f"mast-tui {__version__}")
    return parser


def trace_argument(parser: argparse.ArgumentParser) -> None:
    """TRACE, the one thing most commands open."""
    parser.add_argument(
        "trace", metavar="TRACE", help="a file, a .gz or .zst of one, a folder that holds one run, or - for stdin"
    )


def output_option(parser: argparse.ArgumentParser, help: str, what: str = "report of mast-tui") -> None:
    """Where something is written, once for each file, and whether that may replace a file that is something else."""
    parser.add_argument("-o", "--output", metavar="FILE", action="append", type=Path, default=[], help=help)
    parser.add_argument("--force", action="store_true", help=f"let -o replace a file that is no {what}")


def filter_argument(parser: argparse.ArgumentParser, what: str) -> None:
    """FILTER, the words that choose events, as & takes them in the app."""
    words = "agent:Coder kind:call tool:bash status:failed word -word /pattern/ L200-900"
    parser.add_argument("filter", metavar="FILTER", nargs="*", default=[], help=f"{what}: {words}")


def filter_of(words: Sequence[str]) -> "EventFilter | None":
    """The filter that some words make; none where there are no words."""
    from agent.trace.event_filter import EventFilter

    return EventFilter(" ".join(words)) if words else None


def trace_options(parser: argparse.ArgumentParser) -> None:
    """How a trace is read."""
    group = parser.add_argument_group("reading the trace")
    group.add_argument("--format", metavar="NAME", help="read it as this format instead of recognising one")
    group.add_argument(
        "--run", metavar="ID", help="the one run to read of several: its id, how that begins, or its number"
    )
    group.add_argument("--task", metavar="FILE", type=Path, help="the task statement, when the trace lacks it")


def model_options(parser: argparse.ArgumentParser) -> None:
    """Who is asked, what it may cost, and what may be sent."""
    group = parser.add_argument_group("the analyst")
    group.add_argument("--offline", action="store_true", help="never contact a model")
    group.add_argument("--model", metavar="NAME", help="the model to ask (else MAST_TUI_MODEL)")
    group.add_argument("--base-url", metavar="URL", help="where it answers (else OPENAI_BASE_URL)")
    group.add_argument("--yes", action="store_true", help="agree to sending without being asked")
    group.add_argument("--no-redact", dest="redact", action="store_false", help="send and save secrets as they are")
    budget = parser.add_argument_group("budgets")
    budget.add_argument(
        "--chunk-tokens", metavar="N", type=whole_number, default=CHUNK_TOKENS, help="tokens per chunk (default 12000)"
    )
    budget.add_argument("--max-tokens", metavar="N", type=whole_number, help="send no more tokens than this")
    budget.add_argument("--max-calls", metavar="N", type=whole_number, help="ask no more often than this")
    budget.add_argument("--max-cost", metavar="USD", type=amount, help="spend no more than this")


def no_trace(parser: argparse.ArgumentParser) -> None:
    """For what opens the app on several runs: none is named."""
    parser.set_defaults(trace=None, run=None, demo=False, diagnosis=None, format=None, task=None)


def no_model(parser: argparse.ArgumentParser) -> None:
    """For what opens the app and sends nothing itself: the model is that of the settings."""
    parser.set_defaults(offline=False, model=None, base_url=None, yes=False, redact=True, chunk_tokens=CHUNK_TOKENS)
    parser.set_defaults(max_tokens=None, max_calls=None, max_cost=None)


def modes_option(parser: argparse.ArgumentParser) -> None:
    """Modes beside MAST's."""
    parser.add_argument(
        "--modes",
        metavar="FILE",
        type=Path,
        help="modes of your own, walked after MAST's (default: modes.toml beside the settings, if it is there)",
    )


def votes_option(parser: argparse.ArgumentParser) -> None:
    """How often the walk is asked."""
    parser.add_argument(
        "--votes",
        metavar="N",
        type=odd_number,
        default=1,
        help="ask the walk so often (odd) where it saw something or could not tell, and go by most answers",
    )


def fail_option(parser: argparse.ArgumentParser) -> None:
    """When findings make the exit code 1."""
    parser.add_argument(
        "--fail-on",
        metavar="WHAT",
        type=thresholds,
        default=(),
        help="exit 1 on a finding that is `present`, `confirmed`, as grave as `fatal`, `major`, `minor` or "
        "`recovered`, or of a mode (FM-1.3, FM-3.*); several with commas",
    )


def whole_number(text: str) -> int:
    """A whole number of at least 1."""
    if not re.fullmatch(r"[0-9]{1,15}", text) or int(text) < 1:
        raise argparse.ArgumentTypeError(f'"{text}" is not a whole number of at least 1')
    return int(text)


def odd_number(text: str) -> int:
    """An odd number of at most 15, so that votes are never even."""
    number = whole_number(text)
    if number % 2 == 0 or number > 15:
        raise argparse.ArgumentTypeError(f'"{text}" is not an odd number from 1 to 15')
    return number


def amount(text: str) -> float:
    """An amount of money, zero or more."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not (math.isfinite(value) and value >= 0):
        raise argparse.ArgumentTypeError(f'"{text}" is not an amount in US dollars')
    return value


def thresholds(text: str) -> tuple[str, ...]:
    """`present`, `confirmed`, severities or codes of modes, separated by commas; * stands for any end of a code."""
    from agent.diagnosis.severity import SEVERITIES
    from taxonomy.mast import load  # the data is read only for a command line that asks for it

    wanted = tuple(part.strip() for part in text.split(","))
    for part in wanted:
        named = part in FAILURE_THRESHOLDS or part in SEVERITIES
        if not named and not (part and fnmatch.filter(load().codes, part)):
            raise argparse.ArgumentTypeError(
                f'"{part}" is neither `present`, `confirmed`, a severity nor the code of a mode'
            )
    return wanted


def _made(prog: str, description: str, usage: str | None = None, epilog: str | None = None) -> Parser:
    parser = Parser(
        prog=prog, usage=usage, description=description, epilog=epilog, allow_abbrev=False, formatter_class=_formatter()
    )
    parser.add_argument("--debug", action="store_true", help="on a failure, show where in the code it happened")
    return parser


def _formatter() -> type[argparse.HelpFormatter]:
    """Help as wide as the terminal, up to where lines read well; asking `os` loads less than argparse would."""
    try:
        columns = int(os.environ.get("COLUMNS", "")) if "COLUMNS" in os.environ else os.get_terminal_size().columns
    except (OSError, ValueError):
        columns = 80

    class Fitting(argparse.RawDescriptionHelpFormatter):
        def __init__(self, prog: str) -> None:
            super().__init__(prog, width=min(max(columns, NARROWEST), WIDEST), max_help_position=26)

    return Fitting
