"""Tells the end of one step of a plan from the end of the run, where both are made by the same call."""

import re

from agent.trace.event import Event, Kind

ENDERS = re.compile(r"terminate|finish|complete|submit|end_task", re.IGNORECASE)
"""Calls by which an actor ends what it was given to do."""
_STEP_ENDED = re.compile(r"\bmarked step \d+ as (?:completed|done)\b", re.IGNORECASE)


def ends_a_step(event: Event, text: str) -> bool:
    """Whether the framework takes the end before this for that of one step of its plan."""
    return event.kind is Kind.NOTE and "arked step" in text and _STEP_ENDED.search(text) is not None
