"""Tells which run an event belongs to: a process may start again, and one file may hold several runs."""

import re

from agent.trace.event import Event

_AGAIN = re.compile(r"(?:run|attempt|restart) #?(\d+)(?: of \d+)?", re.IGNORECASE)
_APART = re.compile(r"(?:run|conversation|session) #?(\d+)\b", re.IGNORECASE)


class RunCounter:
    """Follows the sections of a trace and counts its runs.

    A section that is only a run's number is the same work started again; a conversation, or a run with a name of its
    own, is another piece of work in the same file.
    """

    def __init__(self) -> None:
        self._section: str | None = None
        self.now = 1
        self.again = False
        """Whether the run of now is the same work started again."""

    def see(self, event: Event) -> int:
        """The number of the run that the event belongs to."""
        if event.section is not None and event.section != self._section:
            self._section = event.section
            started = _AGAIN.fullmatch(event.section)
            match = started or _APART.match(event.section)
            if match is not None:
                self.now = max(1, int(match[1]))
                self.again = started is not None and self.now > 1
        return self.now
