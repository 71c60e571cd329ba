"""What a run looks like in numbers, counted in one walk over its trace; nothing is judged, nothing estimated."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from agent.signals.readings.who_acts import ACTIONS, FRAMING, NOT_AGENTS, by_agent
from agent.statistics.call_counts import CallCounts
from agent.statistics.handoffs import PEOPLE, PLACES, Handoff, Handoffs
from agent.statistics.printed_figures import PrintedFigures
from agent.statistics.spending import ContextPoint, Spending, spent
from agent.statistics.times import Gap, Times
from agent.trace.event import Event, Kind
from agent.trace.event_text import stream_text
from agent.trace.trace import Trace

LARGE = 256 * 1024


@dataclass(slots=True)
class ActorCounts:
    """What one actor did, in numbers; `places` holds the first lines that each number was counted at."""

    actor: str | None
    is_agent: bool = False
    events: int = 0
    acts: int = 0
    words: int = 0
    calls: int = 0
    failed: int = 0
    repeated: int = 0
    retries: int = 0
    seconds: float | None = None
    spending: Spending = field(default_factory=Spending)
    lines: tuple[int, int] = (0, 0)
    places: dict[str, list[int]] = field(default_factory=dict)

    def at(self, what: str, line: int) -> None:
        """Remember where something was counted."""
        lines = self.places.setdefault(what, [])
        if len(lines) < PLACES:
            lines.append(line)


@dataclass(frozen=True, slots=True)
class RunStatistics:
    """A run in numbers."""

    actors: list[ActorCounts]
    """Agents first, then those with most events."""
    handoffs: list[Handoff]
    handoffs_by: str
    """`address` where the trace names receivers, else `order`: who acts next."""
    slowest: list[Gap]
    seconds: float | None
    first_time: str | None
    last_time: str | None
    spending: Spending
    context: list[ContextPoint]
    failures_known: bool
    """Whether the trace holds results of calls, so that no failed call means that none failed as far as it says."""
    missing: list[str]
    """What the trace does not tell, in words for a person."""


class _Walk:
    """Counts event by event."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.actors: dict[str | None, ActorCounts] = {}
        self.calls = CallCounts()
        self.handoffs = Handoffs()
        self.times = Times()
        self.printed = PrintedFigures()
        self.results = self.told_results = 0
        self.gave_task: set[str | None] = set()
        self.acted: set[str | None] = set()

    def see(self, event: Event) -> None:
        counts = self.actors.get(event.actor)
        if counts is None:
            counts = self.actors[event.actor] = ActorCounts(event.actor, lines=event.lines)
        counts.events += 1
        counts.lines = min(counts.lines[0], event.lines[0]), max(counts.lines[1], event.lines[1])
        if not event.is_act:
            return
        counts.acts += 1
        text = self._words(counts, event)
        self.times.told(event)
        self.printed.printed(event, text)
        if event.kind not in FRAMING or (event.kind is Kind.NOTE and event.actor is not None):
            seconds = self.times.acted(event)
            if seconds is not None:
                counts.seconds = (counts.seconds or 0.0) + seconds
        if event.kind in FRAMING:
            return
        if event.kind is Kind.TASK:
            self.gave_task.add(event.actor)
        elif event.kind in ACTIONS:
            self.acted.add(event.actor)
        if by_agent(event):
            counts.is_agent = True
            self.printed.acted(event)
        self._calls(counts, event, text)
        self.handoffs.acted(event, by_tool=event.kind is Kind.RESULT)

    def take_people_for_agents(self) -> None:
        """Where no agent acts, whoever is called a person but works on a task that somebody else gave is one."""
        if self.gave_task:
            for name in self.acted - self.gave_task:
                self.actors[name].is_agent = name is not None and name.lower() in PEOPLE

    def _words(self, counts: ActorCounts, event: Event) -> str:
        """Count the words of an event; its text, of a very long one none."""
        if sum(piece.end - piece.start for piece in event.pieces) <= LARGE:
            text = self.trace.text(event)
            counts.words += len(text.split())
            return text
        inside = False
        for stretch in stream_text(self.trace.source, event.pieces):
            if stretch:
                counts.words += len(stretch.split()) - (inside and not stretch[0].isspace())
                inside = not stretch[-1].isspace()
        return ""

    def _calls(self, counts: ActorCounts, event: Event, text: str) -> None:
        line = event.lines[0]
        self.results += event.kind is Kind.RESULT
        self.told_results += event.kind is Kind.RESULT and event.status is not None
        if event.kind is Kind.CALL:
            counts.calls += 1
            counts.at("calls", line)
            repeats, retries = self.calls.called(event, text or f"{event.bytes}")
            if repeats:
                counts.repeated += 1
                counts.at("repeated", line)
            if retries:
                counts.retries += 1
                counts.at("retries", line)
        else:
            call = self.calls.answered(event)
            if call is not None:
                caller = self.actors[call.actor]
                caller.failed += 1
                caller.at("failed", call.lines[0])


def statistics(trace: Trace, stop: Callable[[], bool] | None = None) -> RunStatistics:
    """Count a trace that is read to its end; None of it is held but the counts."""
    walk = _Walk(trace)
    for event in trace.events:
        if stop is not None and stop():
            break
        walk.see(event)
    for name, counts in walk.actors.items():
        is_agent = counts.is_agent or name in walk.handoffs.sent_to
        counts.is_agent = is_agent and name is not None and name.lower() not in NOT_AGENTS
    if not any(counts.is_agent for counts in walk.actors.values()):
        walk.take_people_for_agents()
    agents = {name for name, counts in walk.actors.items() if name is not None and counts.is_agent}
    handoffs, by = walk.handoffs.end(agents)
    total, context = spent(trace, walk.printed.end(), walk.actors)
    order = sorted(walk.actors.values(), key=lambda each: (not each.is_agent, each.actor is None, -each.events))
    return RunStatistics(
        order, handoffs, by, walk.times.slowest, walk.times.seconds, walk.times.first, walk.times.last,
        total, context, trace.reading.records_tool_results, list(_missing(walk, total, by)),
    )  # fmt: skip


def _missing(walk: _Walk, total: Spending, by: str) -> Iterator[str]:
    """What the trace does not tell, so that a number that is not there is no zero."""
    acts = sum(counts.acts for counts in walk.actors.values())
    calls = sum(counts.calls for counts in walk.actors.values())
    if walk.times.timed == 0:
        yield "no times in this trace"
    elif walk.times.timed < acts:
        yield f"{acts - walk.times.timed:,} of {acts:,} acts have no time"
    if total.sent is None and total.answered is None:
        yield "no token counts in this trace"
    elif not any(counts.spending.calls for counts in walk.actors.values()):
        yield "token counts are told of the run as a whole only"
    if total.cost is None:
        yield "no costs in this trace" + ("" if total.sent is None else ", and no price is known for its models")
    elif total.priced < total.calls:
        yield f"{total.calls - total.priced:,} of {total.calls:,} model calls have no price: the cost is a part"
    if by == "order" and sum(counts.is_agent for counts in walk.actors.values()) > 1:
        yield "no receivers in this trace: a handoff is counted where another agent acts next"
    if calls and not walk.trace.reading.records_tool_results:
        yield "no results of calls in this trace, so failed calls are not known"
    elif calls and walk.results and not walk.told_results:
        yield "no result is marked as failed: a failure told only in its words is not counted"
    if walk.calls.overflowed:
        yield "so many different calls that repetitions of the latest are not counted"
