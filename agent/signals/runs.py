"""Which run of several an event belongs to: some traces hold a process that was started again and again."""

import re

from agent.trace.event import Event

_RUN = re.compile(r"(?:run|attempt|restart)\s+#?(\d+)\b", re.IGNORECASE)


class Runs:
    """Follows the sections of a trace and counts its runs."""

    def __init__(self) -> None:
        self._section: str | None = None
        self.now = 1

    def see(self, event: Event) -> int:
        """The number of the run that the event belongs to."""
        if event.section is not None and event.section != self._section:
            self._section = event.section
            found = _RUN.match(event.section)
            if found is not None:
                self.now = max(1, int(found[1]))
        return self.now
