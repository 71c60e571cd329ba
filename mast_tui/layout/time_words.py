"""Moments and gaps of time in the words of the screen."""

from datetime import datetime

from agent.number_words import duration

_MINUTE, _HOUR, _DAY = 60, 3600, 86400


def gap(seconds: float) -> str:
    """The time since the event before."""
    return f"+{duration(seconds)}"


def ago(moment: float, now: float) -> str:
    """When something was: 2 h ago, yesterday, 14 Nov."""
    past = max(0.0, now - moment)
    if past < _MINUTE:
        return "just now"
    if past < _HOUR:
        return f"{int(past // _MINUTE)} min ago"
    if past < _DAY:
        return f"{int(past // _HOUR)} h ago"
    days = int(past // _DAY)
    if days == 1:
        return "yesterday"
    if days < 7:
        return f"{days} days ago"
    return f"{datetime.fromtimestamp(moment):%-d %b}"


def seconds_between(earlier: str | None, later: str | None) -> float | None:
    """The seconds from one time of a trace to another, where both are known."""
    if not earlier or not later:
        return None
    try:
        return (datetime.fromisoformat(later) - datetime.fromisoformat(earlier)).total_seconds()
    except (TypeError, ValueError):
        return None
