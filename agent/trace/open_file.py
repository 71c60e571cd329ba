"""Opens files for reading only, and says of one that cannot be a trace why."""

import errno
import os
from pathlib import Path

from agent.clean import clean_name
from agent.errors import UnreadableTrace

_FLAGS = (
    os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)  # fmt: skip
_REASONS = {
    errno.ENOENT: ("It does not exist.", "Check the path."),
    errno.EACCES: ("You may not read it.", "Change its permissions, or ask its owner."),
    errno.ELOOP: ("Its symbolic links lead in a circle.", "Name the file itself."),
    errno.ENXIO: ("It is a socket or a device, not a file.", "Name a file."),
    errno.ENOTDIR: ("A part of the path is a file, not a folder.", "Check the path."),
    errno.ENAMETOOLONG: ("The name is too long.", "Check the path."),
}
_SCHEMES = ("s3", "gs", "gcs", "hf", "http", "https")
_OTHER_ARCHIVES = ((b"BZh", "bzip2"), (b"\xfd7zXZ\0", "xz"), (b"7z\xbc\xaf\x27\x1c", "7z"), (b"Rar!", "rar"))


ADDRESS = "`mast-tui diagnose ADDRESS -o DIR` reads one; or copy it here."
"""What to do with an address where a file is needed."""


def is_address(words: str) -> bool:
    """Whether words that no file has are the address of one elsewhere."""
    scheme, sign, _ = words.partition(":/")
    return bool(sign) and scheme in _SCHEMES


def open_file(path: Path) -> int:
    """A descriptor to read a file by; a pipe or a device does not block."""
    try:
        return os.open(path, _FLAGS)
    except OSError as fault:
        why, advice = _REASONS.get(fault.errno or 0, (f"{fault.strerror}.", "Check the path."))
        if fault.errno == errno.ENOENT and is_address(str(path)):
            why, advice = "It is an address.", ADDRESS
        raise unreadable(path, why, advice) from None
    except ValueError:
        raise unreadable(path, "No file can have that name.", "Check the path.") from None


def unreadable(path: Path, why: str, advice: str) -> UnreadableTrace:
    """The error that says why a path cannot be read."""
    return UnreadableTrace("The trace cannot be opened.", f"{clean_name(path)}: {why}", advice)


def refuse_archives(path: Path, head: bytes) -> None:
    """Fail on what has to be unpacked by something else first."""
    if head.startswith(b"PK\x03\x04"):
        raise unreadable(path, "It is a zip archive.", "Unpack it, and open the trace in it.")
    for magic, kind in _OTHER_ARCHIVES:
        if head.startswith(magic):
            raise unreadable(path, f"It is compressed with {kind}, which is not read.", "Unpack it, and open that.")
