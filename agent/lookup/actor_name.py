"""Who did something, in one word or two."""

from agent.trace.event import Event


def actor_name(event: Event) -> str:
    """The actor of an event, else its tool, else its kind."""
    return event.actor or (f"tool {event.tool}" if event.tool else event.kind.value)
