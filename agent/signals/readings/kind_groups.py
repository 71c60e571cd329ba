"""Which events are somebody's doing, and which only frame, answer or count it."""

from agent.trace.event import Event, Kind

SPOKEN = frozenset({Kind.SAY, Kind.THINK, Kind.PLAN, Kind.HANDOFF, Kind.CALL, Kind.ANSWER})
"""What agents do themselves."""
TOLD = frozenset({Kind.SAY, Kind.PLAN, Kind.HANDOFF, Kind.CALL, Kind.ANSWER})
"""What others get to see of it."""
ASIDE = frozenset({Kind.NOISE, Kind.USAGE, Kind.EVALUATION, Kind.SYSTEM, Kind.NOTE})
"""What no agent did: it neither answers nor continues anything."""


def is_spoken(event: Event) -> bool:
    """Whether an agent did this, and the log does not merely print it again."""
    return event.repeats is None and event.kind in SPOKEN


def is_told(event: Event) -> bool:
    """Whether an agent did this where others can see it."""
    return event.repeats is None and event.kind in TOLD
