"""Consecutive events that fit one prompt: the chunks of a trace by token budget."""

from dataclasses import dataclass

from agent.trace.trace import Trace


@dataclass(frozen=True, slots=True)
class Chunk:
    """Consecutive events that fit one prompt."""

    number: int
    events: tuple[int, int]
    lines: tuple[int, int]
    tokens: int


def plan(trace: Trace, budget: int) -> list[Chunk]:
    """The chunks of a trace that has been read."""
    if not len(trace.events):
        return []
    return [Chunk(1, (1, len(trace.events)), (1, trace.events.lines), 0)]
