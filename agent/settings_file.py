"""The one file of a person's settings: read whole, changed one choice at a time, everything else in it kept."""

import os
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

NAME = "settings.toml"


def read(folder: Path | None) -> dict[str, Any]:
    """All settings; none where there is no file. A file that cannot be read raises OSError or ValueError."""
    path = folder / NAME if folder is not None else None
    if path is None or not path.is_file():
        return {}
    import tomllib

    return tomllib.loads(path.read_text("utf-8"))


def keep(folder: Path, name: str, value: bool | str) -> None:
    """Put one choice into the file, whole or not at all; OSError or ValueError where that cannot be done."""
    import tomllib

    path = (folder / NAME).resolve()
    text = path.read_text("utf-8") if path.is_file() else ""
    wanted = {**tomllib.loads(text), name: value}
    changed = _changed(text, f"{name} = {_written(value)}", name)
    if tomllib.loads(changed) != wanted:
        raise ValueError(f"{name} stands in {path} in a way that only a person can change")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = path.with_name(f".{os.urandom(8).hex()}.tmp")
    try:
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(changed)
        fresh.replace(path)
    except BaseException:
        with suppress(OSError):
            fresh.unlink()
        raise


def _written(value: bool | str) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _changed(text: str, row: str, name: str) -> str:
    """The text with the row in place of the one before, else at the end of what stands above the first table."""
    rows = text.split("\n") if text else []
    end = next((at for at, each in enumerate(rows) if each.lstrip().startswith("[")), len(rows))
    for at in range(end):
        if re.match(rf"\s*{re.escape(name)}\s*=", rows[at]):
            rows[at] = row
            return "\n".join(rows)
    while end and not rows[end - 1].strip():
        end -= 1
    after = rows[end:]
    return "\n".join([*rows[:end], row, *(after or [""])])
