"""The command line: picks the command, runs it, and turns every failure into three sentences and an exit code."""

import sys
from collections.abc import Sequence
from errno import ENAMETOOLONG

from agent.errors import Cancelled, MastError, WrongUse
from mast_tui.cli import commands, output, parser

_JUDGING = frozenset({"batch", "brief", "diagnose", "report", "run", "selfcheck", "verify"})
"""Commands whose exit code is a verdict, which holds also where nobody reads their output to its end."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code; nothing is raised, nothing foreign reaches the terminal raw."""
    words = list(sys.argv[1:] if argv is None else argv)
    output.prepare()
    code = 0
    try:
        code = _run(words)
        output.flush()
    except BrokenPipeError as error:
        output.abandon()
        if output.outlasts_reader():  # then it was another pipe that broke
            return _fail(output.fault(error), error, words)
    except KeyboardInterrupt as stop:
        return _fail(Cancelled("Interrupted.", "The command stopped before it was done.", "Run it again."), stop, words)
    except MastError as error:
        return _fail(error, error, words)
    except OSError as error:
        named = WrongUse("No file can have that name.", "A path is longer than any can be.", "Check the paths.")
        return _fail(named if error.errno == ENAMETOOLONG else output.fault(error), error, words)
    except Exception as error:  # noqa: BLE001 - the last stop: a person gets sentences, never a traceback
        return _fail(output.fault(error), error, words)
    return code


def _run(words: list[str]) -> int:
    """Run the command that is named first, or open a trace where none is."""
    place = next((at for at, word in enumerate(words) if word != "--debug"), len(words))
    first = words[place] if place < len(words) else ""
    command = next((command for command in commands.COMMANDS if command.name == first), None)
    if command is not None:
        module = commands.load(command.module)
        chosen = parser.for_command(command)
        words = words[:place] + words[place + 1 :]
    else:
        commands.check_is_no_typing_slip(first)
        module = commands.load(commands.OPEN_RUNS if commands.names_several(words) else commands.OPEN)
        chosen = parser.for_all(commands.COMMANDS)
    module.add_arguments(chosen)
    try:
        options = chosen.parse_args(words)
    except SystemExit:  # argparse has shown --help or --version
        return 0
    output.outlast_reader(first in _JUDGING)
    return module.run(options)


def _fail(error: MastError, cause: BaseException, words: list[str]) -> int:
    """Say on stderr what went wrong, with the way through the code for whoever asked by --debug."""
    output.abandon_if_broken()
    output.tell(error)
    options = words[: words.index("--")] if "--" in words else words
    if "--debug" in options:
        output.narrate(output.trail(cause))
    return error.exit_code
