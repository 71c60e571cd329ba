"""Small files of the state folder that only their owner may read, replaced whole or not at all."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path

FOLDER, FILE = 0o700, 0o600


def make(folder: Path) -> None:
    """Make a folder and those above it; `mkdir` alone would let others look into the ones above."""
    if not folder.is_dir():
        make(folder.parent)
        folder.mkdir(mode=FOLDER, exist_ok=True)


def write(path: Path, text: str) -> bool:
    """Write a private file; False where the disk or the folder does not let us, which loses nothing but time."""
    try:
        make(path.parent)
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".new")
    except OSError:
        return False
    try:
        os.fchmod(descriptor, FILE) if hasattr(os, "fchmod") else None
        with os.fdopen(descriptor, "w", encoding="utf-8", errors="replace") as file:
            file.write(text)
        Path(name).replace(path)
    except OSError:
        with suppress(OSError):
            Path(name).unlink()
        return False
    return True


def read(path: Path) -> str | None:
    """The text of a private file, or None."""
    try:
        return path.read_text("utf-8")
    except (OSError, ValueError):
        return None
