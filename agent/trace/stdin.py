"""Standard input as a trace: its bytes read from a copy, so that the terminal can have its place back."""

import os
import select
import stat
import sys
import time
from collections.abc import Iterator

from agent.errors import UnreadableTrace, WrongUse

STEP = 1024 * 1024
WRITER_WITHIN = 1.0


def descriptor() -> int:
    """A copy of standard input to read the trace from; refused where a person's keyboard is behind it."""
    try:
        copy = os.dup(0)
    except OSError:
        raise UnreadableTrace(
            "The trace cannot be read.", "Standard input is closed.", "Pipe a trace into it."
        ) from None
    if stat.S_ISCHR(os.fstat(copy).st_mode):
        os.close(copy)
        raise WrongUse(
            "There is no trace on standard input.",
            "It is closed, the terminal or a device.",
            "Pipe a trace into it, or name a file in place of -.",
        )
    return copy


def brings_a_trace() -> bool:
    """Whether standard input is a pipe or a file, which somebody has put there on purpose."""
    try:
        mode = os.fstat(0).st_mode
    except OSError:
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISREG(mode) or stat.S_ISSOCK(mode)


def give_to_terminal() -> None:
    """Make descriptor 0 the terminal, so that keys reach a screen after a trace came by standard input."""
    try:
        terminal = os.open("/dev/tty", os.O_RDWR)
    except OSError:
        raise WrongUse(
            "There is no terminal to read keys from.",
            "Standard input is none, and this process has no other.",
            "Start it in a terminal, or use a command such as `mast-tui diagnose -`.",
        ) from None
    if terminal:
        os.dup2(terminal, 0)
        os.close(terminal)
    if sys.stdin is None:  # it was closed from the start
        sys.stdin = sys.__stdin__ = open(0, encoding="utf-8", closefd=False)  # type: ignore[misc]  # noqa: SIM115


def pipe_blocks(pipe: int, name: str) -> Iterator[bytes]:
    """What a pipe delivers until its last writer is gone; a pipe that nobody writes to is given up soon."""
    give_up = time.monotonic() + WRITER_WITHIN
    came = False
    try:
        while True:
            block = _next(pipe)
            if block is None:
                came = True
            elif block:
                came = True
                yield block
            elif came or time.monotonic() > give_up:
                break
            else:
                time.sleep(0.01)
    finally:
        os.close(pipe)
    if not came:
        raise UnreadableTrace(
            "The pipe is empty.", f"Nobody writes to {name}.", "Start the writer first, or name a file."
        )


def _next(pipe: int) -> bytes | None:
    """The bytes that come next, none at the end, None while a writer is there but silent."""
    try:
        return os.read(pipe, STEP)
    except BlockingIOError:
        select.select([pipe], [], [], 0.5)
        return None
