"""Tells whether what came back from a tool is a failure: by its status, or by the words it begins with."""

import re

from agent.signals.readings.execution import BAD
from agent.signals.readings.normalised_text import lowered
from agent.trace.event import Event, Kind

_HEAD = 400
_FAILED = re.compile(
    r"\bTraceback \(most recent call last\)|\b\w*(?:Error|Exception)\b[:(]|^\W*(?:error|failed|failure)\b"
    r"|\b(?:404|403|401|50[0234])\b|\bnot found\b|\bno such file\b|\bcould not\b|\bcannot\b|\bunable to\b|\btimed out\b"
    r"|\bexitcode: ?[1-9]|\bno results? (?:were |was )?found\b|\bexecution failed\b|\baccess denied\b",
    re.IGNORECASE | re.MULTILINE,
)
_WORDS = (
    *("traceback", "error", "exception", "fail", "40", "50", "not found", "no such", "could not", "cannot", "unable"),
    *("timed out", "exitcode", "no result", "denied"),
)
"""One of these stands in every text that the pattern matches."""


def failure_at(text: str) -> int | None:
    """Where the beginning of a result speaks of a failure."""
    head = lowered(text)[:_HEAD]
    if not any(word in head for word in _WORDS):
        return None
    match = _FAILED.search(text, 0, _HEAD)
    return match.start() if match else None


def is_failed(event: Event, text: str) -> bool:
    """Whether a result is a failure."""
    return event.kind is Kind.ERROR or (event.status or "").lower() in BAD or failure_at(text) is not None
