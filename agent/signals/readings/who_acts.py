"""Tells what an agent did itself from what the person, a tool or the framework brought."""

from agent.trace.event import Event, Kind

WORDS = frozenset({Kind.SAY, Kind.THINK, Kind.PLAN, Kind.HANDOFF, Kind.ANSWER})
"""What agents say or think."""
ACTIONS = WORDS | {Kind.CALL}
"""What agents do: words and calls."""
VISIBLE = ACTIONS - {Kind.THINK}
"""What others get to see of it."""
FRAMING = frozenset({Kind.NOISE, Kind.USAGE, Kind.EVALUATION, Kind.SYSTEM, Kind.NOTE})
"""What no agent did: it neither answers nor continues anything."""
NOT_AGENTS = frozenset({"user", "human", "system", "environment", "tool", "computerterminal", "computer_terminal"})
"""Names of actors that are no agents."""


def is_request(event: Event) -> bool:
    """Whether a person says what is to be done."""
    return event.kind is Kind.TASK or (event.kind is Kind.SAY and (event.actor or "").lower() in ("user", "human"))


def by_agent(event: Event) -> bool:
    """Whether an actor that is an agent by its name did this, and the log does not merely print it again."""
    return event.repeats is None and event.kind in ACTIONS and (event.actor or "").lower() not in NOT_AGENTS


def is_action(event: Event) -> bool:
    """Whether somebody did this, and the log does not merely print it again."""
    return event.repeats is None and event.kind in ACTIONS


def is_visible_action(event: Event) -> bool:
    """Whether somebody did this where others can see it."""
    return event.repeats is None and event.kind in VISIBLE
