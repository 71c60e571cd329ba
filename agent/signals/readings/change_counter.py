"""Counts the calls that change something: what is run again after a change is no repetition."""

import re
from array import array
from bisect import bisect_right

from agent.signals.readings.normalised_text import fingerprint
from agent.trace.event import Event, Kind

_CHANGES = (
    *"write edit create replace insert patch append delete remove install update mkdir".split(),
    *("mv ", "cp ", "sed -i"),
)
_RUNS = re.compile(
    r"(?:\b(?:please|to|let's|will|should|now|then|can you|:)|^)\s*"
    r"(?:re-?)?(?:run|execute|test|verify|check|try|retry)\b",
    re.IGNORECASE | re.MULTILINE,
)
_LOOKED_AT = 800


class ChangeCounter:
    """Counts calls that change something; the same change made again and again counts once."""

    def __init__(self) -> None:
        self._numbers = array("L")
        self._last: tuple[str | None, int] | None = None

    def see(self, event: Event, text: str) -> None:
        """Take note of a call."""
        if event.kind is not Kind.CALL or event.repeats is not None:
            return
        said = f"{event.tool} {text[:_LOOKED_AT]}".lower()
        if not any(map(said.__contains__, _CHANGES)):
            return
        change = (event.tool, fingerprint(text))
        if change != self._last:
            self._last = change
            self._numbers.append(event.number)

    @property
    def count(self) -> int:
        """How many changes there were so far."""
        return len(self._numbers)

    def between(self, first: int, last: int) -> bool:
        """Whether something was changed between two events."""
        return bisect_right(self._numbers, first) < bisect_right(self._numbers, last)


def asks_to_run(text: str) -> bool:
    """Whether a text begins by asking for something to be run or checked."""
    return _RUNS.search(text, 0, _LOOKED_AT) is not None
