"""Finds out how an open file holds the bytes of a trace: as they are, packed, in another encoding, or in a pipe."""

import codecs
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from agent.clean import clean_name
from agent.errors import UnreadableTrace
from agent.trace import stdin
from agent.trace.eval_archive import eval_blocks, is_eval
from agent.trace.incoming_bytes import IncomingBytes
from agent.trace.open_file import refuse_archives, unreadable
from agent.trace.unpack import as_utf8, encoding_of, is_packed, limited

STDIN = "-"
_HEAD = 4096
_BLOCK = 1024 * 1024


class StoredBytes(NamedTuple):
    """Where the bytes are read from: the file itself, or a private copy that they arrive in."""

    descriptor: int
    size: int
    incoming: IncomingBytes | None
    start: int | None
    warnings: list[str]


def stored_bytes(path: Path, descriptor: int) -> StoredBytes:
    """What is behind a descriptor; it is closed where that cannot be a trace."""
    status, warnings = os.fstat(descriptor), list[str]()
    name, warn = clean_name(path), warnings.append
    if stat.S_ISFIFO(status.st_mode) or (str(path) == STDIN and not stat.S_ISREG(status.st_mode)):
        blocks = as_utf8(stdin.pipe_blocks(descriptor, name), name, None, warn)
        return StoredBytes(-1, 0, IncomingBytes(blocks, name, warn), None, warnings)
    if not stat.S_ISREG(status.st_mode):
        os.close(descriptor)
        raise unreadable(path, "It is a device, not a file.", "Name a file.")
    try:
        head = os.pread(descriptor, _HEAD, 0)
        if is_eval(path, head):
            blocks = limited(eval_blocks(descriptor, name, warn), status.st_size, warn)
            return StoredBytes(descriptor, 0, IncomingBytes(blocks, name, warn), None, warnings)
        refuse_archives(path, head)
    except OSError as fault:
        os.close(descriptor)
        raise unreadable(path, f"{fault.strerror}.", "Copy it to a disk that works, and open that.") from None
    except UnreadableTrace:
        os.close(descriptor)
        raise
    if is_packed(head) or encoding_of(head) is not None:
        blocks = as_utf8(_file_blocks(descriptor), name, status.st_size, warn)
        return StoredBytes(descriptor, 0, IncomingBytes(blocks, name, warn), None, warnings)
    start = len(codecs.BOM_UTF8) if head.startswith(codecs.BOM_UTF8) else 0
    return StoredBytes(descriptor, status.st_size, None, start, warnings)


def _file_blocks(descriptor: int) -> Iterator[bytes]:
    at = 0
    while block := os.pread(descriptor, _BLOCK, at):
        yield block
        at += len(block)
