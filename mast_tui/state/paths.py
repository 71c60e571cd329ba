"""Where the product keeps what it remembers: one folder, named by MAST_TUI_HOME or by the system's custom."""

import os
from pathlib import Path


def state_folder() -> Path:
    """The state folder; it may not be there yet, and nothing makes it before it is needed."""
    if named := os.environ.get("MAST_TUI_HOME"):
        return Path(named).absolute()
    if named := os.environ.get("XDG_STATE_HOME"):
        return Path(named).absolute() / "mast-tui"
    return Path.home() / ".local" / "state" / "mast-tui"


def folder_source() -> str:
    """What has named the state folder: a variable of the environment, or the custom of the system."""
    return next((each for each in ("MAST_TUI_HOME", "XDG_STATE_HOME") if os.environ.get(each)), "default")


def usable_state_folder() -> Path | None:
    """The state folder made private and writable, or None where it cannot be had."""
    folder = state_folder()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK | os.X_OK) else None
