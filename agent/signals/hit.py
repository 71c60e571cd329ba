"""Makes a signal of what a detector saw: name, mode, tier and precision come from the detector's class."""

from collections.abc import Sequence
from typing import Literal

from agent.signals.detector import Detector
from agent.signals.signal import Mark, Search, Signal

Severity = Literal["fatal", "major", "minor", "recovered"]


def hit(
    detector: Detector,
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
        detector=detector.name,
        mode=detector.mode,
        tier=detector.tier,
        title=title,
        why=why,
        actor=actor,
        acts=tuple(acts),
        references=tuple(references),
        search=search,
        topic=topic,
        occurrences=tuple(sorted(set(occurrences))),
        severity=severity,
        precision=detector.precision,
        confirmable=confirmable,
    )


def times(count: int) -> str:
    """How often, in words."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")
