"""What two acts are compared by: their kind, their tool, and their words without what differs in every run."""

import re
from array import array
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import chain
from zlib import crc32

from agent.errors import Cancelled
from agent.signals.readings.log_header import after_header
from agent.trace.event import Event, Kind
from agent.trace.pages import TextsInOrder
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
    r"|\b(?:call|toolu|tooluse|chatcmpl|msg|resp|run|fc|rs)[_-](?=[a-z]*\d)[a-z0-9]{8,}\b"  # ids of calls and messages
    r"|\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{12,}\b|0x[0-9a-f]+",  # hashes and addresses
    re.IGNORECASE,
)
_MAY_CHANGE = re.compile(r"\d\d:\d\d:\d|\d{4}-\d\d|[0-9a-fA-F]{12}|[_-][0-9a-zA-Z]{8}|0[xX]")
"""What each of them has in it; a text without it need not be looked through for them, which is ten times slower."""
_WORD = re.compile(r"\d+(?:[.,]\d+)*%?|[^\W\d_]+", re.UNICODE)
_NEGATIONS = frozenset("not no never none cannot without failed wrong".split())
MOST_WORDS = 400
"""How many words of a text are looked at to say how alike it is to another; all of them say whether it is the same."""
_DECIDES, _TERM = 1, 2
"""The lowest bits of what a word is kept as: whether it decides, and whether a later act may take it up."""


class ActWords:
    """The acts of one trace as what they are compared by; each text is read once, and kept as numbers for its words."""

    def __init__(self, trace: Trace, stop: Callable[[], bool] | None = None, beside: "ActWords | None" = None) -> None:
        self.groups: list[str] = []
        """Equal for acts that may be variants of each other: the same tool called, something said."""
        self.names: list[str] = []
        """Who acts, in letters and digits only."""
        self.marks: list[int] = []
        """Equal for acts that are the same."""
        self.kinds: list[Kind] = []
        self._words: list[array[int]] = []
        self._events, self._numbers = trace.events, array("q")
        known = dict(zip(beside.marks, beside._words, strict=True)) if beside is not None else {}
        groups, names, texts = lru_cache(_group), lru_cache(_name), TextsInOrder(trace.source)
        for event in trace.events:
            if event.kind not in COMPARED or not event.is_act:
                continue
            if stop is not None and stop():
                raise Cancelled("The runs were not compared to the end:", "somebody stopped it.", "Compare them again.")
            words, group = words_of(without_header(texts.text(event))), groups(event.kind, event.tool)
            self._numbers.append(event.number)
            self.kinds.append(event.kind)
            self.groups.append(group)
            self.names.append(names(event.actor))
            mark = crc32(f"{group}\x00{' '.join(words)}".encode("utf-8", "replace"))
            if mark not in known:
                known[mark] = array("q", dict.fromkeys(map(_number, words)))
            self.marks.append(mark)
            self._words.append(known[mark])

    def __len__(self) -> int:
        """How many acts there are."""
        return len(self._numbers)

    def event(self, at: int) -> Event:
        """An act; it is read from the table again, so that a long run is not held as so many events."""
        return self._events[self._numbers[at]]

    def words(self, at: int) -> frozenset[int]:
        """The words of an act, as numbers."""
        return frozenset(self._words[at][:MOST_WORDS])

    def deciding(self, at: int) -> frozenset[int]:
        """Those of its words that decide: numbers, and whether something is denied."""
        return frozenset(word for word in self._words[at][:MOST_WORDS] if word & _DECIDES)

    def vocabulary(self) -> frozenset[int]:
        """All words of the run."""
        return frozenset(chain.from_iterable(self._words))

    def terms(self, at: int, known: frozenset[int]) -> Iterator[int]:
        """What a later act may take up of an act and the other run does not know: no everyday words."""
        return (word for word in frozenset(self._words[at]) - known if word & _TERM)


@lru_cache(maxsize=100_000)
def _number(word: str) -> int:
    is_number = word[0].isdecimal()
    decides = is_number or word in _NEGATIONS
    is_term = (is_number and len(word) > 1) or len(word) > 4
    return hash(word) & ~(_DECIDES | _TERM) | _DECIDES * decides | _TERM * is_term


def said(trace: Trace, event: Event) -> str:
    """What an event says, without the header that a log wrote above it."""
    return without_header(trace.text(event))


def without_header(text: str) -> str:
    """A text without the header that a log wrote above it."""
    return text[after_header(text) :]


def words_of(text: str) -> list[str]:
    """All words of a text but what differs in every run: ids, moments, hashes."""
    return _WORD.findall((_CHANGING.sub(" ", text) if _MAY_CHANGE.search(text) else text).lower())


def words_beyond(text: str, known: frozenset[str]) -> Iterator[tuple[int, int]]:
    """Where words of a text stand that are not among those known; what differs in every run is none."""
    changing = [match.span() for match in _CHANGING.finditer(text)]
    for match in _WORD.finditer(text):
        start, end = match.span()
        if match[0].lower() not in known and not any(first <= start < last for first, last in changing):
            yield start, end


def _group(kind: Kind, tool: str | None) -> str:
    """What an act is, whoever names it: a call of a tool, its result, something said."""
    if kind in (Kind.CALL, Kind.RESULT):
        return f"{kind.value} {(tool or '').lower()}"
    return "say" if kind in _SPOKEN else kind.value


def _name(actor: str | None) -> str:
    return "".join(filter(str.isalnum, (actor or "").lower()))
