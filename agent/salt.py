"""A random number that stays on this machine: what placeholders and fences are derived from."""

import hmac
import os
import secrets
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
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _read(path) or fresh
    except OSError:
        return fresh
    with os.fdopen(descriptor, "wb") as file:
        file.write(fresh)
    return fresh


def derived(number: bytes, purpose: str, subject: str) -> str:
    """A short mark that is the same for the same subject, and that nobody without the number can foresee."""
    return hmac.new(number, f"{purpose}\n{subject}".encode(), "sha256").hexdigest()[:16]


def _read(path: Path) -> bytes | None:
    try:
        known = path.read_bytes()
    except OSError:
        return None
    return known if len(known) == SIZE else None
