"""Which events go into which chunk: every event in exactly one, none cut, no chunk over its budget."""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass

from agent.chunk.render import Renderer
from agent.trace.event import Event, Kind
from agent.trace.trace import Trace

OVERLAP_EVENTS = 2
OVERLAP_TOKENS = 250
FULL_ENOUGH = 0.9
ABOVE = "Shown again from the chunk before, for context only:\n"
NEW = "New in this chunk:\n"


@dataclass(frozen=True, slots=True)
class Chunk:
    """Consecutive events that fit one prompt, and the events before them that are shown again."""

    number: int
    events: tuple[int, int]
    lines: tuple[int, int]
    tokens: int
    overlap: int
    left_out: int
    """How many lines of its events are named but not shown."""


class Planner:
    """Cuts one trace into chunks of a budget, and renders them."""

    def __init__(self, trace: Trace, renderer: Renderer, budget: int) -> None:
        self._trace = trace
        self.renderer = renderer
        self._budget = budget
        self._limit = max(1, budget // 2)

    def chunks(self) -> Iterator[Chunk]:
        """The chunks in order."""
        filled: list[tuple[Event, int, int]] = []
        used = overlap = overlap_tokens = 0
        number = 1
        sizes, short = array("i"), array("q")
        for event in self._trace.events:
            _, tokens, left_out = self.renderer.event(event, self._limit)
            sizes.append(tokens)
            short.append(left_out)
        left = sum(sizes)
        for event, tokens, left_out in zip(self._trace.events, sizes, short, strict=True):
            if filled and (used + tokens > self._budget or self._should_turn(event, used, left)):
                yield self._made(number, filled, used, overlap)
                number += 1
                overlap, overlap_tokens = self._overlap(filled, tokens)
                filled, used = [], overlap_tokens
            filled.append((event, tokens, left_out))
            used += tokens
            left -= tokens
        if filled:
            yield self._made(number, filled, used, overlap)

    def render(self, chunk: Chunk) -> str:
        """The text of a chunk as it is counted and sent."""
        first, last = chunk.events
        text = "".join(self.renderer.event(event, self._limit)[0] for event in self._trace.events.between(first, last))
        if not chunk.overlap:
            return text
        before = self._trace.events.between(first - chunk.overlap, first - 1)
        return ABOVE + "".join(self.renderer.event(event, self._limit)[0] for event in before) + NEW + text

    def halves(self, chunk: Chunk) -> tuple[Chunk, ...]:
        """A chunk as two of about the same size; as itself where it is one event."""
        first, last = chunk.events
        if first == last:
            return (chunk,)
        sizes = [self.renderer.event(event, self._limit)[1] for event in self._trace.events.between(first, last)]
        cut, used = first, sizes[0]
        while cut + 1 < last and used + sizes[cut + 1 - first] <= sum(sizes) // 2:
            cut += 1
            used += sizes[cut - first]
        return self._piece(chunk, first, cut, used), self._piece(chunk, cut + 1, last, sum(sizes) - used)

    def _piece(self, chunk: Chunk, first: int, last: int, tokens: int) -> Chunk:
        lines = (self._trace.events[first].lines[0], self._trace.events[last].lines[1])
        return Chunk(chunk.number, (first, last), lines, tokens, 0, chunk.left_out)

    def _should_turn(self, event: Event, used: int, left: int) -> bool:
        """Whether a chunk that is nearly full ends better here, before a new phase or a handoff, and costs no chunk."""
        if used < FULL_ENOUGH * self._budget:
            return False
        fresh = max(1, self._budget - OVERLAP_TOKENS)
        if -(-left // fresh) > -(-(left - (self._budget - used)) // fresh):
            return False
        before = self._trace.events[event.number - 1]
        return event.section != before.section or event.kind is Kind.HANDOFF

    def _overlap(self, filled: list[tuple[Event, int, int]], following: int) -> tuple[int, int]:
        """How many of the last events are shown again, and what they cost with their headings."""
        room = min(OVERLAP_TOKENS, self._budget // 8, self._budget - following)
        headings = 2 * (len(ABOVE) // 3)
        taken, used = 0, headings
        for _, tokens, _ in reversed(filled[-OVERLAP_EVENTS:]):
            if used + tokens > room:
                break
            used += tokens
            taken += 1
        return (taken, used) if taken else (0, 0)

    def _made(self, number: int, filled: list[tuple[Event, int, int]], used: int, overlap: int) -> Chunk:
        first, last = filled[0][0], filled[-1][0]
        left_out = sum(lines for _, _, lines in filled)
        return Chunk(number, (first.number, last.number), (first.lines[0], last.lines[1]), used, overlap, left_out)
