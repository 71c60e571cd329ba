"""A quote found in the trace, with its place: evidence that was not found cannot be made."""

import re
from collections.abc import Callable, Iterator
from dataclasses import InitVar, dataclass

from agent.diagnosis.document_parts import Absence, Lines, Match, Quoted
from agent.diagnosis.matching import Hit, exact, normalised, on_lines, repaired
from agent.diagnosis.quote import Part, Place, Quote, Sought
from agent.errors import WrongUse
from agent.trace.event import Event
from agent.trace.timed_pattern import TimedPattern
from agent.trace.trace import Trace

_FOUND = object()
_PREFIX = re.compile(r"^[ \t]*L?\d+[ \t]*[|:│▏][ \t]?", re.MULTILINE)
NEAR = 3
MOST_PRINTED = 16
"""Acts after the first copy that a record may print again together with it."""
MOST_BYTES = 8


@dataclass(frozen=True, slots=True)
class Evidence:
    """Words of an act, where they stand; only `Finder` can make it."""

    part: Part
    quote: str
    lines: Lines
    event: int
    actor: str | None
    bytes: Lines
    match: Match
    start: int
    end: int
    found_by: InitVar[object] = None

    def __post_init__(self, found_by: object) -> None:
        if found_by is not _FOUND:
            raise TypeError("evidence is made by finding its quote in a trace")

    @property
    def place(self) -> Place:
        """Where the words stand in their event."""
        return Place(self.part, self.event, self.start, self.end, self.match)

    def record(self, show: "Callable[[Evidence], str] | None" = None) -> Quoted:
        """The evidence as it is written to a file; a secret in it is shown as its placeholder."""
        shown = show(self) if show is not None else self.quote
        return Quoted(
            self.part, shown, self.lines, self.event, self.actor, self.bytes, self.match, redacted=shown != self.quote
        )


