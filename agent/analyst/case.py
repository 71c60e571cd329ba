"""Everything an analyst may look at beside the state: the trace, what detectors saw, the taxonomy."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from agent.analyst.belonging import belonging
from agent.analyst.good_run import Beside
from agent.analyst.signals_without_secrets import without_secrets
from agent.chunk.chunks import Planner
from agent.chunk.render import Renderer
from agent.diagnosis.audit import Injection
from agent.diagnosis.evidence import Evidence, Finder
from agent.errors import Cancelled
from agent.injection.injections import suspicious
from agent.redaction.redact import Redactor
from agent.signals.detection import Detection, detect
from agent.trace.event import Event
from agent.trace.trace import Trace
from taxonomy.mast import AmbiguousName, Taxonomy, UnknownMode, load

T = TypeVar("T")
AROUND = 2_000
"""Characters before and after a quote that may tell that something in it is a secret."""


@dataclass
class Case:
    """One trace under diagnosis; lives beside the graph's state and is never saved with it."""

    trace: Trace
    redactor: Redactor | None = None
    budget: int = 12_000
    stop: Callable[[], bool] | None = None
    learns: bool = True
    """Whether the redactor sees the whole trace first: it must, before anything is sent."""
    taxonomy: Taxonomy = field(default_factory=load)
    criteria: tuple[str, ...] = ()
    """What a person wants to hold of the result, beside what the trace itself states."""
    beside: Beside | None = None
    """How a run of the same task that went well did otherwise."""
    _secrets_by_kind: Counter[str] = field(default_factory=Counter, init=False)
    _orders: dict[tuple[int, int], tuple[Injection, ...]] = field(default_factory=dict, init=False)

    def unless_stopped(self, things: Iterable[T]) -> Iterator[T]:
        """Some things one by one, as long as anybody waits for what becomes of them."""
        stop = self.stop
        for thing in things:
            if stop is not None and stop():
                raise Cancelled("The diagnosis was stopped.", "It is not complete.", "Start it again.")
            yield thing

    @cached_property
    def survey(self) -> Detection:
        """What the detectors saw, found on first need; without secrets where those are taken out."""
        detection = detect(self.trace, stop=self.stop)
        redactor = self._learned
        if redactor is None:
            return detection
        return without_secrets(detection, lambda number: self.trace.text(self.trace.events[number]), redactor.redact)

    @cached_property
    def planner(self) -> Planner:
        """What cuts this trace into chunks, and renders them."""
        renderer = Renderer(self.trace, self.redact, self.stop)
        return next(self.unless_stopped([Planner(self.trace, renderer, self.budget, belonging)]))

    def injections(self, events: tuple[int, int]) -> tuple[Injection, ...]:
        """Where some events try to instruct whoever reads them."""
        if events not in self._orders:
            places = []
            for event in self.unless_stopped(self.trace.events.between(*events)):
                if event.repeats is None:
                    places += [Injection(lines, why) for lines, why in _orders(self.trace, event)]
            self._orders[events] = tuple(places)
        return self._orders[events]

    def code_of(self, name: str) -> str | None:
        """The code of the mode, or kind of plain mistake, that somebody names; None where it is neither or several."""
        try:
            return self.taxonomy.failure(name).code
        except (UnknownMode, AmbiguousName):
            return None

    @cached_property
    def finder(self) -> Finder:
        """What finds quotes in this trace."""
        return Finder(self.trace)

    @cached_property
    def actors(self) -> tuple[str, ...]:
        """Who did something, in order of first appearance."""
        return tuple(dict.fromkeys(event.actor for event in self.trace.events if event.actor))

    @cached_property
    def agents(self) -> tuple[str, ...]:
        """The actors, and those whom a message is for who never did anything themselves."""
        named = (name for event in self.trace.events for name in event.to)
        return tuple(dict.fromkeys((*self.actors, *named)))

    def redactions(self) -> Counter[str]:
        """How often each kind of secret stands in the acts of the trace."""
        return self._secrets_by_kind if self._learned is not None else Counter()

    def redact(self, text: str) -> str:
        """The text with a placeholder for each secret, or as it is where nobody wants that."""
        redactor = self._learned
        return redactor.redact(text).text if redactor is not None else text

    def restore(self, text: str, line: int) -> str:
        """Words of a redacted text as the trace has them; words with a broken placeholder are looked up near a line."""
        redactor = self._learned
        if redactor is None:
            return text
        text = redactor.restore(text)
        if "<SECRET" not in text or not 1 <= line <= self.trace.events.lines:
            return text
        whole = self.trace.text(self.trace.events.at_line(line))
        redacted = redactor.redact(whole)
        at = redacted.text.find(text)
        return whole[slice(*redacted.raw_range(at, at + len(text)))] if at >= 0 else text

    def show(self, evidence: Evidence) -> str:
        """The quote of a piece of evidence as it may be written down."""
        return self.shown(evidence.event, evidence.start, evidence.end)

    def shown(self, event: int, start: int, end: int) -> str:
        """A stretch of an event's text as it may be written down; what stands around it may tell what is a secret."""
        text = self.trace.text(self.trace.events[event])
        redactor = self._learned
        if redactor is None:
            return text[start:end]
        begin = max(0, start - AROUND)
        redacted = redactor.redact(text[begin : end + AROUND])
        parts, at = [], start
        for hidden in redacted.spans:
            first, last = hidden.raw[0] + begin, hidden.raw[1] + begin
            if last > start and first < end:
                parts += [text[at : max(at, first)], redacted.text[slice(*hidden.shown)]]
                at = last
        return "".join(parts) + text[at:end]

    @cached_property
    def _learned(self) -> Redactor | None:
        """The redactor after it has seen the whole trace: a secret given away in one place is known in all."""
        if self.redactor is not None and self.learns:
            counts: Counter[str] = Counter()
            for event in self.unless_stopped(self.trace.events):
                if event.repeats is None:
                    for text in self.trace.pages.whole_text(event):
                        counts.update(self.redactor.learn(text))
            self._secrets_by_kind = counts
        return self.redactor


def _orders(trace: Trace, event: Event) -> Iterator[tuple[tuple[int, int], str]]:
    """The lines of an event that speak to its reader, and why they look so."""
    line = event.lines[0]
    for text in trace.pages.whole_text(event):
        for start, end, why in suspicious(text):
            first = line + text.count("\n", 0, start)
            yield (first, first + text.count("\n", start, max(start, end - 1))), why
        line += text.count("\n")
