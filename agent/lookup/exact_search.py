"""Exact search over the lines of a trace: what a count, a first mention or a "not in this trace" must rest on."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from agent.lookup.cancellation import is_cancelled, raise_if_cancelled
from agent.trace.event import Event
from agent.trace.matcher import Query
from agent.trace.trace import Trace

LONGEST = 20_000
"""Characters of a line in which words are told apart."""


Edges = Literal["whole", "beginning", "anywhere"]
"""Whether words are looked for whole, from their beginning, or also inside others."""


@dataclass(frozen=True, slots=True)
class MatchingLine:
    """A line that matches."""

    line: int
    event: Event
    text: str


@dataclass(frozen=True)
class SearchWords:
    """What is looked for: words that stand together on a line, in any case."""

    words: tuple[str, ...]
    edges: Edges = "whole"

    @property
    def text(self) -> str:
        """What is looked for, as a person is told."""
        return " + ".join(f"{word}…" if self.edges == "beginning" else word for word in self.words)

    @cached_property
    def patterns(self) -> tuple["re.Pattern[str]", ...]:
        """What a line must match."""
        return tuple(re.compile(_bounded(word, self.edges), re.IGNORECASE) for word in self.words)

    def on(self, line: str) -> bool:
        """Whether all the words stand on a line."""
        return all(pattern.search(line, 0, LONGEST) for pattern in self.patterns)


def lines_with(trace: Trace, sought: SearchWords) -> Iterator[MatchingLine]:
    """Every line that holds all the words, in order."""
    rarest = max(sought.words, key=len)
    for seen in matching_lines(trace, Query(rarest, ignore_case=True)):
        if sought.on(seen.text):
            yield seen


def matching_lines(trace: Trace, query: Query, after: int = 0) -> Iterator[MatchingLine]:
    """Every line beyond `after` that a query matches, in order."""
    event: Event | None = None
    for hit in trace.search(query, is_cancelled, after).hits():
        raise_if_cancelled()
        if hit.event is not None:
            event = event if event is not None and event.number == hit.event else trace.events[hit.event]
            yield MatchingLine(hit.line, event, hit.text)
    raise_if_cancelled()


def matching_numbers(trace: Trace, query: Query) -> Iterator[int]:
    """The numbers of these lines, which take less time than their texts and events."""
    for line in trace.search(query, is_cancelled).lines():
        if line <= trace.events.lines:
            yield line
    raise_if_cancelled()


def _bounded(text: str, edges: Edges) -> str:
    first = r"(?<!\w)" if edges != "anywhere" and text[:1].isalnum() else ""
    last = r"(?!\w)" if edges == "whole" and text[-1:].isalnum() else ""
    return first + re.escape(text) + last
