"""Work for one question ends when nobody waits for its answer any more, also in the middle of a search."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from agent.errors import Cancelled


def _never() -> bool:
    return False


_STOP: ContextVar[Callable[[], bool]] = ContextVar("stop", default=_never)


@contextmanager
def cancel_when(stop: Callable[[], bool]) -> Iterator[None]:
    """Whatever is looked up inside, in this thread or in one it waits for, ends once `stop` says so."""
    token = _STOP.set(stop)
    try:
        yield
    finally:
        _STOP.reset(token)


def is_cancelled() -> bool:
    """Whether nobody waits any more."""
    return _STOP.get()()


def raise_if_cancelled() -> None:
    """Raise where nobody waits any more: half a search is no answer."""
    if is_cancelled():
        raise Cancelled("The question was dropped.", "It is not answered.", "Ask again.")
