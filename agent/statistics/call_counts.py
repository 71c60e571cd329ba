"""Counts calls of tools: how many, which failed, which were made before with the same words, which were tried again."""

from collections import OrderedDict
from hashlib import blake2b

from agent.signals.readings.call_results import CallResults
from agent.signals.readings.normalised_text import without_times
from agent.trace.event import Event

KEPT = 64
MOST_DIFFERENT = 1_000_000
"""So many different calls are remembered; of what comes then, only repetitions of those are counted."""


def failed(event: Event) -> bool:
    """Whether the trace says that what this event tells of did not succeed."""
    return event.has_failed


class CallCounts:
    """What is known of calls as they are made and answered; it says which count an event adds to."""

    def __init__(self) -> None:
        self._results = CallResults()
        self._open: OrderedDict[int, Event] = OrderedDict()
        self._seen: set[bytes] = set()
        self._failed_last: set[tuple[str | None, str | None]] = set()
        self.overflowed = False

    def called(self, event: Event, text: str) -> tuple[bool, bool]:
        """A call was made: whether it repeats an earlier one, and whether it tries again what just failed."""
        self._results.called(event)
        self._open[event.number] = event
        if len(self._open) > KEPT:
            self._open.popitem(last=False)
        words = "\x00".join((event.actor or "", event.tool or "", without_times(text).strip()))
        mark = blake2b(words.encode("utf-8", "replace"), digest_size=8).digest()
        repeats = mark in self._seen
        if not repeats and len(self._seen) >= MOST_DIFFERENT:
            self.overflowed = True
        elif not repeats:
            self._seen.add(mark)
        retries = (event.actor, event.tool) in self._failed_last
        self._failed_last.discard((event.actor, event.tool))
        return repeats, retries

    def answered(self, event: Event) -> Event | None:
        """The call that this event says has failed, if it says so."""
        number = self._results.call_of(event)
        call = self._open.pop(number, None) if number is not None else None
        if call is None or not failed(event):
            return None
        self._failed_last.add((call.actor, call.tool))
        return call
