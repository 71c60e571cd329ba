"""The folders that the system's custom gives every program: what it remembers, what a person writes, what may go."""

import os
from pathlib import Path

HOME = "MAST_TUI_HOME"
"""The variable that names one folder for all of it."""
STATE, SETTINGS = ("XDG_STATE_HOME", ".local/state"), ("XDG_CONFIG_HOME", ".config")
CACHE = ("XDG_CACHE_HOME", ".cache")


def custom_folder(custom: tuple[str, str]) -> Path:
    """The program's own folder under the one that a variable names, or under the usual one of the home folder."""
    variable, usual = custom
    named = os.environ.get(variable)
    return (Path(named).absolute() if named else Path.home() / usual) / "mast-tui"


def cache_folder() -> Path:
    """What can be made again at any time, and may be deleted."""
    named = os.environ.get(HOME)
    return Path(named).absolute() / "cache" if named else custom_folder(CACHE)


def written_file(state_folder: Path, name: str) -> Path:
    """Where a file that a person writes lies: among the settings, or in the state folder, if that is one's own.

    All of it was once in the state folder: a file that lies there counts while there is none among the settings.
    """
    before = state_folder / name
    if os.environ.get(HOME) or state_folder != custom_folder(STATE):
        return before
    now = custom_folder(SETTINGS) / name
    return before if before.is_file() and not now.exists() else now
