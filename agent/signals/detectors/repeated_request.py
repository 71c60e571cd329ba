"""One actor asks another for nearly the same thing again and again."""

from collections.abc import Iterable

from agent.number_words import times
from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.quoted_line import mark
from agent.signals.readings.run_counter import RunCounter
from agent.signals.readings.text_similarity import Sketch, estimated_similarity, sketch
from agent.signals.signal import Precision, Signal
from agent.trace.event import Event, Kind

_ALIKE = 0.9
_LEAST = 60
_ENOUGH = 3
_KEPT = 64


class RepeatedRequest(Detector):
    """Counts handoffs between the same two actors that are nearly equal, replies standing in between."""

    name = "repeated_request"
    mode = "FM-2.5"
    tier = "hint"
    precision = Precision(1, 3)
    known_false = (
        "requests that differ by a number or a name",
        "a plan that is restated by design",
        "an opening that returns because the whole run was restarted",
        "a report that is given again",
        "a log that prints the same request twice",
    )

    def __init__(self) -> None:
        self._asked: dict[tuple[str | None, tuple[str, ...], int], list[tuple[Sketch, list[int]]]] = {}
        self._delegations: dict[frozenset[str | None], str | None] = {}
        self._runs = RunCounter()
        self._reply: dict[int, int] = {}
        self._open = 0
        self._open_by: str | None = None

    def see(self, event: Event, text: str) -> None:
        """Sort a handoff to its lookalikes; the next words of somebody else are its reply."""
        self._runs.see(event)
        if event.repeats is not None or event.kind in (Kind.NOISE, Kind.USAGE, Kind.NOTE, Kind.SYSTEM):
            return
        if self._open and event.actor != self._open_by and text.strip():
            self._reply[self._open] = event.number
            self._open = 0
        if event.kind is not Kind.HANDOFF or not event.to or len(text) < _LEAST:
            return
        if self._delegations.setdefault(frozenset((event.actor, event.to[0])), event.actor) != event.actor:
            return
        groups = self._asked.setdefault((event.actor, event.to, self._runs.now), [])
        own = sketch(text)
        for other, numbers in groups:
            if abs(own.words - other.words) <= 3 and estimated_similarity(own, other) >= _ALIKE:
                if len(numbers) < 1000:
                    numbers.append(event.number)
                break
        else:
            groups.append((own, [event.number]))
            del groups[:-_KEPT]
        self._open, self._open_by = event.number, event.actor

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """One signal for each request that was made three times or more and was replied to."""
        for (actor, to, _), groups in self._asked.items():
            for _, numbers in groups:
                answered = [self._reply[n] for n in numbers if n in self._reply]
                if len(numbers) < _ENOUGH or not answered:
                    continue
                first, last = trace.event(numbers[0]), trace.event(numbers[-1])
                reply = trace.event(answered[0])
                yield self.hit(
                    title=f"{actor or 'An actor'} makes nearly the same request to {to[0]} {times(len(numbers))}",
                    why=(
                        f"The request of L{first.lines[0]} is replied to at L{reply.lines[0]} and still comes back, "
                        f"last at L{last.lines[0]}: one of the two does not use what the other says."
                    ),
                    actor=actor,
                    acts=[mark(trace.event(n), trace.text(n), note="the request again") for n in numbers[1:6]],
                    references=[
                        mark(first, trace.text(first.number), note="the request"),
                        mark(reply, trace.text(reply.number), note="the reply to it"),
                    ],
                    topic=f"request to {to[0]}",
                    occurrences=[trace.event(n).lines for n in numbers[1:]],
                )
