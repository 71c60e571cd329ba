"""Numbers, times and sizes in the words of the screen."""

import math
from datetime import datetime

_UNITS = ("B", "KB", "MB", "GB", "TB")
_MINUTE, _HOUR, _DAY = 60, 3600, 86400


def count(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun: 1 finding, 1,204 lines."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def many(number: int, noun: str) -> str:
    """A number that still grows, in short: 1.2 M lines."""
    if number < 1_000_000:
        return count(number, noun)
    return f"{number / 1_000_000:.1f} M {noun}s"


def size(number: int) -> str:
    """A number of bytes."""
    value = float(number)
    for unit in _UNITS:
        if value < 1000 or unit == _UNITS[-1]:
            break
        value /= 1000
    return f"{number} B" if unit == "B" else f"{value:.1f} {unit}" if value < 10 else f"{value:.0f} {unit}"


def duration(seconds: float) -> str:
    """A length of time."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < _MINUTE:
        return f"{whole} s"
    if whole < _HOUR:
        return f"{whole // _MINUTE} min {whole % _MINUTE:02} s"
    return f"{whole // _HOUR} h {whole % _HOUR // _MINUTE:02} min"


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


def percent(part: float, whole: float) -> str:
    """A share without decimals."""
    if whole <= 0:
        return "0 %"
    share = 100 * part / whole
    return "< 1 %" if 0 < share < 1 else f"{math.floor(share)} %"


def lines(first: int, last: int) -> str:
    """A reference to lines: L1204, L410-415."""
    return f"L{first}" if first == last else f"L{first}-{last}"


def money(dollars: float) -> str:
    """An amount of money."""
    return "< $0.01" if 0 < dollars < 0.01 else f"${dollars:.2f}"


def seconds_between(earlier: str | None, later: str | None) -> float | None:
    """The seconds from one time of a trace to another, where both are known."""
    if not earlier or not later:
        return None
    try:
        return (datetime.fromisoformat(later) - datetime.fromisoformat(earlier)).total_seconds()
    except (TypeError, ValueError):
        return None
