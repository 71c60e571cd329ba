"""The pages say what is true: what is drawn from the code is up to date, and every command shown can be typed."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from mast_tui.cli import commands as offered_commands
from mast_tui.cli import parser

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
COMMAND = re.compile(r"^(?:[$] )?(?:\.venv/bin/)?(mast-tui .*)$|`(mast-tui [^`]*)`", re.MULTILINE)
TARGET = re.compile(r"^ *(?:[$] )?make ([a-z-]+)|`make ([a-z-]+)", re.MULTILINE)


@pytest.mark.parametrize("tool", ["map", "readme", "man"])
def test_what_is_drawn_from_the_code_is_up_to_date(tool: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", f"docs.{tool}", "--check"], cwd=ROOT, env={"PYTHONPATH": str(ROOT)}, capture_output=True
    )
    assert done.returncode == 0, done.stderr.decode()


def commands() -> list[str]:
    """Every `mast-tui ...` that a page shows, without its comment and without what it is piped into."""
    shown = [match[1] or match[2] for page in PAGES for match in COMMAND.finditer(page.read_text(encoding="utf-8"))]
    return sorted({re.split(r" +#| *\| ", words)[0] for words in shown} - {"mast-tui COMMAND --help"})


@pytest.mark.parametrize("words", commands())
def test_a_command_that_is_shown_can_be_typed(words: str) -> None:
    first, *rest = shlex.split(words)[1:]
    if first == "[TRACE]" or first.startswith("--"):
        return
    command = next((command for command in offered_commands.COMMANDS if command.name == first), None)
    if command is None and "." in first:
        chosen = parser.for_all(offered_commands.COMMANDS)
        offered_commands.load(offered_commands.OPEN).add_arguments(chosen)
        assert chosen.parse_args([first, *rest]).trace == first
        return
    assert command is not None, f"there is no command {first}"
    chosen = parser.for_command(command)
    offered_commands.load(command.module).add_arguments(chosen)
    if rest:
        chosen.parse_args(rest)


def test_commands_are_shown() -> None:
    assert len(commands()) >= 3


def test_every_target_of_make_that_is_shown_is_there() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    shown = {match[1] or match[2] for page in PAGES for match in TARGET.finditer(page.read_text(encoding="utf-8"))}
    assert {"demo", "test"} <= shown <= targets


def test_every_link_within_the_project_leads_somewhere() -> None:
    for page in PAGES:
        for link in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.name} links to {link}"
