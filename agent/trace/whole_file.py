"""Reads a small file that is no trace (a saved document, a task statement) whole, if it is one and is small."""

import os
import stat
from pathlib import Path

from agent.clean import clean_name
from agent.trace.open_file import open_file, unreadable
from agent.trace.stdin import pipe_blocks

MOST_BYTES = 64 * 1024 * 1024


def read_whole(path: Path) -> bytes:
    """All bytes of a file or of a pipe that somebody writes to; a device, and what is too long, is refused."""
    descriptor = open_file(path)
    status = os.fstat(descriptor)
    if stat.S_ISFIFO(status.st_mode):
        blocks = pipe_blocks(descriptor, clean_name(path))
    elif stat.S_ISREG(status.st_mode):
        blocks = iter(lambda: os.read(descriptor, 1024 * 1024), b"")
    else:
        os.close(descriptor)
        raise unreadable(path, "It is a folder or a device, not a file.", "Name a file.")
    held = bytearray()
    try:
        for block in blocks:
            held += block
            if len(held) > MOST_BYTES:
                raise unreadable(path, f"It is longer than {MOST_BYTES:,} bytes.", "Name a smaller file.")
    except OSError as fault:
        raise unreadable(path, f"{fault.strerror}.", "Check the disk that it is on.") from None
    finally:
        if stat.S_ISREG(status.st_mode):
            os.close(descriptor)
    return bytes(held)
