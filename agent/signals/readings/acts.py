"""Which events are an agent's own doing, and which come from the person, the framework or the environment."""

from agent.trace.event import Event, Kind

SPOKEN = frozenset({Kind.SAY, Kind.THINK, Kind.PLAN, Kind.HANDOFF, Kind.ANSWER})
DONE = SPOKEN | {Kind.CALL}
PEOPLE = frozenset({"user", "human", "system", "environment", "tool", "computerterminal", "computer_terminal"})


def is_request(event: Event) -> bool:
    """Whether a person says what is to be done."""
    return event.kind is Kind.TASK or (event.kind is Kind.SAY and (event.actor or "").lower() in ("user", "human"))


def by_agent(event: Event) -> bool:
    """Whether an agent did this, for the first time."""
    return event.repeats is None and event.kind in DONE and (event.actor or "").lower() not in PEOPLE
