"""How much is taken in, and how it is said that something is too much."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one sender, or all of them, may send."""

    body: int = 16 * 1024 * 1024
    """Bytes of a request as they come."""
    unpacked: int = 64 * 1024 * 1024
    """Bytes of a request once it is unpacked."""
    records: int = 20_000
    """Spans or log records of a request."""
    attributes: int = 2_000
    """Attributes of a span with those of its events and links, or of a log record."""
    traces: int = 10_000
    """Files that are begun."""
    disk: int = 2 * 1024**3
    """Bytes that are written, over all files."""


class Refusal(Exception):
    """A request that is not taken in: the status of the answer, and why, in words for whoever sent it."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status
        self.why = why
