"""Proves that something is missing: a search that must find nothing before anybody may say so."""

import re

from agent.signals.detector import WholeTrace
from agent.signals.signal import Search


def absent(trace: WholeTrace, pattern: str, first: int, last: int, expected_at: int) -> Search | None:
    """The search over whole events `first` to `last`, repeats included; None as soon as anything is found.

    Matching whole texts finds at least what matching line by line finds, so that no hits here means no hits there.
    """
    wanted = re.compile(pattern, re.IGNORECASE | re.MULTILINE)
    first, last = max(1, first), min(last, trace.events)
    if first > last:
        return None
    for number in range(first, last + 1):
        if wanted.search(trace.text(number)):
            return None
    return Search(pattern, (trace.event(first).lines[0], trace.event(last).lines[1]), expected_at)
