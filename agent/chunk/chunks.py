"""Which events go into which chunk: every event in exactly one, none cut, no chunk over its budget."""

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from agent.chunk.cuts import torn
from agent.chunk.render import LEFT_OUT, NEVER_JUDGED, Renderer
from agent.chunk.shown_copies import ShownCopies
from agent.trace.event import Event, Kind
from agent.trace.trace import Trace

OVERLAP_EVENTS = 2
OVERLAP_TOKENS = 250
FULL_ENOUGH = 0.9
AHEAD = 50
"""Events that are looked at for repeated lines before a chunk ends early."""
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

    def __init__(
        self, trace: Trace, renderer: Renderer, budget: int, together: Callable[[Trace], Sequence[int]] | None = None
    ) -> None:
        self._trace = trace
        self.renderer = renderer
        self._budget = budget
        self._limit = max(1, budget // 2)
        self._room = budget // 4
        """Tokens of a chunk that may go to lines whose first copy stands before it."""
        self._together = together
        """Says for each event the earliest one that it belongs together with."""

    def chunks(self) -> Iterator[Chunk]:
        """The chunks in order."""
        chunk = None
        last = len(self._sizes)
        while (first := chunk.events[1] + 1 if chunk else 1) <= last:
            chunk = self._chunk(chunk.number + 1 if chunk else 1, first, last)
            yield chunk

    @cached_property
    def _sizes(self) -> "array[int]":
        """The tokens of each event, where all that it repeats is only named."""
        return array("i", (self.renderer.event(event, self._limit)[1] for event in self._trace.events))

    @cached_property
    def _torn(self) -> "array[int]":
        """For each event, whether a chunk that ended before it would tear what belongs together."""
        together = self._together(self._trace) if self._together is not None else ()
        return torn(together, self._sizes, self._budget - OVERLAP_TOKENS)

    @property
    def tokens(self) -> int:
        """The tokens of the whole trace, with what it repeats named once."""
        return self._ends[-1]

    @cached_property
    def _ends(self) -> "array[int]":
        """The tokens of all events up to each."""
        return array("q", accumulate(self._sizes, initial=0))

    def _chunk(self, number: int, first: int, last: int) -> Chunk:
        """The chunk that begins with an event."""
        overlap, overlap_tokens = self._overlap(first)
        copies, used = self._copies(first - overlap), overlap_tokens
        taken: list[tuple[Event, int, int]] = []
        for event in self._trace.events.between(first, last):
            tokens, left_out = self._size(event, copies)
            if taken and (used + tokens > self._budget or self._should_turn(event, used)):
                taken = taken[: self._whole(taken)]
                break
            taken.append((event, tokens, left_out))
            used += tokens
        used = overlap_tokens + sum(tokens for _, tokens, _ in taken)
        return self._made(number, taken, used, overlap)

    def _size(self, event: Event, copies: ShownCopies) -> tuple[int, int]:
        """The tokens of an event in a prompt, and how many of its lines are left out."""
        known = self._sizes[event.number - 1]
        if known < self._limit // 2 and event.kind not in LEFT_OUT and not self.renderer.leans_on(event, copies):
            return known, 0
        return self.renderer.event(event, self._limit, copies)[1:]

    def _whole(self, taken: list[tuple[Event, int, int]]) -> int:
        """How many of some events a chunk keeps, so that it ends where nothing is torn and is not nearly empty."""
        used = sum(tokens for _, tokens, _ in taken)
        for kept in range(len(taken), 0, -1):
            if not self._torn[taken[kept - 1][0].number + 1]:
                return kept
            used -= taken[kept - 1][1]
            if used < self._budget // 4:
                break
        return len(taken)

    def _copies(self, first: int) -> ShownCopies:
        """What a prompt that begins with an event shows of repeated lines, before anything is shown."""
        return ShownCopies(self._trace.events[first].lines[0], self._room)

    def render(self, chunk: Chunk) -> str:
        """The text of a chunk as it is counted and sent."""
        first, last = chunk.events
        copies = self._copies(first - chunk.overlap)
        events = self._trace.events.between(first, last)
        text = "".join(self.renderer.event(event, self._limit, copies)[0] for event in events)
        if not chunk.overlap:
            return text
        before = self._trace.events.between(first - chunk.overlap, first - 1)
        return ABOVE + "".join(self.renderer.event(event, self._limit)[0] for event in before) + NEW + text

    def halves(self, chunk: Chunk) -> tuple[Chunk, ...]:
        """A chunk as two of about the same size; as itself where it is one event."""
        first, last = chunk.events
        if first == last:
            return (chunk,)
        sizes = self._sizes[first - 1 : last]
        cut, used = first, sizes[0]
        while cut + 1 < last and used + sizes[cut + 1 - first] <= sum(sizes) // 2:
            cut += 1
            used += sizes[cut - first]
        untorn = next((at for at in range(cut, first - 1, -1) if not self._torn[at + 1]), cut)
        cut = untorn if 4 * sum(sizes[: untorn - first + 1]) >= sum(sizes) else cut
        return self._piece(chunk, first, cut), self._piece(chunk, cut + 1, last)

    def _piece(self, chunk: Chunk, first: int, last: int) -> Chunk:
        copies = self._copies(first)
        tokens = sum(self._size(event, copies)[0] for event in self._trace.events.between(first, last))
        lines = (self._trace.events[first].lines[0], self._trace.events[last].lines[1])
        return Chunk(chunk.number, (first, last), lines, tokens, 0, chunk.left_out)

    def _should_turn(self, event: Event, used: int) -> bool:
        """Whether a chunk that is nearly full ends better here, before a new phase or a handoff, and costs no chunk."""
        if used < FULL_ENOUGH * self._budget or self._torn[event.number]:
            return False
        before = self._trace.events[event.number - 1]
        if event.section == before.section and event.kind is not Kind.HANDOFF:
            return False
        fresh = max(1, self._budget - min(OVERLAP_TOKENS, self._budget // 8))
        left = self._ends[-1] - self._ends[event.number - 1]
        copies = self._copies(event.number)
        ahead = self._trace.events.between(event.number, min(len(self._sizes), event.number + AHEAD))
        again = self._room if any(self.renderer.leans_on(one, copies) for one in ahead) else 0
        return -(-(left + again) // fresh) <= -(-(left - (self._budget - used)) // fresh)

    def _overlap(self, first: int) -> tuple[int, int]:
        """How many of the events before a chunk are shown again, and what they cost with their headings.

        They reach back to the last acts: noise after these counts for none, and is not shown again alone.
        """
        room = min(OVERLAP_TOKENS, self._budget // 8)
        used = 2 * (len(ABOVE) // 3)
        shown, reached, cost = 0, 0, 0
        for number in range(first - 1, 0, -1):
            used += self._sizes[number - 1]
            if shown == OVERLAP_EVENTS or used > room:
                break
            if self._trace.events[number].kind not in NEVER_JUDGED:
                shown, reached, cost = shown + 1, first - number, used
        return (reached, cost) if shown else (0, 0)

    def _made(self, number: int, filled: list[tuple[Event, int, int]], used: int, overlap: int) -> Chunk:
        first, last = filled[0][0], filled[-1][0]
        left_out = sum(lines for _, _, lines in filled)
        return Chunk(number, (first.number, last.number), (first.lines[0], last.lines[1]), used, overlap, left_out)
