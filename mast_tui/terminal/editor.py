"""The editor of a person, opened on a line of a file."""

import os
import shlex
import shutil
import subprocess
from pathlib import Path

_COLON = frozenset({"code", "code-insiders", "codium", "cursor", "windsurf", "subl", "zed", "hx", "helix", "kak"})
"""Editors that take FILE:LINE; all others take +LINE FILE."""
_GOTO = frozenset({"code", "code-insiders", "codium", "cursor", "windsurf"})
_WAITS = frozenset({"code", "code-insiders", "codium", "cursor", "windsurf", "subl", "zed"})
_USUAL = ("sensible-editor", "vi", "nano", "less")


def editor_command(path: Path, line: int) -> list[str] | None:
    """The words that open a file at a line: VISUAL, else EDITOR, else what is usually there; None where nothing is."""
    named = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""
    try:
        words = shlex.split(named)
    except ValueError:
        words = []
    if not words:
        words = next(([each] for each in _USUAL if shutil.which(each)), [])
    if not words:
        return None
    name = Path(words[0]).name
    file = os.fspath(path.absolute())
    if name not in _COLON:
        return [*words, f"+{line}", file]
    waits = ["--wait"] if name in _WAITS and "--wait" not in words and "-w" not in words else []
    return [*words, *waits, *(["--goto"] if name in _GOTO else []), f"{file}:{line}"]


def run_editor(command: list[str]) -> str:
    """Run an editor in the terminal until it is left; why it could not be run, or nothing."""
    try:
        ended = subprocess.run(command, check=False)  # noqa: S603 - the editor that the person has set
    except OSError as error:
        return f"{command[0]} cannot be started: {(error.strerror or str(error)).lower()}"
    return "" if ended.returncode == 0 else f"{command[0]} ended with code {ended.returncode}"
