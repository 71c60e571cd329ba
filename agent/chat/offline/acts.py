"""What was done, in order, in the part of the trace that a question keeps to."""

from collections.abc import Iterator

from agent.chat.offline.draft import Draft
from agent.lookup.cancellation import raise_if_cancelled
from agent.trace.event import Event, Kind

QUIET = frozenset({Kind.NOISE, Kind.USAGE})
SPEAKS = frozenset({Kind.CALL, Kind.SAY, Kind.RESULT, Kind.ANSWER, Kind.THINK, Kind.HANDOFF, Kind.PLAN})


def acts(draft: Draft) -> Iterator[Event]:
    """Every act but noise, as long as somebody waits for it."""
    events = draft.material.trace.events
    part = draft.part
    for event in events if part is None else events.between(*(events.at_line(line).number for line in part)):
        if event.number % 512 == 0:
            raise_if_cancelled()
        if event.is_act and event.kind not in QUIET:
            yield event
