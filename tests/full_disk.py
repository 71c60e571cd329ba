"""A disk that takes nothing more, for this process."""

import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def full_disk(room: int = 0) -> Iterator[None]:
    """Let no file grow any more, or only as far as there is room; a module loaded meanwhile leaves no cut bytecode."""
    writes = sys.dont_write_bytecode
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    sys.dont_write_bytecode = True
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        sys.dont_write_bytecode = writes
