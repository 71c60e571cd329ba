"""Finds the call that a result answers, in traces that name the call and in traces that only have an order."""

from collections import deque

from agent.trace.event import Event, Kind

_OPEN = 32


class CallResults:
    """Pairs results with the calls that wait for one."""

    def __init__(self) -> None:
        self._open: deque[tuple[int, str | None, str | None]] = deque(maxlen=_OPEN)

    def called(self, event: Event) -> None:
        """A call was made."""
        self._open.append((event.number, event.call, event.tool))

    def call_of(self, event: Event) -> int | None:
        """The number of the call that this result answers; each call is answered once."""
        if event.kind not in (Kind.RESULT, Kind.ERROR):
            return None
        for place, (number, call, tool) in enumerate(self._open):
            if event.kind is Kind.ERROR and call is not None and event.call is None and event.parent != number:
                continue  # an error of the program between calls that are named answers none of them
            named = event.call is not None and call is not None
            if (event.call == call) if named else (event.parent == number or event.tool in (None, tool)):
                del self._open[place]
                return number
        return None
