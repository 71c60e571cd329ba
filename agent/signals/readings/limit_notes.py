"""Finds where the framework says that a limit of steps, time or money ended the run."""

import re

from agent.trace.event import Event, Kind

TAIL = 1_000
"""How much of a note is looked at, from its end."""
_STATUSES = frozenset({"timeout", "timed_out", "budget", "max_steps", "max_turns", "limit", "cut_off", "interrupted"})
_NOTES = frozenset({Kind.NOTE, Kind.ERROR, Kind.RESULT, Kind.SYSTEM, Kind.NOISE, Kind.ANSWER})
_WORDS = (
    r"\b(?:reached|hit|exceeded|exhausted)\b.{0,30}\b(?:max(?:imum)?|limit|budget)\b.{0,40}\b(?:steps?|turns?|rounds?"
    r"|iterations?|calls?|tokens?|time|cost|budget)\b"
    r"|\bmax(?:imum)?\b.{0,20}\b(?:steps?|turns?|rounds?|iterations?)\b.{0,20}\b(?:reached|exceeded|exhausted)"
    r"|\b(?:step|turn|round|iteration|recursion|time|token|cost) (?:limit|budget)\b.{0,40}"
    r"\b(?:reached|exceeded|hit|exhausted)"
    r"|\b(?:run|request|operation|execution|task|session|processing)\b.{0,20}"
    r"\b(?:timed out|terminated due to (?:a )?time)"
)
_STOP = re.compile(_WORDS, re.IGNORECASE)
_PRE = ("reached", "timed out", "terminated due", "exceeded", "exhausted", "limit")


def limit_in(event: Event, text: str) -> tuple[int, int] | None:
    """Where a note of the framework says that a limit ended the run."""
    if event.kind not in _NOTES or event.repeats is not None:
        return None
    tail = max(0, len(text) - TAIL)
    said = text[tail:].lower()
    match = _STOP.search(text, tail) if any(map(said.__contains__, _PRE)) else None
    if match is not None:
        return match.span()
    return (0, 0) if (event.status or "").lower() in _STATUSES else None
