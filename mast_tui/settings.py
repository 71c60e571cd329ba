"""What a person may choose about the screen, read from settings.toml in the state folder."""

import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from mast_tui.paths import state_folder

NAME = "settings.toml"


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices, each with what it is where nothing is chosen."""

    theme: str = ""
    """dark, light, high contrast or terminal; none lets the terminal decide."""
    motion: bool = True
    ascii: bool = False
    """Draw with ASCII characters only."""
    keys: dict[str, str] = field(default_factory=dict)
    """Keys by the id of what they do, as `mast-tui` lists them under help."""
    warning: str = ""


def load(folder: Path | None = None) -> Settings:
    """The settings of a person; a file that cannot be read is said so, and nothing of it is used."""
    path = (folder or state_folder()) / NAME
    try:
        values = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return Settings()
    except (OSError, ValueError):
        return Settings(warning=f"{path} cannot be read, so the settings in it are not used.")
    keys = values.get("keys", {})
    return Settings(
        theme=str(values.get("theme", "")),
        motion=values.get("motion", True) is not False,
        ascii=values.get("ascii", False) is True,
        keys={str(name): str(key) for name, key in keys.items()} if isinstance(keys, dict) else {},
    )
