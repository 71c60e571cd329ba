"""Knows lines that say nothing of what happened: blank ones, what a message cost, and brackets alone between data."""

import re
from collections.abc import Sequence

from agent.trace.event import Event, Kind

_COST = re.compile(r"\s*\[Prompt tokens: \d+, Completion tokens: \d+\]\s*")
_BRACKETS = re.compile(r"[\s\[\]{}(),]*")
_FIELD = re.compile(r"\s*\"[^\"\n]{1,120}\"\s*:\s")


def is_cost(line: str) -> bool:
    """Whether a line only counts the tokens of the message above it."""
    return _COST.fullmatch(line) is not None


def is_silent(line: str, among_data: bool = False) -> bool:
    """Whether a line says nothing; among data a bracket alone does not either, in code it may."""
    return not line.strip() or is_cost(line) or (among_data and _BRACKETS.fullmatch(line) is not None)


def holds_data(event: Event, lines: Sequence[str]) -> bool:
    """Whether an event is a result whose lines are fields of data, a field to a line."""
    return event.kind is Kind.RESULT and any(map(_FIELD.match, lines))
