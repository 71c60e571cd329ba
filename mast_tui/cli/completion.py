"""`mast-tui completion`: what completes the words of mast-tui in bash, zsh or fish, made from the table of commands."""

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from mast_tui.cli import commands
from mast_tui.cli.output import write
from mast_tui.cli.parser import for_all, for_command

_OPTION_ROW = re.compile(r"^  (-.*?)(?:  |$)", re.MULTILINE)
_OPTION = re.compile(r"(?<![\w-])--?[a-z][a-z-]*")


def add_arguments(parser: ArgumentParser) -> None:
    """Which shell it is for."""
    parser.add_argument("shell", metavar="SHELL", choices=SCRIPTS, help="bash, zsh or fish")


def run(options: Namespace) -> int:
    """Print the script."""
    write("\n".join(SCRIPTS[options.shell]()))
    return 0


def _options() -> Iterator[tuple[str, str, list[str]]]:
    """Each command with its help and its options; first, under no name, those of opening a trace."""
    opening = for_all(commands.COMMANDS)
    commands.load(commands.OPEN).add_arguments(opening)
    yield "", "", _named_in(opening.format_help())
    for command in commands.COMMANDS:
        parser = for_command(command)
        commands.load(command.module).add_arguments(parser)
        yield command.name, command.help, _named_in(parser.format_help())


def _named_in(words: str) -> list[str]:
    """The options that a help text lists."""
    return list(dict.fromkeys(option for row in _OPTION_ROW.findall(words) for option in _OPTION.findall(row)))


def _names() -> str:
    return " ".join(command.name for command in commands.COMMANDS)


def _bash() -> Iterator[str]:
    yield "_mast_tui() {"
    yield '    local word="${COMP_WORDS[COMP_CWORD]}" options'
    yield "    COMPREPLY=()"
    yield "    if (( COMP_CWORD == 1 )) && [[ $word != -* ]]; then"
    yield f'        COMPREPLY=($(compgen -W "{_names()}" -- "$word"))'
    yield "        return"
    yield "    fi"
    yield '    case "${COMP_WORDS[1]}" in'
    for name, _, options in sorted(_options(), key=lambda row: not row[0]):
        yield f'        {name or "*"}) options="{" ".join(options)}" ;;'
    yield "    esac"
    yield '    if [[ $word == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$word")); fi'
    yield "}"
    yield "complete -o bashdefault -o default -F _mast_tui mast-tui"


def _zsh() -> Iterator[str]:
    yield "#compdef mast-tui"
    yield "_mast_tui() {"
    yield "    local -a commands options"
    yield "    commands=("
    for command in commands.COMMANDS:
        yield f"        {_quoted(f'{command.name}:{command.help}')}"
    yield "    )"
    yield "    if (( CURRENT == 2 )) && [[ $PREFIX != -* ]]; then _describe command commands; _files; return; fi"
    yield "    case $words[2] in"
    for name, _, options in sorted(_options(), key=lambda row: not row[0]):
        yield f"        {name or '*'}) options=({' '.join(options)}) ;;"
    yield "    esac"
    yield "    if [[ $PREFIX == -* ]]; then compadd -- $options; else _files; fi"
    yield "}"
    yield "compdef _mast_tui mast-tui"


def _fish() -> Iterator[str]:
    for name, about, options in _options():
        if name:
            yield f"complete -c mast-tui -n __fish_use_subcommand -a {name} -d {_quoted(about)}"
        where = f"'__fish_seen_subcommand_from {name}'" if name else "__fish_use_subcommand"
        for option in options:
            kind = "-l" if option.startswith("--") else "-s"
            yield f"complete -c mast-tui -n {where} {kind} {option.lstrip('-')}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "'\\''")
    return f"'{escaped}'"


SCRIPTS = {"bash": _bash, "zsh": _zsh, "fish": _fish}
