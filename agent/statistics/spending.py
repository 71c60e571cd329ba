"""Adds up tokens and money by actor, as far as the trace tells of them or prices of its models are known."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from agent.model.prices import list_price
from agent.statistics.token_figures import CallFigures, FigureReader
from agent.statistics.token_owners import inside_run, owned
from agent.trace.trace import Trace

MOST_POINTS = 400
MOST_CALLS = 500_000


@dataclass(slots=True)
class Spending:
    """Tokens and money; None stands for what nobody told."""

    calls: int = 0
    sent: int | None = None
    answered: int | None = None
    cached: int | None = None
    """How much of what was sent was kept of earlier calls, where that is told."""
    cost: float | None = None
    priced: int = 0
    """How many of the calls have a price; where it is not all, the cost is a part."""
    is_estimate: bool = False
    """Whether some of the cost is made of list prices: the trace itself told tokens only."""

    def add(self, call: CallFigures) -> None:
        """Add one call of a model."""
        sent, answered = call.tokens
        self.calls += 1
        self.sent = (self.sent or 0) + sent
        self.answered = (self.answered or 0) + answered
        if call.kept:
            self.cached = (self.cached or 0) + call.kept
        cost = call.cost
        if cost is None and call.model is not None:
            price = list_price(call.model)
            cost = price.of_tokens(sent, call.kept, answered) if price is not None else None
            self.is_estimate = self.is_estimate or cost is not None
        if cost is not None:
            self.cost = (self.cost or 0.0) + cost
            self.priced += 1


@dataclass(frozen=True, slots=True)
class ContextPoint:
    """How much was sent in one call of a model: the size of its context."""

    line: int
    event: int
    actor: str | None
    tokens: int


class Spends(Protocol):
    """Whoever has an account of what was spent."""

    spending: Spending


def spent(
    trace: Trace, printed: list[tuple[int | None, CallFigures]], actors: Mapping[str | None, Spends]
) -> tuple[Spending, list[ContextPoint]]:
    """What the run spent in all, booked to its actors too, and the size of the context call by call."""
    total, points = Spending(), []
    told, of_run, run_cost = printed, [], None
    if _is_json(trace):
        reader = FigureReader()
        figures = [call for call, _ in zip(reader.read(trace.source), range(MOST_CALLS), strict=False)]
        is_inside = inside_run(trace)
        of_run = [call for call in figures if call.of_run and is_inside(call.place)]
        told, run_cost = owned(trace, figures), reader.run_cost
    for number, call in told:
        total.add(call)
        event = trace.events[number] if number is not None else None
        if event is not None:
            actors[event.actor].spending.add(call)
            if call.sent is not None:
                points.append(ContextPoint(event.lines[0], event.number, event.actor, call.tokens[0]))
    if not told and of_run:
        total.add(of_run[-1])
        total.calls = 0
    if run_cost is not None and trace.reading.run is None:
        total.cost, total.priced, total.is_estimate = run_cost, total.calls, False
    return total, _thinned(sorted(points, key=lambda point: point.line))


def _is_json(trace: Trace) -> bool:
    source = trace.source
    head = source.read(source.start, source.start + 512).lstrip()
    return head[:1] == b"{" or (head[:1] == b"[" and head[1:].lstrip()[:1] in (b"{", b"[", b'"'))


def _thinned(points: list[ContextPoint]) -> list[ContextPoint]:
    """At most so many points, of each stretch the highest."""
    if len(points) <= MOST_POINTS:
        return points
    step = -(-len(points) // MOST_POINTS)
    return [max(points[at : at + step], key=lambda point: point.tokens) for at in range(0, len(points), step)]
