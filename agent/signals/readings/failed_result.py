"""Tells whether what came back from a tool is a failure: by its status, or by the words it begins with."""

import re
from functools import lru_cache

from agent.signals.readings.execution import BAD
from agent.signals.readings.normalised_text import lowered
from agent.trace.event import Event, Kind

_HEAD = 400
_FAILED = (
    (("error", "exception"), re.compile(r"\b\w*(?:error|exception)[:(]")),
    (("error", "fail"), re.compile(r"^\W*(?:error|failed|failure)\b", re.MULTILINE)),
    (("40", "50"), re.compile(r"\b(?:404|403|401|50[0234])\b")),
    (
        ("not found", "no such", "could not", "cannot", "unable", "timed out"),
        re.compile(r"\b(?:not found|no such file|could not|cannot|unable to|timed out)\b"),
    ),
    (
        ("traceback", "exitcode", "no result", "execution failed", "denied"),
        re.compile(
            r"\b(?:traceback \(most recent call last\)|exitcode: ?[1-9]|no results? (?:were |was )?found\b"
            r"|execution failed\b|access denied\b)"
        ),
    ),
)
"""Patterns for small letters, each with words of which one stands in whatever it matches."""


@lru_cache(maxsize=4)
def failure_at(text: str) -> int | None:
    """Where the beginning of a result speaks of a failure; remembered, since several detectors ask."""
    head = lowered(text)[:_HEAD]
    matches = [pattern.search(head) for words, pattern in _FAILED if any(map(head.__contains__, words))]
    return min((match.start() for match in matches if match is not None), default=None)


def is_failed(event: Event, text: str) -> bool:
    """Whether a result is a failure."""
    return event.kind is Kind.ERROR or (event.status or "").lower() in BAD or failure_at(text) is not None
