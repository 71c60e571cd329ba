"""A new command is one file and one line in the list of commands."""

from pathlib import Path

import pytest

import mast_tui.cli
from mast_tui.cli import commands

TOY = '''"""`mast-tui greet`: says hello."""

from argparse import ArgumentParser, Namespace

from mast_tui.cli.output import write


def add_arguments(parser: ArgumentParser) -> None:
    """Who is greeted."""
    parser.add_argument("name")


def run(options: Namespace) -> int:
    """Say hello."""
    write(f"Hello, {options.name}.")
    return 0
'''


def test_a_command_from_outside_runs_and_is_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "greet.py").write_text(TOY, "utf-8")
    monkeypatch.setattr(mast_tui.cli, "__path__", [*mast_tui.cli.__path__, str(tmp_path)])
    monkeypatch.setattr(commands, "COMMANDS", (*commands.COMMANDS, commands.Command("greet", "say hello")))
    assert mast_tui.cli.main(["greet", "reader"]) == 0
    assert mast_tui.cli.main(["--help"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Hello, reader.\n")
    assert "say hello" in said
