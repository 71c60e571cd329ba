"""Which lines of something that a log prints again are new: a record may print several earlier events in one."""

from collections.abc import Iterable

from agent.trace.event import Event

MOST_PRINTED, FEW = 16, 2
"""Events after the first copy that are looked at, and the new lines that are too few to look at any."""


def new_lines(lines: list[str], earlier: Iterable[tuple[int, list[str]]]) -> tuple[list[int], int]:
    """The places of the lines that none of some events holds, and the number of the last event that holds any.

    The first event is the one that is printed again; the others are looked at only while more than a few are new.
    """
    fresh = [at for at, line in enumerate(lines) if line.strip()]
    last = 0
    for number, text in earlier:
        known = {line.strip() for line in text}
        left = [at for at in fresh if lines[at].strip() not in known]
        last = number if not last or len(left) < len(fresh) else last
        fresh = left
        if len(fresh) <= FEW:
            break
    return fresh, last


def named_events(first: Event, last: Event) -> str:
    """The events from one to another, with their lines."""
    if first.number == last.number:
        return f"event {first.number} (L{first.lines[0]})"
    return f"events {first.number} to {last.number} (L{first.lines[0]}-{last.lines[1]})"
