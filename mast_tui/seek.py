"""Finds lines and events in the trace of a session, and keeps the set of places that n and N step through."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from agent.trace.event import Event
from agent.trace.trace import Trace
from agent.trace.unfold import Unfolded
from mast_tui.layout.marks import Hit

_MOST = 50_000
_STEP = 64


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is searched for; case counts as soon as the pattern has a capital, unless a person says otherwise."""

    pattern: str
    regex: bool = False
    any_case: bool | None = None

    def compiled(self) -> "re.Pattern[str]":
        """The pattern; raises `re.error` for an expression that makes no sense."""
        any_case = self.any_case if self.any_case is not None else self.pattern == self.pattern.lower()
        return re.compile(self.pattern if self.regex else re.escape(self.pattern), re.IGNORECASE if any_case else 0)


@dataclass
class PlaceSet:
    """The places that n and N step through: hits, a finding's evidence, or the events of a filter."""

    kind: str
    lines: list[int]
    at: int = -1

    def step(self, direction: int) -> tuple[int, bool]:
        """The next line, and whether it was necessary to begin again at the other end."""
        there = self.at + direction
        wrapped = not 0 <= there < len(self.lines)
        self.at = there % len(self.lines)
        return self.lines[self.at], wrapped

    def stand(self, line: int) -> None:
        """Stand on the first place at or after a line."""
        self.at = next((at for at, each in enumerate(self.lines) if each >= line), 0) if self.lines else -1

    @property
    def words(self) -> str:
        """Which of how many."""
        if not self.lines:
            return f"no {self.kind}"
        return f"{self.kind} {max(0, self.at) + 1:,} of {len(self.lines):,}"


def find(trace: Trace, wanted: Wanted, stop: Callable[[], bool], tell: Callable[[int], None]) -> Iterator[Hit]:
    """The lines that match, in order; `tell` hears which event is reached."""
    pattern = wanted.compiled()
    found = 0
    for event in trace.events:
        if event.number % _STEP == 0:
            if stop():
                return
            tell(event.number)
        for hit in _hits(event, Unfolded(trace.source, event.pieces), pattern):
            yield hit
            found += 1
            if found >= _MOST:
                return


def _hits(event: Event, unfolded: Unfolded, pattern: "re.Pattern[str]") -> Iterator[Hit]:
    if not pattern.search(unfolded.text):
        return
    for number, line in enumerate(unfolded.lines, event.lines[0]):
        spans = tuple(match.span() for match in pattern.finditer(line) if match.end() > match.start())
        if spans:
            yield Hit(number, spans)


def matching(trace: Trace, words: str, stop: Callable[[], bool]) -> list[tuple[int, int]] | None:
    """The line ranges of the events whose agent, kind or text holds the words; None if stopped."""
    wanted = words.casefold()
    pattern = Wanted(words).compiled()
    ranges: list[tuple[int, int]] = []
    for event in trace.events:
        if event.number % _STEP == 0 and stop():
            return None
        named = wanted in (event.actor or "").casefold() or wanted == event.kind.value
        if named or pattern.search(trace_text(trace, event)):
            ranges.append(event.lines)
    return ranges


def trace_text(trace: Trace, event: Event) -> str:
    """The text of an event, read beside the caches of others."""
    return Unfolded(trace.source, event.pieces).text
