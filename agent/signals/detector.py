"""What every detector provides: it sees each event once, in order, and says at the end what it found."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

from agent.signals.signal import Precision, Signal, Tier
from agent.trace.event import Event
from agent.trace.formats.base.format import Reading


@dataclass(frozen=True, slots=True)
class WholeTrace:
    """What detectors may know of the trace as a whole."""

    reading: Reading
    task: str | None
    answer: str | None
    lines: int
    events: int
    text: Callable[[int], str]
    """The text of an event, read back: to confirm, never to hold."""
    event: Callable[[int], Event]
    known: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """What was worked out about the whole for one detector, and serves the others."""


class Detector(Protocol):
    """One idea of how a failure shows in events.

    A detector keeps offsets, hashes and sketches, never texts. `see` is called for every event, repeats included
    (`event.repeats` tells them apart); `signals` once, after the last.
    """

    name: ClassVar[str]
    mode: ClassVar[str]
    tier: ClassVar[Tier]
    precision: ClassVar[Precision]
    known_false: ClassVar[tuple[str, ...]]
    """Families of false positives it was built to stay silent on, each with a fixture that proves it."""
    english_only: ClassVar[bool]

    def see(self, event: Event, text: str) -> None:
        """Take note of an event."""
        ...

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """What was seen, confirmed by reading the places back."""
        ...
