"""What a person may choose about the screen, read from settings.toml."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from agent import settings_file
from agent.clean import clean_name
from agent.settings_file import NAME
from agent.system_folders import written_file
from mast_tui.state.paths import state_folder
from mast_tui.terminal.themes import PALETTES

_SWITCHES = ("motion", "wrap", "ascii", "mouse", "plain")
_KNOWN = ("theme", *_SWITCHES, "side", "keys", "model")


@dataclass(frozen=True, slots=True)
class ScreenSettings:
    """The choices, each with what it is where nothing is chosen."""

    theme: str = ""
    """dark, light, high contrast or terminal; none lets the terminal decide."""
    motion: bool = True
    wrap: bool = True
    ascii: bool = False
    """Draw with ASCII characters only."""
    mouse: bool = True
    """Whether the app takes the mouse; where not, it selects and copies as the terminal does."""
    plain: bool = False
    """For a screen reader: one pane at a time, no ruler, ASCII signs, no mouse, and nothing moves."""
    side: int = 0
    """By how many columns the panes beside the trace are wider than usual."""
    keys: dict[str, str] = field(default_factory=dict)
    """Keys by the id of what they do, as `mast-tui` lists them under help."""
    offline: bool = False
    """Whether the program was started with --offline, which holds until it ends and is never kept."""
    warning: str = ""


def load(folder: Path | None = None) -> ScreenSettings:
    """The settings of a person; a file that cannot be read is said so, and nothing of it is used."""
    folder = folder or state_folder()
    path = written_file(folder, NAME)
    try:
        values = settings_file.read(folder)
    except (OSError, ValueError):
        return ScreenSettings(warning=f"{path} cannot be read, so the settings in it are not used.")
    keys = values.get("keys", {})
    troubles = list(_troubles(values))
    read = ScreenSettings(
        theme=str(values.get("theme", "")),
        motion=values.get("motion", True) is not False,
        wrap=values.get("wrap", True) is not False,
        ascii=values.get("ascii", False) is True,
        mouse=values.get("mouse", True) is not False,
        side=side if isinstance(side := values.get("side", 0), int) else 0,
        keys={str(name): str(key) for name, key in keys.items()} if isinstance(keys, dict) else {},
        warning=f"{path}: {troubles[0]}" + (f" There are {len(troubles) - 1} more." if troubles[1:] else "")
        if troubles
        else "",
    )
    return made_plain(read) if values.get("plain", False) is True else read


def made_plain(settings: ScreenSettings) -> ScreenSettings:
    """The settings as somebody needs them who hears the screen."""
    return replace(settings, plain=True, ascii=True, motion=False, mouse=False)


def _troubles(values: dict[str, Any]) -> Iterator[str]:
    """What in the file nobody reads, each as a sentence."""
    for name, value in values.items():
        shown = repr(clean_name(str(value)[:40])) if isinstance(value, str) else str(value)[:40]
        if name not in _KNOWN:
            yield f'there is no setting "{clean_name(name[:40])}". {settings_file.nearest(name, _KNOWN)}'
        elif name == "theme" and value not in PALETTES:
            yield f"there is no theme {shown}. {settings_file.nearest(str(value), PALETTES)}"
        elif name in _SWITCHES and not isinstance(value, bool):
            yield f"{name} is {shown}, and it takes true or false."


def keep(name: str, value: bool | int | str, folder: Path | None = None) -> str:
    """Remember a choice for the next time; why that cannot be, or nothing."""
    folder = folder or state_folder()
    try:
        settings_file.keep(folder, name, value)
    except (OSError, ValueError):
        return f"{written_file(folder, NAME)} cannot be written, so this choice lasts only until you quit."
    return ""
