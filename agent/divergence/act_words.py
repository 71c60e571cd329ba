"""What two acts are compared by: their kind, their tool, and their words without what differs in every run."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from zlib import crc32

from agent.errors import Cancelled
from agent.signals.readings.log_header import after_header
from agent.trace.event import Event, Kind
from agent.trace.trace import Trace

COMPARED = frozenset(
    {Kind.TASK, Kind.SAY, Kind.THINK, Kind.CALL, Kind.RESULT, Kind.HANDOFF, Kind.PLAN, Kind.ANSWER, Kind.ERROR}
)
"""What somebody did or what came back; prompts, notes and figures of a log are left out."""
_SPOKEN = frozenset({Kind.SAY, Kind.ANSWER, Kind.PLAN, Kind.THINK})
_CHANGING = re.compile(
    r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b"  # ids
    r"|\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?"  # dates and moments
    r"|\b\d\d:\d\d:\d\d(?:[.,]\d+)?"
    r"|\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{12,}\b|0x[0-9a-f]+",  # hashes and addresses
    re.IGNORECASE,
)
_WORD = re.compile(r"\d+(?:[.,]\d+)*%?|[^\W\d_]+", re.UNICODE)
_NUMBER = re.compile(r"\d")
_NEGATIONS = frozenset("not no never none cannot without failed wrong".split())
MOST_WORDS = 400
"""How many words of a text are looked at to say how alike it is to another; all of them say whether it is the same."""
REMEMBERED = 20_000


class ActWords:
    """The acts of one trace as what they are compared by; texts are read when they are asked for and not kept."""

    def __init__(self, trace: Trace, stop: Callable[[], bool] | None = None) -> None:
        self._trace = trace
        self._stop = stop
        self.events = [event for event in trace.events if event.is_act and event.kind in COMPARED]
        self.marks = [self._mark(event) for event in self.events]
        """Equal for acts that are the same."""
        self.groups = [_group(event) for event in self.events]
        """Equal for acts that may be variants of each other: the same tool called, something said."""
        self.words = lru_cache(maxsize=REMEMBERED)(self._words)

    def __len__(self) -> int:
        """How many acts there are."""
        return len(self.events)

    def text(self, at: int) -> str:
        """What an act says, without the header that a log wrote above it."""
        return self._said(self.events[at])

    def _said(self, event: Event) -> str:
        if self._stop is not None and self._stop():
            raise Cancelled("The runs were not compared to the end:", "somebody stopped it.", "Compare them again.")
        return said(self._trace, event)

    def _mark(self, event: Event) -> int:
        words = " ".join(words_of(self._said(event)))
        return crc32(f"{_group(event)}\x00{words}".encode("utf-8", "replace"))

    def _words(self, at: int) -> tuple[frozenset[str], frozenset[str]]:
        """The words of an act, and those that decide: numbers, and whether something is denied."""
        words = words_of(self.text(at))[:MOST_WORDS]
        deciding = (word for word in words if _NUMBER.match(word) or word in _NEGATIONS)
        return frozenset(words), frozenset(deciding)


def said(trace: Trace, event: Event) -> str:
    """What an event says, without the header that a log wrote above it."""
    text = trace.text(event)
    return text[after_header(text) :]


def terms(text: str) -> Iterator[str]:
    """What a later act may take up of a text: numbers and names, no everyday words."""
    for word in _WORD.findall(_CHANGING.sub(" ", text)):
        if (_NUMBER.match(word) and len(word) > 1) or len(word) > 4:
            yield word.lower()


def words_of(text: str) -> list[str]:
    """All words of a text but what differs in every run: ids, moments, hashes."""
    return [word.lower() for word in _WORD.findall(_CHANGING.sub(" ", text))]


def words_beyond(text: str, known: frozenset[str]) -> Iterator[tuple[int, int]]:
    """Where words of a text stand that are not among those known; what differs in every run is none."""
    changing = [match.span() for match in _CHANGING.finditer(text)]
    for match in _WORD.finditer(text):
        start, end = match.span()
        if match[0].lower() not in known and not any(first <= start < last for first, last in changing):
            yield start, end


def _group(event: Event) -> str:
    """What an act is, whoever names it: a call of a tool, its result, something said."""
    if event.kind in (Kind.CALL, Kind.RESULT):
        return f"{event.kind.value} {(event.tool or '').lower()}"
    return "say" if event.kind in _SPOKEN else event.kind.value
