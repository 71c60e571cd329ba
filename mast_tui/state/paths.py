"""Where the product keeps what it remembers, and what a person writes for it.

MAST_TUI_HOME names one folder for both; else they lie where the system's custom has them.
"""

import os
from pathlib import Path

from agent.settings_file import NAME
from agent.system_folders import HOME, SETTINGS, STATE, custom_folder, written_file


def state_folder() -> Path:
    """The state folder; it may not be there yet, and nothing makes it before it is needed."""
    named = os.environ.get(HOME)
    return Path(named).absolute() if named else custom_folder(STATE)


def settings_path(name: str = NAME) -> Path:
    """A file that a person writes: the settings, unless another is named."""
    return written_file(state_folder(), name)


def newer_settings_path(name: str = NAME) -> Path | None:
    """Where that file would count before the one that is read, which lies where it once had to; else None."""
    path = settings_path(name)
    custom = custom_folder(SETTINGS) / name
    return custom if path.is_file() and path.parent == custom_folder(STATE) and not os.environ.get(HOME) else None


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
