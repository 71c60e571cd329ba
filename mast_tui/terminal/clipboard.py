"""Copies text: to the terminal's clipboard, and to a private file for terminals that have none."""

import os
from pathlib import Path

NAME = "copied.txt"
_LARGEST = 100_000
"""Terminals cut off what is longer, some of them in the middle."""


def keep_copy(text: str, folder: Path | None) -> Path | None:
    """Write what was copied, without its secrets, to a file of one's own; its place, or None where there is none."""
    from agent.redaction.redact import Redactor

    if folder is None:
        return None
    text = Redactor(os.urandom(32)).redact(text).text
    path = folder / NAME
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.write(text)
    except OSError:
        return None
    return path


def fits_terminal(text: str) -> bool:
    """Whether a terminal takes it whole."""
    return len(text) <= _LARGEST
