"""What programs know about a chunk's surroundings: open requests, errors before it, how the run ends; with lines."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.analyst.case import Case
from agent.chunk.chunks import Chunk
from agent.chunk.render import harmless
from agent.clean import clean_line
from agent.signals.readings.call_results import CallResults
from agent.signals.signal import Signal
from agent.trace.event import Event, Kind

WIDTH = 110
MOST_ERRORS, MOST_OPEN, MOST_SIGNALS = 3, 3, 12


@dataclass(frozen=True, slots=True)
class Noted:
    """Something worth knowing in a later chunk: from which event on, until which."""

    event: int
    until: int
    says: str


class Facts:
    """The facts of one trace, gathered in one pass over its events."""

    def __init__(self, case: Case) -> None:
        self._case = case
        self._errors: list[Noted] = []
        self._open: list[Noted] = []
        self._gather()

    def before(self, chunk: Chunk) -> Iterator[str]:
        """What is open or went wrong before a chunk begins."""
        first = chunk.events[0]
        still = [note for note in self._open if note.event < first <= note.until]
        for note in still[-MOST_OPEN:]:
            yield f"open since {note.says}"
        known = self._errors[: bisect_left(self._errors, first, key=lambda note: note.event)]
        for note in known[-MOST_ERRORS:]:
            yield f"error before: {note.says}"

    def ending(self) -> Iterator[str]:
        """What programs saw of the end of the run."""
        for fact in self._case.survey.outcome:
            where = f" (L{fact.lines[0]})" if fact.lines else ""
            yield f"{fact.says.rstrip('.')}{where}"

    def signals(self, chunk: Chunk) -> list[tuple[str, Signal]]:
        """The signals whose onset lies in a chunk, with the ids they are voted on by."""
        first, last = chunk.events
        named = [
            (f"S{number}", signal)
            for number, signal in enumerate(self._case.survey.signals, 1)
            if signal.mode and first <= onset_event(signal) <= last
        ]
        facts = [pair for pair in named if pair[1].tier == "fact"]
        hints = [pair for pair in named if pair[1].tier != "fact"]
        return (facts + hints)[:MOST_SIGNALS]

    def _gather(self) -> None:
        calls, waiting = CallResults(), dict[int, Event]()
        for event in self._case.trace.events:
            if event.repeats is not None:
                continue
            if event.kind is Kind.CALL:
                calls.called(event)
                waiting[event.number] = event
            answered = calls.call_of(event)
            if answered is not None and answered in waiting:
                self._close(waiting.pop(answered), event.number)
            if event.kind is Kind.ERROR or (event.status or "").lower() == "error":
                self._errors.append(Noted(event.number, event.number, self._says(event)))
        last = len(self._case.trace.events)
        for event in waiting.values():
            self._close(event, last)
        self._open.sort(key=lambda note: note.event)

    def _close(self, event: Event, until: int) -> None:
        if until > event.number + 1:
            self._open.append(Noted(event.number, until, self._says(event)))

    def _says(self, event: Event) -> str:
        words = " ".join(self._case.redact(self._case.trace.title(event)).split())
        return harmless(f"L{event.lines[0]} {event.actor or '-'}: {clean_line(words)[:WIDTH]}")


def onset_event(signal: Signal) -> int:
    """The event that a signal begins with."""
    return (signal.acts or signal.references)[0].event


def signal_rows(case: Case, signals: Sequence[tuple[str, Signal]]) -> Iterator[str]:
    """The signals as a prompt lists them."""
    for name, signal in signals:
        at = signal.occurrences[0][0] if signal.occurrences else 0
        words = harmless(clean_line(case.redact(signal.title)))[:WIDTH]
        yield f"{name} ({signal.mode}, L{at}): {words}"
