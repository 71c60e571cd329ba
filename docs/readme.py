"""Fills the parts of README.md that the program knows best; `--check` only says whether they are up to date."""

import contextlib
import io
import os
import re
import sys
from collections.abc import Callable
from html import escape
from importlib import import_module
from pathlib import Path

from agent.trace.formats import registry
from mast_tui.cli import main as command_line
from mast_tui.keys.rows import KEYS
from taxonomy import mast

PAGE = Path(__file__).resolve().parent.parent / "README.md"


def main(words: list[str]) -> int:
    """Write the page, or compare it."""
    kept = PAGE.read_text(encoding="utf-8")
    wanted = filled(kept)
    if "--check" not in words:
        PAGE.write_text(wanted, encoding="utf-8")
    elif kept != wanted:
        print("README.md is out of date: run `make docs`.", file=sys.stderr)
        return 1
    return 0


def filled(page: str) -> str:
    """The page with every part between its two marks drawn anew."""
    for name, draw in PARTS.items():
        start, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
        before, rest = page.split(start)
        page = f"{before}{start}{draw()}{end}{rest.split(end)[1]}"
    return page


def shown_help() -> str:
    """What `mast-tui --help-all` says on a terminal of 100 columns."""
    os.environ["COLUMNS"] = "100"
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        command_line(["--help-all"])
    return f"```\n{said.getvalue()}```\n"


def formats() -> str:
    """Every family of formats with what its module says of itself, and the names it goes by."""
    families: dict[str, list[str]] = {}
    for line in registry.lines():
        module = import_module(line.partition(":")[0], registry.__package__)
        families.setdefault((module.__doc__ or "").split("\n")[0], []).append(registry.load(line).name)
    return "\n" + "".join(f"- {said} ({_listed(sorted(names))})\n" for said, names in sorted(families.items())) + "\n"


def _listed(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def keys() -> str:
    """The keys of the trace and of everywhere, by what they are for."""
    rows: dict[str, list[str]] = {}
    for key in KEYS:
        if key.pane in ("trace", "panes", "decide", "anywhere"):
            shown = f"<kbd>{escape(key.shown)}</kbd> {key.words[:1].lower()}{key.words[1:]}"
            if shown not in rows.setdefault(key.group, []):
                rows[key.group].append(shown)
    return "\n" + "".join(f"**{group}.** {' · '.join(shown)}\n\n" for group, shown in rows.items())


def modes() -> str:
    """The categories with their modes and definitions."""
    known = mast.load()
    parts = []
    for category in known.categories:
        rows = "".join(f"| {mode.code} | {mode.name} | {mode.definition} |\n" for mode in known.modes_of(category.code))
        parts.append(
            f"\n**{category.name}.** {category.definition}\n\n| code | mode | what happens |\n|---|---|---|\n{rows}"
        )
    return re.sub(r" +\n", "\n", "".join(parts)) + "\n"


PARTS: dict[str, Callable[[], str]] = {"formats": formats, "modes": modes, "keys": keys, "help": shown_help}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
