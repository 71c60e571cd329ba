"""Loads what is heavy, and spares everybody the collector's long walks over it."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def loading() -> Iterator[None]:
    """Nothing that is loaded becomes garbage: the collector waits, and never looks at it again."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
