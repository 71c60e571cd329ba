"""Writes the manual page, docs/mast-tui.1, from the table of commands; `--check` only says whether it is up to date."""

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from mast_tui.cli import commands
from mast_tui.cli.parser import for_all, for_command

_TWICE = re.compile(r"(\\-\w) ([A-Z]+), (\\-\\-[\w\\-]+) \2")
PAGE = Path(__file__).with_name("mast-tui.1")
EXITS = {
    0: "done",
    1: "findings at the threshold of --fail-on, or verify found a mismatch",
    2: "wrong use",
    3: "incomplete: some cells got no usable answer",
    66: "the input cannot be read",
    70: "the fault is mast-tui's own",
    130: "interrupted",
}
VARIABLES = {
    "OPENAI_API_KEY": "the key that is sent to the model's host, and nowhere else",
    "OPENAI_BASE_URL": "where the model answers",
    "MAST_TUI_MODEL": "the model to ask",
    "MAST_TUI_HOME": "one folder for state, settings and cache",
    "NO_COLOR": "draw without colour",
}


def main(words: list[str]) -> int:
    """Write the page, or compare it."""
    os.environ["COLUMNS"] = "80"
    wanted = "\n".join(_page()) + "\n"
    if "--check" not in words:
        PAGE.write_text(wanted, encoding="utf-8")
    elif not PAGE.exists() or _words(PAGE.read_text(encoding="utf-8")) != _words(wanted):
        print("docs/mast-tui.1 is out of date: run `make docs`.", file=sys.stderr)
        return 1
    return 0


def _words(page: str) -> list[str]:
    """What the page says, however a version of Python lays out its options."""
    return _TWICE.sub(r"\1, \3 \2", page).split()


def _page() -> Iterator[str]:
    yield '.TH MAST-TUI 1 "" "mast-tui" "User Commands"'
    yield ".SH NAME"
    yield "mast\\-tui \\- find out why a multi\\-agent LLM run failed, from the trace it left behind"
    yield ".SH SYNOPSIS"
    yield ".B mast\\-tui"
    yield "[TRACE]"
    yield ".br"
    yield ".B mast\\-tui"
    yield "COMMAND ..."
    opening = for_all(commands.COMMANDS)
    commands.load(commands.OPEN).add_arguments(opening)
    yield ".SH OPENING A TRACE"
    yield from _literal(opening.format_help().split("\ncommands:\n")[0])
    for command in commands.COMMANDS:
        parser = for_command(command)
        commands.load(command.module).add_arguments(parser)
        yield f".SH {command.name.upper()}"
        yield from _literal(parser.format_help())
    yield from _listed("EXIT STATUS", {str(code): meaning for code, meaning in EXITS.items()})
    yield from _listed("ENVIRONMENT", VARIABLES)


def _listed(title: str, rows: dict[str, str]) -> Iterator[str]:
    yield f".SH {title}"
    for name, meaning in rows.items():
        yield ".TP"
        yield f".B {_escaped(name)}"
        yield _escaped(meaning)


def _literal(text: str) -> Iterator[str]:
    """A help text as it stands."""
    yield ".nf"
    yield from map(_escaped, text.rstrip().splitlines())
    yield ".fi"


def _escaped(line: str) -> str:
    safe = line.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{safe}" if safe.startswith((".", "'")) else safe


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
