"""A random number that stays on this machine: what placeholders and fences are derived from."""

import hmac
import os
import secrets
import tempfile
from pathlib import Path

NAME = "salt"
SIZE = 32


def salt(state_folder: Path | None) -> bytes:
    """The number of a state folder, made on first need; a passing one where nothing can be kept."""
    if state_folder is None:
        return secrets.token_bytes(SIZE)
    path = state_folder / NAME
    known = _read(path)
    if known is not None:
        return known
    fresh = secrets.token_bytes(SIZE)
    return fresh if _keep(path, fresh) else _read(path) or fresh


def derived(number: bytes, purpose: str, subject: str) -> str:
    """A short mark that is the same for the same subject, and that nobody without the number can foresee."""
    return hmac.new(number, f"{purpose}\n{subject}".encode(), "sha256").hexdigest()[:16]


def _keep(path: Path, number: bytes) -> bool:
    """Write the number whole or not at all; False where another process was faster, or nothing can be written."""
    try:
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".new")
    except OSError:
        return False
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(number)
        try:
            os.link(name, path)
        except FileExistsError:
            if _read(path) is not None:  # another process was faster
                return False
            Path(name).replace(path)  # it was never written whole
    except OSError:
        return False
    finally:
        Path(name).unlink(missing_ok=True)
    return True


def _read(path: Path) -> bytes | None:
    try:
        known = path.read_bytes()
    except OSError:
        return None
    return known if len(known) == SIZE else None
