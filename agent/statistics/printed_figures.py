"""Reads tokens and money that a text log prints after a call of a model, and knows which act they belong to."""

import re
from collections import deque

from agent.statistics.token_figures import CallFigures
from agent.trace.event import Event, Kind

_WHERE = frozenset({Kind.USAGE, Kind.NOISE, Kind.NOTE})
_LONGEST = 4096
_SENT = re.compile(r"(?:prompt_tokens|input_tokens|(?<!Cumulative )\bInput)\s*[:=]\s*(\d{1,12})")
_ANSWERED = re.compile(r"(?:completion_tokens|output_tokens|(?<!Cumulative )\bCompletion)\s*[:=]\s*(\d{1,12})")
_COST = re.compile(r"(?:\bcost|Current cost)\s*[:=]\s*\$?(\d{1,9}\.\d{1,12})")


class PrintedFigures:
    """Pairs what is printed of calls with the acts that follow: the first printed belongs to the first act."""

    def __init__(self) -> None:
        self._waiting: deque[CallFigures] = deque(maxlen=256)
        self.told: list[tuple[int | None, CallFigures]] = []

    def printed(self, event: Event, text: str) -> None:
        """Keep the figures that an event prints, if it does."""
        if event.kind not in _WHERE or len(text) > _LONGEST:
            return
        sent, answered = _SENT.search(text), _ANSWERED.search(text)
        if sent is None or answered is None:
            return
        cost = _COST.search(text)
        price = float(cost[1]) if cost is not None else None
        self._waiting.append(CallFigures(event.bytes[0], int(sent[1]), int(answered[1]), cost=price))

    def acted(self, event: Event) -> None:
        """An agent did something: it is what the first call that still waits was for."""
        if self._waiting:
            self.told.append((event.number, self._waiting.popleft()))

    def end(self) -> list[tuple[int | None, CallFigures]]:
        """All figures; those that no act followed belong to nobody."""
        self.told.extend((None, call) for call in self._waiting)
        self._waiting.clear()
        return self.told
