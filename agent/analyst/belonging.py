"""Says which events belong together: a call and its result, and a result and the message that is made from it."""

from array import array

from agent.signals.readings.call_results import CallResults
from agent.signals.readings.who_acts import WORDS
from agent.trace.event import Kind
from agent.trace.trace import Trace

RESULTS = frozenset({Kind.RESULT, Kind.ERROR})
BESIDE = frozenset({Kind.NOISE, Kind.USAGE, Kind.NOTE})
"""What may stand between a result and the message that uses it."""


def belonging(trace: Trace) -> "array[int]":
    """For each event, the number of the earliest one that it belongs to: its own where it stands alone."""
    calls, earliest = CallResults(), array("q")
    unused = 0
    for event in trace.events:
        since = event.number
        if event.repeats is None:
            if event.kind is Kind.CALL:
                calls.called(event)
            if event.kind in RESULTS:
                since = calls.call_of(event) or since
                unused = min(unused or since, since)
            elif event.kind in WORDS and unused:
                since, unused = unused, 0
            elif event.kind not in BESIDE:
                unused = 0
        earliest.append(since)
    return earliest
