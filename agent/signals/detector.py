"""What every detector provides: it sees each event once, in order, and says at the end what it found."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from agent.signals.signal import Mark, Precision, Search, Severity, Signal, Tier
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


class Detector(ABC):
    """One idea of how a failure shows in events.

    A detector keeps offsets, hashes and sketches, never texts. `see` is called for every event, repeats included
    (`event.repeats` tells them apart); `signals` once, after the last.
    """

    name: ClassVar[str]
    mode: ClassVar[str]
    tier: ClassVar[Tier]
    precision: ClassVar[Precision] = Precision(0, 0)
    """How many of its hits were right; none until they have been read one by one."""
    known_false: ClassVar[tuple[str, ...]]
    """Families of false positives it was built to stay silent on, each with a fixture that proves it."""
    english_only: ClassVar[bool] = False
    """Whether it rests on English words, and is silent about a trace in another language."""

    def see(self, event: Event, text: str) -> None:  # noqa: B027 - for a detector to which only the end counts
        """Take note of an event."""

    @abstractmethod
    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """What was seen, confirmed by reading the places back."""

    def hit(
        self,
        *,
        title: str,
        why: str,
        actor: str | None,
        acts: Sequence[Mark],
        references: Sequence[Mark] = (),
        search: Search | None = None,
        topic: str = "",
        occurrences: Sequence[tuple[int, int]] = (),
        severity: Severity = "minor",
        confirmable: bool = True,
    ) -> Signal:
        """A signal in the detector's name."""
        return Signal(
            detector=self.name,
            mode=self.mode,
            tier=self.tier,
            title=title,
            why=why,
            actor=actor,
            acts=tuple(acts),
            references=tuple(references),
            search=search,
            topic=topic,
            occurrences=tuple(sorted(set(occurrences))),
            severity=severity,
            precision=self.precision,
            confirmable=confirmable,
        )
