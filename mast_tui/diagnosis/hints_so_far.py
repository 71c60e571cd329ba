"""What the detectors see in a trace that still grows: hints, never findings."""

from collections.abc import Callable
from typing import NamedTuple

from agent.trace.trace import Trace


class HintSoFar(NamedTuple):
    """The first line of what a detector sees, and the words for it."""

    line: int
    title: str


def hints_so_far(trace: Trace, stop: Callable[[], bool] | None = None) -> list[HintSoFar]:
    """The hints of a trace as it is now."""
    from agent.signals.detection import detect  # loads the detectors

    hints = []
    for signal in detect(trace, stop=stop).signals:
        acts = [trace.events[act.event].lines[0] for act in signal.acts if act.event <= len(trace.events)]
        hints.append(HintSoFar(max(acts, default=trace.events.lines), signal.title))
    return hints