class Finder:
    """Finds quotes in one trace: at their hint, in their act, in the whole trace if they are unique there."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self.gave_up = False
        """Whether the last search that was made again was given up before it could tell."""

    def find(self, quote: Quote, part: Part) -> Evidence | None:
        """The evidence for a quote, or None where the trace does not hold it."""
        whole = quote.text.strip()
        text = _PREFIX.sub("", whole).strip()
        if not text:
            return None
        if text != whole:  # what looks like the number of a line may be a key of the trace itself
            for event, start, end in self._likely(quote):
                hit = exact(self._trace.text(event), whole, start, end)
                if hit is not None:
                    return self._made(event, hit, part)
        for search in (exact, normalised):
            for event, start, end in self._likely(quote):
                hit = search(self._trace.text(event), text, start, end)
                if hit is not None:
                    return self._made(event, hit, part)
            elsewhere = self._unique(text, search is exact)
            if elsewhere is not None:
                return self._made(*elsewhere, part)
        for event, start, end in self._new_in_a_copy(quote):
            hit = exact(self._trace.text(event), text, start, end)
            if hit is not None:
                return self._made(event, hit, part)
        for event, start, end in self._likely(quote):
            hit = repaired(self._trace.text(event), text, start, end)
            if hit is not None:
                return self._made(event, hit, part)
        return None

    def absence(self, sought: Sought, stop: Callable[[], bool] = lambda: False) -> Absence | None:
        """A search made again: None where it finds something after all, is no pattern, or takes too long to tell."""
        self.gave_up = False
        try:
            pattern = TimedPattern(sought.pattern, ignore_case=True)
        except WrongUse:
            return None
        first, last = max(1, sought.lines[0]), min(sought.lines[1], self._trace.events.lines)
        if first > last or not first <= sought.expected_at <= max(last, self._trace.events.lines):
            return None
        for line in self._trace.lines(first, last):
            is_there = pattern.matches(line)
            self.gave_up = not is_there and (pattern.given_up > 0 or stop())
            if is_there or self.gave_up:
                return None
        return Absence("absence", sought.pattern, (first, last), 0, min(sought.expected_at, self._trace.events.lines))

    def _likely(self, quote: Quote) -> Iterator[tuple[Event, int, int]]:
        """Where the quote should stand: on its lines, then near them, then anywhere in its act."""
        trace = self._trace
        if quote.lines is not None and trace.events.lines:
            first = min(max(1, quote.lines[0] - NEAR), trace.events.lines)
            last = min(quote.lines[1] + NEAR, trace.events.lines)
            named = quote.event if quote.event is not None and 1 <= quote.event <= len(trace.events) else None
            low, high = trace.events.at_line(first).number, trace.events.at_line(max(first, last)).number
            for near, far in ((max(1, quote.lines[0]), min(quote.lines[1], last)), (first, last)):
                for event in trace.events.between(low, high):
                    if named is None or event.number == named:
                        yield from self._stretch(event, near, far)
            for event in trace.events.between(low, high):
                for act in self._acts(event):
                    yield act, 0, len(trace.text(act))
        if quote.event is not None and 1 <= quote.event <= len(trace.events):
            act = self._act(trace.events[quote.event])
            yield act, 0, len(trace.text(act))

    def _stretch(self, event: Event, first: int, last: int) -> Iterator[tuple[Event, int, int]]:
        """The part of an act's text that lies on the lines named."""
        if event.repeats is not None:
            return
        yield event, *on_lines(self._trace.text(event), event.lines[0], first, last)

    def _new_in_a_copy(self, quote: Quote) -> Iterator[tuple[Event, int, int]]:
        """The lines named, where an event prints another again: what is new in it stands in no act."""
        if quote.lines is None or not 1 <= quote.lines[0] <= self._trace.events.lines:
            return
        event = self._trace.events.at_line(quote.lines[0])
        if event.repeats is not None:
            yield event, *on_lines(self._trace.text(event), event.lines[0], *quote.lines)

    def _act(self, event: Event) -> Event:
        """The act that an event prints again, or the event itself."""
        while event.repeats is not None:
            event = self._trace.events[event.repeats]
        return event

    def _acts(self, event: Event) -> Iterator[Event]:
        """The act that an event prints again, and those after it, which one record may print with it; or the event."""
        act = self._act(event)
        yield act
        if act is not event:
            after = self._trace.events.between(act.number + 1, min(act.number + MOST_PRINTED, event.number - 1))
            yield from (one for one in after if one.repeats is None)

    def _unique(self, text: str, literal: bool) -> tuple[Event, Hit] | None:
        """The one place among all acts that holds the words; None where there are several or none."""
        only: tuple[Event, Hit] | None = None
        longest = max(text.casefold().split(), key=len)
        for event in self._trace.events:
            if event.repeats is not None:
                continue
            whole = self._trace.text(event)
            if not literal and longest.strip("*_`#>\"'.,;:()[]") not in whole.casefold():
                continue
            hit = exact(whole, text) if literal else normalised(whole, text)
            if hit is None:
                continue
            again = exact(whole, text, hit.end) if literal else normalised(whole, text, hit.end)
            if only is not None or again is not None:
                return None
            only = event, hit
        return only

    def _made(self, event: Event, hit: Hit, part: Part) -> Evidence:
        start, end = self._one_stretch(event, hit.start, hit.end)
        lines, place = self._trace.place(event, start, end)
        words = self._trace.text(event)[start:end]
        return Evidence(part, words, lines, event.number, event.actor, place, hit.match, start, end, found_by=_FOUND)

    def at(self, place: Place) -> Evidence:
        """The evidence at a place that was found before: read again from the trace."""
        event = self._trace.events[place.event]
        return self._made(event, Hit(place.start, place.end, place.match), place.part)

    def _one_stretch(self, event: Event, start: int, end: int) -> tuple[int, int]:
        """The quote, or its first line where the rest of it lies far away in the file."""
        text = self._trace.text(event)
        low, high = self._trace.unfold(event).bytes_of(start, end)
        if high - low <= MOST_BYTES * len(text[start:end].encode("utf-8", "replace")):
            return start, end
        stop = text.find("\n", start, end)
        return (start, stop) if stop > start else (start, end)
