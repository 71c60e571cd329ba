"""The one file of a person's settings: read whole, changed one choice at a time, everything else in it kept."""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from agent.system_folders import written_file

NAME = "settings.toml"


def read(state_folder: Path | None) -> dict[str, Any]:
    """All settings; none where there is no file. A file that cannot be read raises OSError or ValueError."""
    path = written_file(state_folder, NAME) if state_folder is not None else None
    if path is None or not path.is_file():
        return {}
    return parsed(path.read_text("utf-8"))


def nearest(name: str, names: Iterable[str], none_near: str = "") -> str:
    """Which of the names was probably meant, as a sentence; which there are, where none is near, or those words."""
    from difflib import get_close_matches

    names = list(names)
    near = get_close_matches(name.casefold(), names, n=1)
    return f'The nearest is "{near[0]}".' if near else none_near or f"There are {', '.join(names)}."


def parsed(text: str) -> dict[str, Any]:
    """A file of a person's choices; ValueError where it is no TOML, or nested deeper than anybody writes."""
    import tomllib

    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def keep(state_folder: Path, name: str, value: bool | int | str | float) -> None:
    """Put one choice into the file, whole or not at all; OSError or ValueError where that cannot be done.

    `model.seconds` is the setting `seconds` of the table [model], `keys.trace.down` is `trace.down` of [keys].
    """
    import tomlkit

    path = written_file(state_folder, NAME).resolve()
    text = path.read_text("utf-8") if path.is_file() else ""
    parsed(text)
    document = tomlkit.parse(text)
    table: Any = document
    *outer, last = name.split(".", 1)
    for part in outer:
        table = table.setdefault(part, tomlkit.table())
        if not isinstance(table, dict):
            raise ValueError(f"{part} is no table in {path}, which only a person can change")
    if isinstance(table.get(last), dict):
        raise ValueError(f"{name} is a table in {path}, which only a person can change")
    table[last] = value
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = path.with_name(f".{os.urandom(8).hex()}.tmp")
    try:
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(tomlkit.dumps(document))
        fresh.replace(path)
    except BaseException:
        with suppress(OSError):
            fresh.unlink()
        raise
