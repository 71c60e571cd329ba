"""Small files of our own folders that only their owner may read, replaced whole or not at all."""

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


def write(path: Path, content: str | bytes) -> bool:
    """Write a private file; False where the disk or the folder does not let us, which loses nothing but time."""
    try:
        make(path.parent)
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".new")
    except OSError:
        return False
    try:
        os.fchmod(descriptor, FILE) if hasattr(os, "fchmod") else None
        with os.fdopen(descriptor, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode("utf-8", "replace"))
        Path(name).replace(path)
    except OSError:
        with suppress(OSError):
            Path(name).unlink()
        return False
    return True


def read(path: Path) -> str | None:
    """The text of a private file, or None."""
    data = read_bytes(path)
    try:
        return None if data is None else data.decode("utf-8")
    except ValueError:
        return None


def read_bytes(path: Path) -> bytes | None:
    """The bytes of a private file, or None."""
    try:
        return path.read_bytes()
    except (OSError, ValueError):
        return None
