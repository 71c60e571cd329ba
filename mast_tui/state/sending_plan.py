"""What a model would be sent, where, and at what price: what a person agrees to."""

from typing import NamedTuple


class SendingPlan(NamedTuple):
    """What a diagnosis by a model would send, where, and at what price."""

    host: str
    encrypted: bool
    model: str
    chunks: int
    lines: int
    removed: tuple[tuple[str, int], ...]
    calls: tuple[int, int]
    tokens: tuple[int, int]
    price: tuple[float, float] | None
    limit: float | None
    seconds: float | None
    first_chunk: str = ""
    what: str = ""
    """What is sent, where that is not the whole trace."""
    proxy: str | None = None
    """What stands between us and the host."""
