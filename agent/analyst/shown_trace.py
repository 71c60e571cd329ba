"""Shows a model one trace: its lines between marks and its facts, without secrets."""

from collections import OrderedDict
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path

from agent.analyst.case import Case
from agent.analyst.facts import Facts
from agent.analyst.masking import masked
from agent.chunk.chunks import Chunk
from agent.chunk.render import LEFT_OUT
from agent.model.cache import Cache
from agent.model.prompts import fence, poured
from agent.salt import derived
from agent.trace.event import Event, Kind

KEPT = 24
WIDEST_LINE = 1_200


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Some events in the order of the trace, with what lies between them named; which of them are shown whole."""

    text: str
    whole: frozenset[int]
    some: frozenset[int]
    """Those that are shown whole or in part."""


class ShownTrace:
    """One trace as a model is shown it, with the replies that are kept about it."""

    def __init__(self, case: Case, salt: bytes, state_folder: Path | None) -> None:
        self.case = case
        sha256 = case.trace.source.sha256()
        self.mark = derived(salt, "fence", sha256)
        self.cache = Cache(state_folder, sha256)
        self._texts: OrderedDict[tuple[int, int, int], str] = OrderedDict()
        self.masks = False
        """Whether what speaks to its reader is left out."""
        self.facts = Facts(case)
        """What programs know of this trace."""
        self._whole: tuple[Chunk, ...] | None = None
        self.frame: Excerpt | None = None
        """What every closing question of a long trace sees first, and the events that are shown whole in it."""

    @cached_property
    def instructions(self) -> str:
        """What every question begins with."""
        return poured("instructions", {"mark": self.mark})

    def fenced(self, text: str) -> str:
        """Text of the trace between marks that its author could not foresee."""
        return fence(self.mark, "TRACE", text)

    def text(self, chunk: Chunk) -> str:
        """A chunk as it is sent; the last few are kept, since three categories ask about each."""
        key = (*chunk.events, chunk.overlap)
        if key not in self._texts:
            text = self.case.planner.render(chunk)
            self._texts[key] = self.fenced(masked(text, self.case.injections(chunk.events)) if self.masks else text)
            while len(self._texts) > KEPT:
                self._texts.popitem(last=False)
        return self._texts[key]

    def without_orders(self) -> "ShownTrace":
        """The same trace, shown without the lines that speak to whoever reads them."""
        other = copy(self)
        other._texts, other.masks = OrderedDict(), True
        return other

    def cut_into(self, chunks: Sequence[Chunk]) -> None:
        """Take note of the chunks that the trace is cut into, so that nobody has to cut it again."""
        self._whole = tuple(chunks[:2])

    def told(self, text: str) -> str:
        """Something that is told of the trace, where that is wanted without what speaks to its reader."""
        return masked(text, ()) if self.masks else text

    @cached_property
    def task_event(self) -> Event | None:
        """The first event that states the task, if any does."""
        return next((event for event in self.case.trace.events if event.kind is Kind.TASK), None)

    @property
    def whole(self) -> Chunk | None:
        """The one chunk that holds the whole trace; None where it takes several."""
        if self._whole is None:
            self._whole = tuple(islice(self.case.planner.chunks(), 2))
        return self._whole[0] if len(self._whole) == 1 else None

    @cached_property
    def noise(self) -> int:
        """How many lines of the trace are noise or accounts of usage, which no prompt shows."""
        events = self.case.trace.events
        return sum(event.lines[1] - event.lines[0] + 1 for event in events if _is_noise(event))


def _is_noise(event: Event) -> bool:
    return event.repeats is None and event.kind in LEFT_OUT
