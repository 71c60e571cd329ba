"""Finds whose call of a model each figure belongs to, and leaves out what the file tells twice or in sum."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence

from agent.signals.readings.who_acts import by_agent
from agent.statistics.token_figures import CallFigures
from agent.trace.event import Event, Kind
from agent.trace.trace import Trace

SPANS = ("otlp", "phoenix", "langfuse", "langsmith", "openinference", "trail", "openai_agents", "span")
"""Formats by whose names one knows that a record may sum up those below it."""


class _Places:
    """For each figure the record that holds it, and the act it belongs to."""

    def __init__(self, figures: Sequence[CallFigures]) -> None:
        self.places = [call.place for call in figures]
        self.records: list[tuple[int, int] | None] = [None] * len(figures)
        self.holders: list[int | None] = [None] * len(figures)
        self.before: list[tuple[int, int] | None] = [None] * len(figures)
        """The act that begins last before the figure, in the order of the file: where, and its number."""
        self.sent_out: set[str] = set()
        """Agents that somebody handed work to: what their result tells of tokens is their own."""
        self._figures = figures
        self._tokens_in: dict[tuple[int, int], set[tuple[int, int]]] = {}
        self._last_in: dict[tuple[int, int], int | None] = {}

    def see(self, event: Event) -> None:
        """Look at an event's place: whether it holds figures, whether it stands before some."""
        if event.kind is Kind.HANDOFF:
            self.sent_out.update(event.to)
        start, end = event.bytes
        low, high = bisect_left(self.places, start), bisect_left(self.places, end)
        for at in range(low, high):
            record = self.records[at]
            if record is None or end - start < record[1] - record[0]:
                self.records[at], self.holders[at] = (start, end), event.number
        if low < len(self.places) and by_agent(event):
            before = self.before[low]
            if before is None or before[0] <= start:
                self.before[low] = (start, event.number)

    def look_inside(self, events: Iterator[Event]) -> None:
        """Find the last act inside each record that holds figures."""
        self._last_in = {record: None for record in self.records if record is not None}
        records = sorted(self._last_in)
        for record, call in zip(self.records, self._figures, strict=True):
            if record is not None:
                self._tokens_in.setdefault(record, set()).add(call.tokens)
        for event in events:
            at = bisect_right(records, (event.bytes[0], 1 << 62)) - 1
            if at >= 0 and event.bytes[0] < records[at][1] and by_agent(event):
                self._last_in[records[at]] = event.number
        for at in range(1, len(self.before)):
            earlier, now = self.before[at - 1], self.before[at]
            if earlier is not None and (now is None or now[0] < earlier[0]):
                self.before[at] = earlier

    def in_order(self) -> list[int]:
        """All figures: first those whose record is short, last those that stand before every act."""
        lengths = [end - start for start, end in (record or (0, 1 << 60) for record in self.records)]
        return sorted(range(len(lengths)), key=lambda at: (self.owner(at) is None, lengths[at]))

    def is_of_one_call(self, at: int) -> bool:
        """Whether a record tells of one call alone; elsewhere what is told may be told again in sum or in copy."""
        record = self.records[at]
        return record is not None and self.owner(at) is not None and len(self._tokens_in[record]) == 1

    def owner(self, at: int) -> int | None:
        """The number of the act that a figure belongs to."""
        record, before = self.records[at], self.before[at]
        inside = self._last_in.get(record) if record is not None else None
        return inside if inside is not None else before[1] if before is not None else None


def owned(trace: Trace, figures: list[CallFigures]) -> list[tuple[int | None, CallFigures]]:
    """Each call's figures once, with the number of the act that they belong to."""
    places = _Places(figures)
    for event in trace.events:
        places.see(event)
    places.look_inside(iter(trace.events))
    summed = _summing(trace, places.holders) if any(name in trace.format.name for name in SPANS) else set()
    is_inside = inside_run(trace)
    told: list[tuple[int | None, CallFigures]] = []
    ids: dict[str, int] = {}
    seen: set[tuple[int | None, int, int]] = set()
    for at in places.in_order():
        call, owner, holder = figures[at], places.owner(at), places.holders[at]
        if holder is not None and _is_report(trace.events[holder], places.sent_out):
            owner = holder
        if holder in summed or call.of_run or not is_inside(call.place):
            continue
        if call.id is not None and call.id in ids:
            place = ids[call.id]
            if call.tokens > told[place][1].tokens:  # while an answer streams, its figures grow
                told[place] = told[place][0], call
            seen.add((owner, *call.tokens))
            continue
        again = holder is not None and trace.events[holder].repeats is not None
        known = (None, *call.tokens) in seen and (again or not places.is_of_one_call(at))
        if known or (owner, *call.tokens) in seen:
            continue
        seen.update(((owner, *call.tokens), (None, *call.tokens)))
        if call.id is not None:
            ids[call.id] = len(told)
        told.append((owner, call))
    told.sort(key=lambda each: each[1].place)
    return [each for each, is_sum in zip(told, sums([call.tokens for _, call in told]), strict=True) if not is_sum]


def _is_report(event: Event, sent_out: set[str]) -> bool:
    """Whether an agent that was sent out hands in its result here."""
    return event.kind is Kind.RESULT and event.actor in sent_out


def inside_run(trace: Trace) -> Callable[[int], bool]:
    """Whether a place of the file belongs to the run that is read, where the file holds several."""
    run = next((run for run in trace.reading.runs.held if run.id == trace.reading.run), None)
    if run is None:
        return lambda _: True
    ranges = sorted(run.ranges)

    def is_inside(place: int) -> bool:
        at = bisect_right(ranges, (place, 1 << 62)) - 1
        return at >= 0 and ranges[at][0] <= place < ranges[at][1]

    return is_inside


def _summing(trace: Trace, holders: Sequence[int | None]) -> set[int]:
    """Events that hold figures and stand above others that do."""
    holding = {holder for holder in holders if holder is not None}
    above: set[int] = set()
    for holder in holding:
        parent = trace.events[holder].parent
        steps = 0
        while parent is not None and parent not in above and steps < 64:
            above.add(parent)
            parent, steps = trace.events[parent].parent, steps + 1
    return above


def sums(tokens: Sequence[tuple[int, int]]) -> list[bool]:
    """Which figures are the sum of at least two in a row directly before or directly behind them.

    Both what was sent and what was answered must be told and add up: one figure alone adds up by chance too often.
    """
    forward = _sums_of_earlier(tokens, [False] * len(tokens))
    backward = _sums_of_earlier(tokens[::-1], forward[::-1])
    return [a or b for a, b in zip(forward, backward[::-1], strict=True)]


def _sums_of_earlier(tokens: Sequence[tuple[int, int]], left_out: Sequence[bool]) -> list[bool]:
    result = []
    sent, answered = 0, 0
    reached: list[tuple[int, int]] = [(0, 0)]
    earlier: set[tuple[int, int]] = set()
    for (more_sent, more_answered), out in zip(tokens, left_out, strict=True):
        rest = sent - more_sent, answered - more_answered
        is_sum = not out and more_sent > 0 and more_answered > 0 and rest in earlier
        result.append(is_sum)
        if not is_sum and not out:
            earlier.update(reached[-2:-1])
            sent, answered = sent + more_sent, answered + more_answered
            reached.append((sent, answered))
    return result
