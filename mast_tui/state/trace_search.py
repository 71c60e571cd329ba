"""Finds lines and events in the trace of a session, and keeps the set of places that n and N step through."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from agent.trace.event_filter import EventFilter
from agent.trace.matcher import Query
from agent.trace.search import Search
from agent.trace.trace import Trace
from mast_tui.layout.line_marks import SearchMark

MOST = 50_000


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


def query_of(pattern: str, *, regex: bool, any_case: bool | None) -> Query:
    """A query; case counts as soon as the pattern has a capital, unless a person says otherwise."""
    if any_case is None:
        return Query.smart(pattern, regex=regex)
    return Query(pattern, regex, any_case)


def search_marks(search: Search) -> Iterator[SearchMark]:
    """The lines that match, in order, up to as many as anybody steps through."""
    for number, hit in enumerate(search.hits()):
        if number >= MOST:
            return
        yield SearchMark(hit.line, hit.spans)


def matching_events(trace: Trace, words: str, stop: Callable[[], bool], after: int = 0) -> list[tuple[int, int]] | None:
    """The line ranges of the events beyond a line that fit a filter; None if stopped."""
    ranges = [event.lines for event in EventFilter(words).events(trace, stop, after)]
    return None if stop() else ranges
