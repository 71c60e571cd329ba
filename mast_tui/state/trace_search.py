"""Finds lines and events in the trace of a session."""

from collections.abc import Callable, Iterator

from agent.trace.event_filter import EventFilter
from agent.trace.matcher import Query
from agent.trace.search import Search
from agent.trace.trace import Trace
from mast_tui.layout.line_marks import SearchMark

MOST = 50_000


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
